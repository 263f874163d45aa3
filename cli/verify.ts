import { type Command, example } from './command/command.ts'
import { parsePublicKey } from './command/values.ts'

/** `svc verify`. */
export function addVerify(program: Command): void {
  program
    .command('verify')
    .summary('rebuilds a published month from its bundle, without a key')
    .description('rebuilds the ranking in a bundle from its raw replies and compares it byte for byte')
    .argument('<bundle>', 'a file, or an https address')
    .option('--key <key>', "the operator's public key, from /signing-key.txt on the site", parsePublicKey)
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', example('./svc verify https://rankings.example/rankings/crm/2026-11/bundle.jsonl.gz'))
    .runs(async () => (await import('./verify/verify.ts')).verify)
}
