import { sameIntentInWords } from '../pipeline/contract/method-words.ts'
import type { Command, CommonFlags } from './command/command.ts'
import { textUpTo, wholeNumberUpTo } from './command/values.ts'
import { plain, print, type Terminal } from './terminal/output.ts'

interface SuggestFlags extends CommonFlags {
  readonly category: string
  readonly count: number
}

/** `svc prompts`. */
export function addPrompts(program: Command): void {
  const sample = '--category "CRM software"'
  const prompts = program
    .noun('prompts', 'buyer questions', `suggest ${sample}`)
    .summary('template questions for a category')
  prompts
    .verb('suggest', 'template questions for a category, in English; no model is called', `${sample} --count 5`)
    .requiredOption('--category <text>', 'what buyers search for, in their words', textUpTo(200))
    .option('--count <n>', 'how many', wholeNumberUpTo(20), 10)
    .runs(() => suggest)
}

async function suggest(terminal: Terminal, flags: SuggestFlags): Promise<number> {
  const { suggestQuestions } = await import('../pipeline/scribe/suggest.ts')
  const { sameIntent } = await import('../pipeline/statistics/intents.ts')
  const prompts = suggestQuestions(flags.category, flags.count)
  for (const sentence of sameIntentInWords(sameIntent(prompts))) terminal.err(`${sentence}\n`)
  return print(terminal, flags, { prompts }, prompts.map((prompt) => `${plain(prompt)}\n`).join(''))
}
