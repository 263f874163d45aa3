import { systemClock } from '../pipeline/ask/clock.ts'
import { sameIntentInWords } from '../pipeline/contract/method-words.ts'
import type { Command, CommonFlags } from './command/command.ts'
import { parseSlug } from './command/values.ts'
import { settings, withStore } from './setup/store.ts'
import { onInterrupt } from './terminal/interrupt.ts'
import { CommandError, dollars, plain, print, roundedUsd, type Terminal } from './terminal/output.ts'

/** `svc questions`. */
export function addQuestions(program: Command): void {
  const questions = program
    .noun('questions', "a category's stored questions", 'rewrite crm-software')
    .summary('new questions for a category, by a scribe')
  const rewritten = 'has a scribe write new questions for later months; the page says that they changed'
  questions
    .verb('rewrite', rewritten, 'crm-software')
    .argument('<category>', 'its slug', parseSlug)
    .runs(() => rewrite)
}

async function rewrite(terminal: Terminal, category: string, flags: CommonFlags): Promise<number> {
  const { rewriteQuestions } = await import('../pipeline/ranking/rewrite.ts')
  const { createScribes, withScribeLane } = await import('./setup/engines.ts')
  const config = await settings(flags)
  const [scribe] = config.simulate ? [] : await createScribes(config)
  if (scribe === undefined)
    throw new CommandError(
      'No scribe has a key, and only a scribe writes questions; set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY.',
    )
  const rewritten = await withStore(flags, async ({ db }) => {
    const asked = await withScribeLane(config, db, scribe)
    const interrupt = onInterrupt(terminal, 'Stopping: waiting for the call under way; Ctrl-C again cuts it off.')
    const process = { db, clock: systemClock, random: Math.random, ...interrupt }
    return rewriteQuestions(process, asked, category).finally(interrupt.dispose)
  })
  if ('refusal' in rewritten) throw new CommandError(rewritten.refusal)
  const { questions, costUsd } = rewritten
  const text = questions.map((question) => `${plain(question)}\n`).join('')
  const exit = print(terminal, flags, { questions, cost: { usd: roundedUsd(costUsd) } }, text)
  terminal.err(
    `Written by ${scribe.vendor} for ${dollars(costUsd)}. ` +
      'Every month begun from now on asks these, and its page says that they changed.\n',
  )
  const { sameIntent } = await import('../pipeline/statistics/intents.ts')
  for (const sentence of sameIntentInWords(sameIntent(questions))) terminal.err(`${sentence}\n`)
  return exit
}
