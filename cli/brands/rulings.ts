import { rulingInWords } from '../../pipeline/contract/method-words.ts'
import type { Ruling } from '../../pipeline/contract/terms.ts'
import { foldKey } from '../../pipeline/mentions/fold.ts'
import { nameKey } from '../../pipeline/mentions/names.ts'
import { type Taken, takeRuling } from '../../pipeline/mentions/rulings.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { findCategory } from '../../pipeline/store/ranking/categories.ts'
import { rankingMonths, readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { type HeldRuling, heldRulings, makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import type { CommonFlags } from '../command/command.ts'
import { withStore } from '../setup/store.ts'
import { CommandError, EXIT, iso, plain, print, shellWord, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

/** `svc brands list`. */
export async function brandsList(terminal: Terminal, category: string, flags: CommonFlags): Promise<number> {
  const held = await withStore(flags, async ({ db }) => {
    await refuseUnknownCategory(db, category)
    return heldRulings(db, category)
  })
  return show(terminal, category, flags, held)
}

/** Makes a ruling and shows every ruling on the category. */
export async function makeBrandRuling(
  terminal: Terminal,
  category: string,
  ruling: Ruling,
  flags: CommonFlags,
): Promise<number> {
  const held = await withStore(flags, async ({ db, now }) => {
    await refuseUnknownCategory(db, category)
    const names = namesOf(ruling)
    if (!names.every((name) => /[\p{L}\p{N}]/u.test(name)))
      throw new CommandError('A name needs a letter or a digit; give it as the answers write it.', EXIT.usage)
    const missing = await unseen(db, category, names)
    const sentence = `No published answer of ${category} contains ${missing.map((name) => `“${plain(name)}”`).join(' or ')}`
    const decide = (before: readonly Ruling[]) => {
      const taken = endedBy(before, ruling, category)
      if (missing.length > 0 && (ruling.kind === 'merge' || ruling.kind === 'alias'))
        throw new CommandError(`${sentence}; give each name as the answers write it.`)
      return taken
    }
    await makeRuling(db, category, ruling, decide, now)
    if (missing.length > 0) terminal.err(`${sentence}; check the spelling.\n`)
    return heldRulings(db, category)
  })
  show(terminal, category, flags, held)
  terminal.err(
    'Every later count obeys this; ' +
      `\`./svc answers recount --dry-run ${category}\` shows what it changes in published rankings.\n`,
  )
  return EXIT.done
}

/** The rulings that the new one ends. Throws CommandError if it contradicts one that holds. */
function endedBy(held: readonly Ruling[], ruling: Ruling, category: string): Exclude<Taken, { refusal: unknown }> {
  const taken = takeRuling(held, ruling)
  if (!('refusal' in taken)) return taken
  if (taken.refusal === 'sameName')
    throw new CommandError('The two are already counted as spellings of one name; no ruling is needed.')
  const existing = `${plain(rulingInWords(taken.by))} by an existing ruling`
  const name = taken.by.kind === 'alias' ? taken.by.spelling : taken.by.name
  throw new CommandError(
    `${existing}, which this one contradicts; ` +
      `end that one first with \`./svc brands split ${category} ${shellWord(plain(name))}\`.`,
  )
}

/** Throws CommandError if no ranking of the category was ever run. */
export async function refuseUnknownCategory(db: Store, slug: string): Promise<void> {
  if ((await findCategory(db, slug)) === undefined)
    throw new CommandError(
      'No ranking was ever run for a category with this slug; `./svc rankings list` lists those that are published.',
    )
}

function namesOf(ruling: Ruling): string[] {
  if (ruling.kind === 'merge') return [ruling.name, ruling.into]
  return ruling.kind === 'alias' ? [ruling.name, ruling.spelling] : [ruling.name]
}

/** The names, perhaps misspelt, that are in no answer of any month's newest version. */
async function unseen(db: Store, category: string, names: readonly string[]): Promise<string[]> {
  let missing = [...names]
  for (const month of await rankingMonths(db, category)) {
    if (missing.length === 0) break
    const texts = (await readRanking(db, category, month))?.answers.map(({ text }) => foldKey(text)) ?? []
    missing = missing.filter((name) => !texts.some((text) => text.includes(nameKey(name))))
  }
  return missing
}

function show(terminal: Terminal, category: string, flags: CommonFlags, held: readonly HeldRuling[]): number {
  const rulings = held.map(({ ruling, madeAt }) => ({ ...ruling, madeAt: iso(madeAt) }))
  const rows = rulings.map(({ madeAt, ...ruling }) => [madeAt, ruling.kind, plain(rulingInWords(ruling))])
  const none = `There are no rulings on the names of ${category}.\n`
  return print(terminal, flags, { rulings }, table(['since', 'ruling', ''], rows, none))
}
