import { join } from 'node:path'
import { Eta } from 'eta'

/** Plain text: nothing to escape, and every line break of the template stays unless a tag says otherwise. */
const templates = new Eta({
  views: join(import.meta.dirname, '../../templates/mail'),
  autoEscape: false,
  autoTrim: false,
  cache: true,
})

/**
 * The mail that says that a report has started, with the address of its page. The brand is a caller's text: it comes out
 * as one line without control characters, so that it can add neither a header nor a paragraph.
 */
export function startedMail(report: { readonly brand: string; readonly url: string; readonly simulated: boolean }): {
  subject: string
  text: string
} {
  const brand = oneLine(report.brand)
  return {
    subject: `${report.simulated ? '[simulated] ' : ''}Your report on ${brand} has started`,
    text: templates.render('./started', { ...report, brand }),
  }
}

/**
 * The mail that says how a report ended: in how many counted answers the product was named, or why it did not finish and
 * where its credit is.
 */
export function endedMail(
  report: { readonly brand: string; readonly url: string; readonly simulated: boolean },
  end:
    | { readonly named: { readonly runs: number; readonly of: number } }
    | { readonly error: string; readonly credit: 'returned' | 'held' | 'none' },
): { subject: string; text: string } {
  const brand = oneLine(report.brand)
  const how = 'named' in end ? 'is complete' : 'did not finish'
  return {
    subject: `${report.simulated ? '[simulated] ' : ''}Your report on ${brand} ${how}`,
    text: templates.render('./ended', { ...report, ...end, brand }),
  }
}

/** Line ends and control characters become blanks; marks that turn the direction of what follows them go. */
function oneLine(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
}
