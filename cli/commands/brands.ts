import type { Ruling } from '../../pipeline/contract/terms.ts'
import { counted, rulingInWords } from '../../pipeline/contract/wording.ts'
import { foldKey } from '../../pipeline/mentions/fold.ts'
import { nameKey } from '../../pipeline/mentions/name-key.ts'
import type { Taken } from '../../pipeline/mentions/rulings.ts'
import { takeRuling } from '../../pipeline/mentions/rulings.ts'
import { categoryDoubts } from '../../pipeline/ranking/doubts.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { findCategory } from '../../pipeline/store/ranking/categories.ts'
import { rankingMonths, readRanking } from '../../pipeline/store/ranking/rankings.ts'
import type { HeldRuling } from '../../pipeline/store/ranking/rulings.ts'
import { heldRulings, makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import type { CommonFlags } from '../flags/common.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, plain, printJson } from '../output.ts'
import { withStore } from '../store.ts'
import { table } from '../table.ts'

/** `svc brands list`. */
export async function brandsList(terminal: Terminal, category: string, flags: CommonFlags): Promise<number> {
  const held = await withStore(flags, async (db) => {
    await knownCategory(db, category)
    return heldRulings(db, category)
  })
  return show(terminal, category, flags, held)
}

/** `svc brands doubts`. */
export async function brandsDoubts(terminal: Terminal, category: string, flags: CommonFlags): Promise<number> {
  const found = await withStore(flags, async (db) => {
    await knownCategory(db, category)
    return categoryDoubts(db, category)
  })
  const byBrand = Map.groupBy(found?.doubts ?? [], ({ brand }) => brand)
  const doubts = [...byBrand]
    .map(([name, places]) => ({ name, answers: places.length, places: places.map(({ brand: _, ...place }) => place) }))
    .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1))
  const simulated = found?.simulated ?? false
  if (flags.json === true) {
    printJson(terminal, { month: found?.month ?? null, simulated, doubts })
    return EXIT.done
  }
  if (simulated) terminal.out('SIMULATED: these answers are made up; nothing may be concluded from them.\n\n')
  if (doubts.length === 0) terminal.out(`Nothing is in doubt in the newest ranking of ${category}.\n`)
  else
    terminal.out(
      doubts
        .map(({ name, places }) =>
          [
            `${plain(name)}: ${counted(places.length, 'answer')}`,
            ...places.map(
              ({ engine, question, run, why, sentence }) =>
                `  ${engine} q${question + 1} run ${run + 1}, ${why}: ${plain(sentence)}`,
            ),
            '',
          ].join('\n'),
        )
        .join('\n') +
        `A ruling settles each: ./svc brands ignore, alias, merge, or split to keep it as a brand of its own.\n`,
    )
  return EXIT.done
}

/** `svc brands merge`. */
export function brandsMerge(
  terminal: Terminal,
  category: string,
  [name, into]: readonly [from: string, into: string],
  flags: CommonFlags,
): Promise<number> {
  return rule(terminal, category, { kind: 'merge', name, into }, flags)
}

/** `svc brands split`. */
export function brandsSplit(terminal: Terminal, category: string, name: string, flags: CommonFlags): Promise<number> {
  return rule(terminal, category, { kind: 'split', name }, flags)
}

/** `svc brands alias`. */
export function brandsAlias(
  terminal: Terminal,
  category: string,
  [name, spelling]: readonly [brand: string, alias: string],
  flags: CommonFlags,
): Promise<number> {
  return rule(terminal, category, { kind: 'alias', name, spelling }, flags)
}

/** `svc brands ignore`. */
export function brandsIgnore(terminal: Terminal, category: string, name: string, flags: CommonFlags): Promise<number> {
  return rule(terminal, category, { kind: 'ignore', name }, flags)
}

/** Makes a ruling, and shows all that hold then. */
async function rule(terminal: Terminal, category: string, ruling: Ruling, flags: CommonFlags): Promise<number> {
  const held = await withStore(flags, async (db, now) => {
    await knownCategory(db, category)
    const names = namesOf(ruling)
    if (!names.every((name) => /[\p{L}\p{N}]/u.test(name)))
      throw new CommandError('A name has a letter or a digit; give it as the answers write it.', EXIT.usage)
    const missing = await unseen(db, category, names)
    const sentence = `No published answer of ${category} holds ${missing.map((name) => `“${plain(name)}”`).join(' or ')}`
    const decide = (before: readonly Ruling[]) => {
      const taken = understood(before, ruling, category)
      if (missing.length > 0 && (ruling.kind === 'merge' || ruling.kind === 'alias'))
        throw new CommandError(`${sentence}; give each name as the answers write it.`)
      return taken
    }
    await makeRuling(db, category, ruling, decide, now)
    if (missing.length > 0) terminal.err(`${sentence}; look whether it is spelt as there.\n`)
    return heldRulings(db, category)
  })
  show(terminal, category, flags, held)
  terminal.err(
    `Every later count obeys this; \`./svc answers recount --dry-run ${category}\` says what it changes in what is published.\n`,
  )
  return EXIT.done
}

/** What the ruling ends among those that hold; a CommandError where it contradicts them. */
function understood(held: readonly Ruling[], ruling: Ruling, category: string): Exclude<Taken, { refusal: unknown }> {
  const taken = takeRuling(held, ruling)
  if (!('refusal' in taken)) return taken
  if (taken.refusal === 'sameName')
    throw new CommandError('The two are spellings of one name already and are counted as one; no ruling is needed.')
  const there = `${plain(rulingInWords(taken.by))} by a ruling that holds`
  const name = taken.by.kind === 'alias' ? taken.by.spelling : taken.by.name
  throw new CommandError(
    `${there}, which this one contradicts; end that with \`./svc brands split ${category} ${quoted(name)}\` first.`,
  )
}

/** A name as a shell's argument. */
function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${plain(name).replaceAll("'", `'\\''`)}'`
}

async function knownCategory(db: Store, slug: string): Promise<void> {
  if ((await findCategory(db, slug)) === undefined)
    throw new CommandError(
      'No ranking was ever run for a category of this slug; `./svc rankings list` shows those that are published.',
    )
}

function namesOf(ruling: Ruling): string[] {
  if (ruling.kind === 'merge') return [ruling.name, ruling.into]
  return ruling.kind === 'alias' ? [ruling.name, ruling.spelling] : [ruling.name]
}

/** Those of the names that stand in no answer of any month's newest version: misspelt perhaps. */
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
  const rulings = held.map(({ ruling, madeAt }) => ({ ...ruling, madeAt: new Date(madeAt).toISOString() }))
  if (flags.json === true) printJson(terminal, { rulings })
  else if (rulings.length === 0) terminal.out(`No ruling holds on the names of ${category}.\n`)
  else
    terminal.out(
      table(
        ['since', 'ruling', ''],
        rulings.map(({ madeAt, ...ruling }) => [madeAt, ruling.kind, plain(rulingInWords(ruling))]),
      ),
    )
  return EXIT.done
}
