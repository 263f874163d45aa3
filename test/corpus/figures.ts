/** `npm run figures`: scores counting on the labelled answers that nobody read, and writes the figures of the method page. */
import { writeFileSync } from 'node:fs'
import { DETECTOR } from '../../pipeline/mentions/count.ts'
import counting from '../../site/src/figures/counting.json' with { type: 'json' }
import { agreementOf } from './agreement.ts'
import { type Labelled, readCorpus, readRows } from './corpus.ts'
import { withFaults } from './faults.ts'
import { type Figures, f1, scoreBefore, scoreCorpus } from './score.ts'

const SEED = 1
const DRAWS = 20
const SOURCES = ['saccarab', 'lillybronx'] as const

/**
 * The figures of one source: read by a large model, with a cheap reader's faults in its readings, and read by nobody;
 * and those of the rules before these.
 */
export interface SourceFigures {
  readonly source: string
  readonly read: Figures
  readonly faulty: Figures
  readonly layout: Figures
  readonly readBefore: Figures
  readonly layoutBefore: Figures
}

export function figuresOf(source: string, corpus: readonly Labelled[]): SourceFigures | null {
  const unread = corpus.filter((each) => each.source === source && each.part === 'unread')
  if (unread.length === 0) return null
  return {
    source,
    read: scoreCorpus(unread).figures,
    faulty: scoreCorpus(withFaults(unread, SEED)).figures,
    layout: scoreCorpus(unread, false).figures,
    readBefore: scoreBefore(unread, 'read'),
    layoutBefore: scoreBefore(unread, 'layout'),
  }
}

/** How far the figures of one source depend on which faults are drawn; those of `figuresOf` are the first draw's. */
function drawsOf(source: string, corpus: readonly Labelled[]) {
  const unread = corpus.filter((each) => each.source === source && each.part === 'unread')
  const draws = Array.from({ length: DRAWS }, (_, draw) => scoreCorpus(withFaults(unread, SEED + draw)).figures)
  return {
    draws: DRAWS,
    bothNamed: draws[0]?.bothNamed,
    samePosition: spread(draws.map(({ samePosition }) => samePosition)),
    brands: spread(draws.map(({ brands }) => f1(brands))),
  }
}

function spread(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  return { least: sorted.at(0), median: sorted.at(sorted.length / 2), most: sorted.at(-1) }
}

if (import.meta.main) {
  const corpus = readCorpus(import.meta.dirname)
  // Where the texts of a source aren't at hand, its figures stay.
  const sources = SOURCES.map(
    (source) =>
      figuresOf(source, corpus) ?? counting.sources.find((each: { source: string }) => each.source === source),
  )
  const agreement = agreementOf(readRows(import.meta.dirname).map(({ again }) => again))
  const path = new URL('../../site/src/figures/counting.json', import.meta.url)
  writeFileSync(
    path,
    `${JSON.stringify({ detector: DETECTOR, sources, faults: drawsOf(SOURCES[0], corpus), agreement }, null, 2)}\n`,
  )
}
