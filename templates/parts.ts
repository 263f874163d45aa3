import { join } from 'node:path'
import { Eta } from 'eta'
import { enginesInShort } from '../pipeline/contract/headline.ts'
import { markText } from '../pipeline/contract/highlight.ts'
import { ruleInWords } from '../pipeline/contract/method-words.ts'
import { STANCE_WORDS, saidSentence, someQuotes } from '../pipeline/contract/said/said-words.ts'
import type { EngineName } from '../pipeline/contract/terms.ts'
import { webAddress } from '../pipeline/contract/texts.ts'
import { answerFlags, counted, ledgerNote } from '../pipeline/contract/wording.ts'
import { ENGINE_LABELS } from '../pipeline/contract/words.ts'
import { escapeHtml } from './escape.ts'
import { formatAnswer } from './format-answer.ts'

const WORDS = {
  ENGINE_LABELS,
  STANCE_WORDS,
  answerFlags,
  answerId,
  counted,
  formatAnswer,
  enginesInShort,
  folded,
  ledgerNote,
  markText,
  ruleInWords,
  saidSentence,
  someQuotes,
  webAddress,
}

/** The anchor of one answer on its page; numbers from 0, as in the API. */
export function answerId(question: number, { engine, run }: { engine: EngineName; run: number }): string {
  return `q${question}-${engine}-r${run}`
}

/**
 * Renders the parts that report pages and the site share, from the folder `templates`: a part's name and what it shows
 * give HTML in which every text is escaped. Each template is read once.
 */
export function createParts(templates: string): (name: string, view: object) => string {
  const views = htmlViews(join(templates, 'parts'))
  return (name, view) => views.render(`./${name}`, { ...WORDS, ...view })
}

/** A long list of which `open` rows are shown; `id` names it, and `nouns` are what the others are called, one and several. */
interface Folded {
  readonly open: number
  readonly id: string
  readonly nouns: readonly [string, string?]
}

/** The first rows as HTML, and the others one click away; a single one is not worth a click. */
export function folded<Row>(
  rows: readonly Row[],
  { open, id, nouns }: Folded,
  render: (rows: readonly Row[], labelledBy: string) => string,
): string {
  const shown = rows.length === open + 1 ? rows.length : open
  const [first, rest, more] = [rows.slice(0, shown), rows.slice(shown), `${id}-more`]
  if (rest.length === 0) return render(first, id)
  const summary = `<summary id="${more}">${counted(rest.length, ...nouns)}</summary>`
  return `${render(first, id)}\n<details class="more">\n${summary}\n${render(rest, more)}\n</details>`
}

/** The HTML templates of a folder; whatever they print is escaped unless they say otherwise. */
export function htmlViews(views: string): Eta {
  return new Eta({ views, defaultExtension: '.html.eta', cache: true, escapeFunction: escapeHtml })
}
