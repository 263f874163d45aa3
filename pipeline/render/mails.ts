import { join } from 'node:path'
import { Eta } from 'eta'

/** Plain text: nothing is escaped, and the template's line breaks stay. */
const templates = new Eta({
  views: join(import.meta.dirname, '../../templates/mail'),
  autoEscape: false,
  autoTrim: false,
  cache: true,
})

/**
 * The mail that a report has started, with the address of its page. The caller's brand is reduced to one line without
 * control characters, so that it can add neither a header nor a paragraph.
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

/** The mail on a report's end: the counted answers that named the product, or why it failed and where its credit is. */
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

/** The text with line ends and control characters as spaces, without marks that change the text direction. */
function oneLine(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
}
