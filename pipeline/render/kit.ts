import { join } from 'node:path'
import { Eta } from 'eta'
import { momentName } from '../contract/dates.ts'
import { engineNames } from '../contract/headline.ts'
import type { Kit } from '../contract/kit.ts'
import { inMarket } from '../contract/market/market-words.ts'
import { methodNotes } from '../contract/method-words.ts'
import type { FrozenReport, ReportQuestion, ReportSource } from '../contract/report.ts'
import { STANCE_WORDS, saidInWords, saidSentence, someQuotes } from '../contract/said/said-words.ts'
import { isCounted } from '../contract/terms.ts'
import { counted, ledgerNote, percent, percents, scoreRange } from '../contract/wording.ts'
import { brandsNamed, citationGaps } from './gaps.ts'
import { escapeMarkdown, markdownLink } from './markdown.ts'

/** The files of a kit without their extension, in the order of the specification; each has a template of that name. */
const FILES = [
  '01-product-and-questions',
  '02-named-instead',
  '03-results-by-engine',
  '04-cited-for-rivals',
  '05-channel-plan',
]
const LISTED_DOMAINS = 50
const LISTED_PAGES = 10
const LISTED_CHANNELS = 20
const LISTED_RIVALS = 5
const LISTED_SEARCHES = 5

const templates = new Eta({
  views: join(import.meta.dirname, '../../templates/kit'),
  defaultExtension: '.md.eta',
  cache: true,
  autoTrim: false,
  escapeFunction: escapeMarkdown,
})

/**
 * The Distribution Kit of a complete report (interface specification 2.6): Markdown files made only from the frozen report,
 * so that the same report gives the same bytes. Throws if the report has no `completedAt`.
 */
export function buildKit(report: FrozenReport): Kit {
  const view = toView(report)
  const { slug, brand, domain, simulated } = report
  const files = FILES.map((name) => ({ path: `${name}.md`, content: templates.render(`./${name}`, view) }))
  return { slug, brand, domain, simulated, files }
}

/** A complete report in short, as Markdown for the page of a CI's job; `verdict` is a sentence on it. */
export function reportSummary(report: FrozenReport, verdict: string | undefined): string {
  return templates.render('./summary', { ...toView(report), verdict })
}

function toView(report: FrozenReport) {
  if (report.completedAt === null) throw new TypeError('a kit needs a complete report')
  const gaps = citationGaps(report)
  const questions = report.questions.map(toQuestion)
  return {
    report,
    gaps,
    questions,
    moment: momentName(report.completedAt),
    inMarket: inMarket(report),
    planned: report.ledger.reduce((sum, row) => sum + row.planned, 0),
    scored: report.engines.filter((row) => row.runsTotal > 0).length,
    product: {
      mentions: report.engines.reduce((sum, row) => sum + row.runsMentioned, 0),
      answers: report.engines.reduce((sum, row) => sum + row.runsTotal, 0),
    },
    lost: questions
      .filter((question) => question.rivalsOnly > 0)
      .sort((a, b) => b.rivalsOnly / b.counted - a.rivalsOnly / a.counted || a.number - b.number),
    domains: gaps.channels.slice(0, LISTED_DOMAINS).map((channel) => ({
      ...channel,
      names: listed(channel.rivals),
      shown: channel.pages.slice(0, LISTED_PAGES),
    })),
    channels: gaps.channels.slice(0, LISTED_CHANNELS).map((channel) => ({
      ...channel,
      page: channel.pages.find((page) => page.url !== null),
      task: firstTask(channel.kind, report),
    })),
    searches: report.questions.flatMap(({ index, searches = [] }) =>
      searches.slice(0, LISTED_SEARCHES).map((search) => ({ ...search, number: index + 1 })),
    ),
    listedSearches: LISTED_SEARCHES,
    said: saidSentence(report.said),
    quotes: report.said === undefined ? [] : someQuotes(report.said),
    saidOfRivals: report.competitors.flatMap(({ name, said }) => {
      const words = saidInWords(said)
      return words === undefined ? [] : [{ name, words }]
    }),
    STANCE_WORDS,
    link: markdownLink,
    ledgerNote,
    methodNotes,
    engineNames,
    counted,
    percent,
    percents,
    scoreRange,
  }
}

/** A question numbered from 1, with the counted answers that name the product and those that name only others. */
function toQuestion({ index, text, seeded, answers }: ReportQuestion) {
  const scored = answers.filter(isCounted)
  const rivalsOnly = scored.filter((answer) => !answer.productNamed && answer.brands.length > 0)
  const rivals = brandsNamed(rivalsOnly).map(
    ({ name, answers: naming }) => `${name} in ${naming} of ${rivalsOnly.length}`,
  )
  const named = scored.filter((answer) => answer.productNamed).length
  return {
    number: index + 1,
    text,
    seeded,
    counted: scored.length,
    named,
    rivalsOnly: rivalsOnly.length,
    rivals: listed(rivals),
  }
}

/** The first rivals, and the number of further ones. */
function listed(rivals: readonly string[]): string {
  const more = rivals.length - LISTED_RIVALS
  return `${rivals.slice(0, LISTED_RIVALS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function firstTask(kind: ReportSource['kind'], { brand, category }: FrozenReport): string {
  switch (kind) {
    case 'community':
      return `Read the threads that are cited, and reply in one where ${brand} answers what is asked, saying openly that you make it.`
    case 'video':
      return `Watch the video that is cited most, note what it compares, and offer its maker access to ${brand} for the next one.`
    case 'review':
      return `Check whether ${brand} is listed there; complete its listing, or ask for one, and ask customers for honest reviews.`
    case 'editorial':
      return `Read the article that is cited most, and write to its author what ${brand} does, for whom, and how to try it.`
    case 'own':
    case 'rival':
    case 'other':
      return `Open the page that is cited most, find out who maintains it, and ask whether it can include other products for ${category}.`
  }
}
