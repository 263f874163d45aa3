import { systemClock } from '../../pipeline/ask/clock.ts'
import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import { rewriteQuestions } from '../../pipeline/ranking/rewrite.ts'
import { openExistingStore } from '../../pipeline/store/driver/open.ts'
import { askedScribes } from '../engines.ts'
import type { CommonFlags } from '../flags/common.ts'
import { onInterrupt } from '../interrupt.ts'
import type { Terminal } from '../output.ts'
import { CommandError, cents, dollars, EXIT, plain, printJson } from '../output.ts'

/** `svc questions rewrite`. */
export async function questionsRewrite(terminal: Terminal, category: string, flags: CommonFlags): Promise<number> {
  const config = readConfig(takeEnvironment(), flags)
  const [asked] = config.simulate ? [] : await askedScribes(config, systemClock)
  if (asked === undefined)
    throw new CommandError(
      'No scribe has a key, and only one writes questions; set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY.',
    )
  const db = await openExistingStore(config.database, systemClock.now())
  const interrupt = onInterrupt(terminal, 'Stopping: waiting for the call under way; Ctrl-C again cuts it off.')
  const rewritten = await rewriteQuestions(
    { db, clock: systemClock, random: Math.random, scribe: asked, ...interrupt },
    category,
  ).finally(async () => {
    interrupt.dispose()
    await db.destroy()
  })
  if ('refusal' in rewritten) throw new CommandError(rewritten.refusal)
  const { questions, costUsd } = rewritten
  if (flags.json === true) printJson(terminal, { questions, cost: { usd: cents(costUsd) } })
  else terminal.out(questions.map((question) => `${plain(question)}\n`).join(''))
  terminal.err(
    `Written by ${asked.scribe.vendor} for ${dollars(costUsd)}: every month that is begun from here on asks these, and its page says that they changed.\n`,
  )
  return EXIT.done
}
