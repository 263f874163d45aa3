import { Option } from 'commander'
import type { Command } from './command/command.ts'
import { textUpTo } from './command/values.ts'

/** `svc mentions`. */
export function addMentions(program: Command): void {
  const lines = new Option('--jsonl', "reads and writes one JSON object per line; with --json also what isn't counted")
  program
    .verb(
      'mentions',
      'what would be counted in a text, with the place and rule of each mention',
      '--brand Acme --domain acme.com answer.md',
    )
    .summary('what would be counted in a text, and by which rule')
    .argument('[file]', 'the text (default: standard input)')
    .option('--brand <name>', "the product's name", textUpTo(100))
    .option('--domain <domain>', "the product's domain", textUpTo(253))
    .addOption(lines.conflicts(['brand', 'domain']))
    .runs(async () => (await import('./mentions/mentions.ts')).mentions)
}
