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

/** The searches of a question that are open; the rest is one click away. */
const OPEN_SEARCHES = 5

const WORDS = {
  openRows: OPEN_SEARCHES,
  ENGINE_LABELS,
  STANCE_WORDS,
  answerFlags,
  answerId,
  counted,
  formatAnswer,
  enginesInShort,
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

/** The HTML templates of a folder; whatever they print is escaped unless they say otherwise. */
export function htmlViews(views: string): Eta {
  return new Eta({ views, defaultExtension: '.html.eta', cache: true, escapeFunction: escapeHtml })
}
