import type { Command } from './command/command.ts'
import { parseMonth } from './command/values.ts'

/** `svc answers`. */
export function addAnswers(program: Command): void {
  const answers = program
    .noun('answers', 'the stored answers', 'recount --dry-run')
    .summary("what today's counting rules change")
  const recounted = "counts again by today's rules and rulings, and publishes what changes as a new frozen version"
  answers
    .verb('recount', recounted, '--dry-run --month 2026-11')
    .argument('[slug...]', 'categories or reports (default: all)')
    .option('--month <YYYY-MM>', 'only the rankings of this month', parseMonth)
    .option('--dry-run', 'show what would change, without changing it')
    .runs(async () => (await import('./answers/recount.ts')).answersRecount)
}
