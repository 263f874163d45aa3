import type { Command } from 'commander'
import { Option } from 'commander'
import type { Run } from './command/command.ts'
import { addVerb, later } from './command/command.ts'
import { textUpTo } from './command/values.ts'

/** `svc mentions`. */
export function addMentions(program: Command, run: Run): void {
  const sample = './svc mentions --brand Acme --domain acme.com answer.md'
  const lines = new Option('--jsonl', "reads and writes one JSON object per line; with --json also what isn't counted")
  addVerb(program, 'mentions', 'what would be counted in a text, with the place and rule of each mention', sample)
    .summary('what would be counted in a text, and by which rule')
    .argument('[file]', 'the text (default: standard input)')
    .option('--brand <name>', "the product's name", textUpTo(100))
    .option('--domain <domain>', "the product's domain", textUpTo(253))
    .addOption(lines.conflicts(['brand', 'domain']))
    .action(run(later(async () => (await import('./mentions/mentions.ts')).mentions)))
}
