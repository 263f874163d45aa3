import { suggestQuestions } from '../../pipeline/scribe/suggest.ts'
import type { SuggestFlags } from '../flags/analyst.ts'
import type { Terminal } from '../output.ts'
import { EXIT, plain, printJson } from '../output.ts'

/** `svc prompts suggest`: one question a line. */
export async function promptsSuggest(terminal: Terminal, { category, count, json }: SuggestFlags): Promise<number> {
  const prompts = suggestQuestions(category, count)
  if (json === true) printJson(terminal, { prompts })
  else terminal.out(prompts.map((prompt) => `${plain(prompt)}\n`).join(''))
  return EXIT.done
}
