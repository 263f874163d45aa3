import type { Command } from 'commander'
import { Option } from 'commander'
import type { Run } from './command/command.ts'
import { addNoun, addVerb, later } from './command/command.ts'
import { aMonth } from './command/values.ts'

/** `svc answers`. */
export function addAnswers(program: Command, run: Run): void {
  const answers = addNoun(program, 'answers', {
    summary: "what today's counting rules change",
    description: 'the stored answers',
    sample: './svc answers recount --dry-run',
  })
  const recounted = "what today's counting rules and rulings change, as a new frozen version that says so"
  addVerb(answers, 'recount', recounted, './svc answers recount --dry-run --month 2026-11')
    .argument('[slug...]', 'categories, or reports; left out, all of them')
    .addOption(new Option('--month <YYYY-MM>', 'only the rankings of this month').argParser(aMonth))
    .option('--dry-run', 'say what would change, and change nothing')
    .action(run(later(async () => (await import('./answers/recount.ts')).answersRecount)))
}
