import fc from 'fast-check'
import type { FrozenReport } from '../../pipeline/contract/report.ts'

/** Pieces that mean something to Markdown, to HTML or to a reader's eye. */
const PIECES = [
  ...'\\`*_[]()<>#+-.!|~$&^{}@:/"\'=1 \n\t\r',
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '</style>', '-->', '<!--', ']]>', '<%= it %>'],
  ...[
    '![a](b)',
    '[a]: b',
    '[^1]',
    '&copy;',
    '&#60;',
    '```',
    '~~~',
    '---',
    '***',
    '$$',
    '\\\n',
    '  \n',
    '1. ',
    '123456789) ',
    '- ',
    '_a_',
    '**a**',
    '__',
  ],
  ...['www.a.example', 'https://a.example', 'a@b.example', '| - |', ':-:', '# ', '    '],
  ...[
    '\u0000',
    '\u001b[2J',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\u202e',
    '\u2066',
    '\u200f',
    '\ud800',
    '\u{e0041}',
    '北',
    '🚀',
  ],
  'x'.repeat(3_000),
]

/** Texts that try to be markup, that hold control characters, turn the line around or are very long. */
export function hostileText(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { arbitrary: fc.constantFrom(...PIECES), weight: 4 },
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  return fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
}

/**
 * The same report with every text that comes from outside put through `write`, one and the same for the same text;
 * addresses keep their host and sources their domain, so that pages stay pages.
 */
export function rewrite(report: FrozenReport, write: (text: string, index: number) => string): FrozenReport {
  const written = new Map<string, string>()
  const text = (original: string): string => {
    const known = written.get(original) ?? write(original, written.size)
    written.set(original, known)
    return known
  }
  const address = (url: string) => `${new URL(url).origin}/${text(url)}`
  return {
    ...report,
    brand: text(report.brand),
    domain: text(report.domain),
    category: text(report.category),
    description: text(report.description),
    error: report.error === null ? null : text(report.error),
    engines: report.engines.map((row) => ({ ...row, model: text(row.model) })),
    enginesSkipped: report.enginesSkipped.map((row) => ({ ...row, reason: text(row.reason) })),
    ...(report.said && {
      said: { ...report.said, quotes: report.said.quotes.map((quote) => ({ ...quote, text: text(quote.text) })) },
    }),
    competitors: report.competitors.map((row) => ({ ...row, name: text(row.name), domain: text(row.domain ?? '') })),
    actionPlan: report.actionPlan.map((row) => ({
      ...row,
      title: text(row.title),
      why: text(row.why),
      evidence: row.evidence.map(text),
    })),
    questions: report.questions.map((question) => ({
      ...question,
      text: text(question.text),
      ...(question.searches && {
        searches: question.searches.map((search) => ({ ...search, query: text(search.query) })),
      }),
      answers: question.answers.map((answer) => ({
        ...answer,
        text: answer.text === '' ? '' : text(answer.text),
        ...(answer.searches && { searches: answer.searches.map(text) }),
        model: answer.model === null ? null : text(answer.model),
        ...(answer.error !== undefined && { error: text(answer.error) }),
        brands: answer.brands.map((brand) => ({ ...brand, name: text(brand.name) })),
        evidence: answer.evidence.map((each) => ({ ...each, brand: text(each.brand), rule: text(each.rule) })),
        citations: answer.citations.map(({ url, title = '', domain }) => ({
          url: address(url),
          title: text(title),
          domain,
        })),
      })),
    })),
    ledger: report.ledger.map((row) => ({ ...row, ...(row.reason !== undefined && { reason: text(row.reason) }) })),
    method: report.method && { ...report.method, detector: text(report.method.detector) },
  }
}
