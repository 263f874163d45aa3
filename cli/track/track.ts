import type { Command } from 'commander'
import { Option } from 'commander'
import { CADENCES } from '../../pipeline/contract/words.ts'
import type { Run } from '../command/command.ts'
import { addNoun, addVerb, later } from '../command/command.ts'
import { addProductOptions } from '../command/product.ts'
import { TERMS } from '../command/terms.ts'
import { parseEmail } from '../command/values.ts'

const ADDED = './svc track add --domain acme.com --category "CRM software" --description "A CRM for small teams."'

/** `svc track`. */
export function addTrack(program: Command, run: Run): void {
  const track = addNoun(
    program,
    'track',
    'the products that `svc report run --tracked` asks about every month or week',
    './svc track list',
  ).summary('products asked about every month or week')
  const added = 'tracks a product; `svc report run --tracked` asks about it, with the same questions each time'
  addProductOptions(addVerb(track, 'add', added, ADDED), "adds its reports to this account's list")
    .addOption(
      new Option('--every <cadence>', 'a report in each calendar month or ISO week, UTC')
        .choices(CADENCES)
        .default('monthly'),
    )
    .addHelpText('after', TERMS.report)
    .action(run(later(async () => (await import('./add.ts')).trackAdd)))
  addVerb(track, 'list', 'the tracked products, their last reports and when the next is due', './svc track list')
    .option('--account <address>', "only this account's", parseEmail)
    .action(run(later(async () => (await import('./list.ts')).trackList)))
  addVerb(track, 'remove', 'stops tracking a product; its reports stay', './svc track remove 4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<id>', "the tracked product's id, from `svc track list`")
    .action(run(later(async () => (await import('./list.ts')).trackRemove)))
}
