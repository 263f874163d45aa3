import type { Command } from 'commander'
import type { Run } from './command/command.ts'
import { addNoun, addVerb, later } from './command/command.ts'
import { parseMonth } from './command/values.ts'

/** `svc answers`. */
export function addAnswers(program: Command, run: Run): void {
  const answers = addNoun(program, 'answers', 'the stored answers', './svc answers recount --dry-run').summary(
    "what today's counting rules change",
  )
  const recounted = "counts again by today's rules and rulings, and publishes what changes as a new frozen version"
  addVerb(answers, 'recount', recounted, './svc answers recount --dry-run --month 2026-11')
    .argument('[slug...]', 'categories or reports (default: all)')
    .option('--month <YYYY-MM>', 'only the rankings of this month', parseMonth)
    .option('--dry-run', 'show what would change, without changing it')
    .action(run(later(async () => (await import('./answers/recount.ts')).answersRecount)))
}
