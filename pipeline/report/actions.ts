import { engineNames } from '../contract/headline.ts'
import type { Action, ReportEngine, ReportQuestion, ReportSource } from '../contract/report.ts'
import { ENGINE_LABELS } from '../contract/words.ts'
import { byFrequency } from '../survey/rates.ts'
import { citedDomains } from '../survey/sources.ts'
import { type CountedAnswer, countedAnswers } from './answers.ts'

/** The counts and answers of a report that its action plan is based on. */
export interface Measured {
  readonly brand: string
  readonly domain: string
  readonly questions: readonly ReportQuestion[]
  readonly engines: readonly ReportEngine[]
  readonly sources: readonly ReportSource[]
}

const MAX_QUESTIONS = 5
const MAX_SOURCES = 5
const RIVALS_SHOWN = 3
/** A question is a gap if at least this share of its counted answers names only rivals. */
const GAP = 0.5

/**
 * The fix list, each item with its counts: questions where only rivals are named, third parties cited only for rivals,
 * engines that name the product significantly less than another, and its own site if it isn't cited.
 */
export function planActions(measured: Measured): Action[] {
  const counted = countedAnswers(measured.questions)
  return [
    ...questionGaps(measured, counted),
    ...sourceGaps(measured, counted),
    ...engineGaps(measured, counted),
    ...ownSite(measured, counted),
  ]
}

function questionGaps({ brand, questions }: Measured, counted: readonly CountedAnswer[]): Action[] {
  return questions
    .map(({ index, text }) => {
      const own = counted.filter(({ question }) => question === index)
      return { text, own, missing: own.filter(namesOnlyRivals) }
    })
    .filter(({ own, missing }) => missing.length > 0 && missing.length / own.length >= GAP)
    .sort((a, b) => b.missing.length / b.own.length - a.missing.length / a.own.length)
    .slice(0, MAX_QUESTIONS)
    .map(({ text, own, missing }) => ({
      title: `Answer the question “${text}” on a page of your own`,
      why: `${of(missing.length, own.length)} counted answers to it name others and not ${brand}.`,
      effort: 'medium',
      evidence: [
        `${brand} was named in ${of(own.filter(({ productNamed }) => productNamed).length, own.length)} counted answers to this question.`,
        ...topRivals(own).map(({ name, times }) => `${name} was named in ${of(times, own.length)} of them.`),
      ],
    }))
}

/** The usual effort of getting onto a page of this kind. */
const EFFORTS: Readonly<Record<ReportSource['kind'], Action['effort']>> = {
  own: 'medium',
  rival: 'high',
  community: 'low',
  review: 'low',
  editorial: 'medium',
  video: 'high',
  other: 'medium',
}
const TASKS: Readonly<Record<ReportSource['kind'], (domain: string) => string>> = {
  own: (domain) => `Read what is cited of ${domain}`,
  rival: (domain) => `Read what is cited of ${domain}`,
  community: (domain) => `Take part in the discussions on ${domain} that are cited`,
  review: (domain) => `Get listed and reviewed on ${domain}`,
  editorial: (domain) => `Offer the authors on ${domain} what they need to cover you`,
  video: (domain) => `Get into the videos on ${domain} that are cited`,
  other: (domain) => `Get onto the pages of ${domain} that are cited`,
}

function sourceGaps({ brand, sources }: Measured, counted: readonly CountedAnswer[]): Action[] {
  const third = new Map(
    sources.filter(({ kind }) => kind !== 'own' && kind !== 'rival').map((source) => [source.domain, source]),
  )
  return citedDomains(counted)
    .flatMap(({ domain, answers }) => {
      const source = third.get(domain)
      const naming = answers.filter(({ productNamed }) => productNamed).length
      const missing = answers.filter(namesOnlyRivals)
      return source === undefined || naming > 0 || missing.length === 0 ? [] : [{ source, answers, missing }]
    })
    .sort((a, b) => b.missing.length - a.missing.length || (a.source.domain < b.source.domain ? -1 : 1))
    .slice(0, MAX_SOURCES)
    .map(({ source: { domain, kind, engines }, answers, missing }) => ({
      title: TASKS[kind](domain),
      why: `It is cited for others and never in an answer that names ${brand}.`,
      effort: EFFORTS[kind],
      evidence: [
        `${domain} was cited in ${of(answers.length, counted.length)} counted answers, by ${engineNames(engines)}.`,
        `Of these, ${of(missing.length, answers.length)} name others and ${of(0, answers.length)} name ${brand}.`,
        ...topRivals(answers).map(({ name, times }) => `${name} was named in ${of(times, answers.length)} of them.`),
      ],
    }))
}

/** Engines whose rate is below the best one's by more than repeated asking would explain. */
function engineGaps({ brand, engines }: Measured, counted: readonly CountedAnswer[]): Action[] {
  const rated = engines.filter(({ runsTotal }) => runsTotal > 0)
  const [best] = rated.toSorted((a, b) => b.runsMentioned / b.runsTotal - a.runsMentioned / a.runsTotal)
  const least = best?.intervalSameQuestions?.low ?? 0
  const bestName = best && ENGINE_LABELS[best.engine]
  return rated
    .filter(({ intervalSameQuestions }) => (intervalSameQuestions?.high ?? 1) < least)
    .map(({ engine, runsMentioned, runsTotal }) => {
      const name = ENGINE_LABELS[engine]
      const cited = citedDomains(counted.filter((answer) => answer.engine === engine))
        .sort((a, b) => b.answers.length - a.answers.length || (a.domain < b.domain ? -1 : 1))
        .slice(0, RIVALS_SHOWN)
      return {
        title: `Look into what ${name} reads`,
        why: `${name} names ${brand} less often than ${bestName} does, by more than chance can explain.`,
        effort: 'high',
        evidence: [
          `${name} named ${brand} in ${of(runsMentioned, runsTotal)} counted answers.`,
          `${bestName} named it in ${of(best?.runsMentioned ?? 0, best?.runsTotal ?? 0)}.`,
          ...cited.map(
            ({ domain, answers }) => `${name} cited ${domain} in ${of(answers.length, runsTotal)} counted answers.`,
          ),
        ],
      }
    })
}

function ownSite({ brand, domain, sources }: Measured, counted: readonly CountedAnswer[]): Action[] {
  const citing = counted.filter(({ citations }) => citations.length > 0)
  if (citing.length === 0 || sources.some(({ own }) => own)) return []
  return [
    {
      title: `Give engines pages on ${domain} that they can cite`,
      why: `No counted answer cites the site of ${brand}.`,
      effort: 'medium',
      evidence: [
        `${domain} was cited in ${of(0, counted.length)} counted answers; ${of(citing.length, counted.length)} cite some page.`,
      ],
    },
  ]
}

function namesOnlyRivals({ brands, productNamed }: Pick<CountedAnswer, 'brands' | 'productNamed'>): boolean {
  return brands.length > 0 && !productNamed
}

function topRivals(answers: readonly Pick<CountedAnswer, 'brands'>[]): { name: string; times: number }[] {
  const names = answers.flatMap(({ brands }) => brands.filter(({ product }) => !product).map(({ name }) => name))
  return byFrequency(names).slice(0, RIVALS_SHOWN)
}

function of(part: number, whole: number): string {
  return `${part} of ${whole}`
}
