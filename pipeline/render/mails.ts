import { join } from 'node:path'
import { Eta } from 'eta'
import type { MarketFields } from '../contract/market/market.ts'
import { marketBeside } from '../contract/market/market-words.ts'
import { oneLine } from '../contract/texts.ts'

/** Plain text: nothing is escaped, and the template's line breaks stay. */
const templates = new Eta({
  views: join(import.meta.dirname, '../../templates/mail'),
  autoEscape: false,
  autoTrim: false,
  cache: true,
})

/** A report that a mail is about; `url` is the address of its page. */
interface MailedReport extends MarketFields {
  readonly brand: string
  readonly url: string
  readonly simulated: boolean
}

/** The mail that a report has started, with the address of its page. */
export function startedMail(report: MailedReport): { subject: string; text: string } {
  const about = aboutOf(report)
  return {
    subject: `${report.simulated ? '[simulated] ' : ''}Your report on ${about} has started`,
    text: templates.render('./started', { ...report, about }),
  }
}

/** The mail on a report's end: the counted answers that named the product, or why it failed and where its credit is. */
export function endedMail(
  report: MailedReport,
  end:
    | { readonly named: { readonly runs: number; readonly of: number } }
    | { readonly error: string; readonly credit: 'returned' | 'held' | 'none' },
): { subject: string; text: string } {
  const about = aboutOf(report)
  const how = 'named' in end ? 'is complete' : 'did not finish'
  return {
    subject: `${report.simulated ? '[simulated] ' : ''}Your report on ${about} ${how}`,
    text: templates.render('./ended', { ...report, ...end, about }),
  }
}

/** The product and its market; on one line, so that a brand can add neither a header nor a paragraph. */
function aboutOf(report: MailedReport): string {
  return `${oneLine(report.brand)}${marketBeside(report)}`
}
