import type { Command } from 'commander'
import { Option } from 'commander'
import type { Run } from './command/command.ts'
import { addVerb, later } from './command/command.ts'
import { aText } from './command/values.ts'

/** `svc mentions`. */
export function addMentions(program: Command, run: Run): void {
  const sample = './svc mentions --brand Acme --domain acme.com answer.md'
  const lines = new Option('--jsonl', "reads and writes one JSON object a line, with --json also what isn't counted")
  addVerb(program, 'mentions', 'what would be counted in a text, with the place and the rule of each', sample)
    .summary('what would be counted in a text, and by which rule')
    .argument('[file]', 'the text; left out, standard input')
    .option('--brand <name>', "the product's name", aText(100))
    .option('--domain <domain>', "the product's domain", aText(253))
    .addOption(lines.conflicts(['brand', 'domain']))
    .action(run(later(async () => (await import('./mentions/mentions.ts')).mentions)))
}
