import { counted } from '../../pipeline/contract/wording.ts'
import { categoryDoubts } from '../../pipeline/ranking/doubts.ts'
import type { CommonFlags } from '../command/command.ts'
import { withStore } from '../setup/store.ts'
import { plain, print, SIMULATED, type Terminal } from '../terminal/output.ts'
import { refuseUnknownCategory } from './rulings.ts'

/** `svc brands doubts`. */
export async function brandsDoubts(terminal: Terminal, category: string, flags: CommonFlags): Promise<number> {
  const found = await withStore(flags, async ({ db }) => {
    await refuseUnknownCategory(db, category)
    return categoryDoubts(db, category)
  })
  const byBrand = Map.groupBy(found?.doubts ?? [], ({ brand }) => brand)
  const doubts = [...byBrand]
    .map(([name, places]) => ({ name, answers: places.length, places: places.map(({ brand: _, ...place }) => place) }))
    .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1))
  const simulated = found?.simulated ?? false
  const paragraphs = doubts.map(({ name, places }) =>
    [
      `${plain(name)}: ${counted(places.length, 'answer')}`,
      ...places.map(
        ({ engine, question, run, why, sentence }) =>
          `  ${engine} q${question + 1} run ${run + 1}, ${why}: ${plain(sentence)}`,
      ),
      '',
    ].join('\n'),
  )
  const settled =
    'Settle each with a ruling: ./svc brands ignore, alias, merge, or split to keep it as a separate brand.\n'
  const text =
    doubts.length === 0
      ? `Nothing is in doubt in the newest ranking of ${category}.\n`
      : `${paragraphs.join('\n')}\n${settled}`
  const document = { month: found?.month ?? null, simulated, doubts }
  return print(terminal, flags, document, simulated ? `${SIMULATED}\n\n${text}` : text)
}
