import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DETECTOR } from '../pipeline/mentions/count.ts'
import counting from '../site/src/figures/counting.json' with { type: 'json' }
import { countingTable, countingTables, detector, labellingsAgree } from '../site/src/method-figures.ts'
import { readCorpus } from './corpus/corpus.ts'
import { type Figures, f1, scoreCorpus, sumOf } from './corpus/score.ts'
import { markdownTable } from './support/docs/tables.ts'

const { answers, choices, places } = labellingsAgree()
const labelled = { LABELLED: answers, LABELS_AGREE: choices, LABELS_PLACE: places }
const licensed = readCorpus(join(import.meta.dirname, 'corpus')).filter(
  ({ source, part }) => source === 'saccarab' && part === 'unread',
)

test('the page on the method shows the figures of the site', async () => {
  await expect(page('method', { COUNTING: markdownTable(countingTable()), ...labelled })).toMatchFileSnapshot(
    '../docs/method.md',
  )
})

test('the page of measurements shows the figures of the site, of the labelled answers, and those that were simulated', async () => {
  const simulated = ['coverage', 'change', 'announced', 'ranks', 'plan'].map((name) =>
    read(`bench/measured/${name}.md`),
  )
  const all = sumOf(counting.sources.map((source) => source.read))
  const together = scoreCorpus(licensed).figures
  const single = sumOf(licensed.map((labelled) => scoreCorpus([labelled]).figures))
  expect(single.product).toEqual(together.product)
  const { draws, bothNamed, samePosition, brands } = counting.faults
  const figures = {
    COUNTING: countingTables().map(markdownTable).join('\n\n'),
    STATISTICS: simulated.join('\n').trim(),
    POSITION: `${position(all)} answers (${percent(all.samePosition / all.bothNamed)} %)`,
    SINGLE_BRANDS: `${percent(f1(single.brands))} instead of ${percent(f1(together.brands))}`,
    SINGLE_POSITION: `${single.samePosition} instead of ${position(together)}`,
    ...labelled,
    ...brandsOfAll(),
    DRAWS: `${draws}`,
    DRAWN_POSITION: `${samePosition.least} to ${samePosition.most} of ${bothNamed} (median ${samePosition.median})`,
    DRAWN_BRANDS: `${percent(brands.least)} to ${percent(brands.most)} (median ${percent(brands.median)})`,
  }
  await expect(page('measurements', figures)).toMatchFileSnapshot('../docs/measurements.md')
})

test("the figures are of today's rules", () => {
  expect(detector).toBe(DETECTOR)
})

/** F1 for the brands of all answers, now and by the rules before. */
function brandsOfAll(): Record<string, string> {
  const ways = {
    NOW_READ: 'read',
    NOW_LAYOUT: 'layout',
    BEFORE_READ: 'readBefore',
    BEFORE_LAYOUT: 'layoutBefore',
  } as const
  return Object.fromEntries(
    Object.entries(ways).map(([place, way]) => {
      return [place, percent(f1(sumOf(counting.sources.map(({ [way]: figures }) => figures)).brands))]
    }),
  )
}

function position({ samePosition, bothNamed }: Figures): string {
  return `${samePosition} of ${bothNamed}`
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}

function page(name: string, figures: Readonly<Record<string, string>>): string {
  const shown = Object.entries({ ...figures, DETECTOR: detector })
  return shown.reduce((text, [place, words]) => text.replace(`{{${place}}}`, words), read(`support/docs/${name}.md`))
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}
