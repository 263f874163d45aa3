import type { Command } from 'commander'
import { Option } from 'commander'
import type { Run } from './command/command.ts'
import { addNoun, addVerb, later } from './command/command.ts'
import { parseMonth } from './command/values.ts'

/** `svc answers`. */
export function addAnswers(program: Command, run: Run): void {
  const answers = addNoun(program, 'answers', {
    summary: "what today's counting rules change",
    description: 'the stored answers',
    sample: './svc answers recount --dry-run',
  })
  const recounted = "counts again by today's rules and rulings, and publishes what changes as a new frozen version"
  addVerb(answers, 'recount', recounted, './svc answers recount --dry-run --month 2026-11')
    .argument('[slug...]', 'categories or reports (default: all)')
    .addOption(new Option('--month <YYYY-MM>', 'only the rankings of this month').argParser(parseMonth))
    .option('--dry-run', 'show what would change, without changing it')
    .action(run(later(async () => (await import('./answers/recount.ts')).answersRecount)))
}
