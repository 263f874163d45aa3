import { Option } from 'commander'
import { CADENCES } from '../../pipeline/contract/words.ts'
import type { Command } from '../command/command.ts'
import { addProductOptions } from '../command/product.ts'
import { TERMS } from '../command/terms.ts'
import { parseEmail } from '../command/values.ts'

const ADDED = '--domain acme.com --category "CRM software" --description "A CRM for small teams."'

/** `svc track`. */
export function addTrack(program: Command): void {
  const track = program
    .noun('track', 'the products that `svc report run --tracked` asks about every month or week', 'list')
    .summary('products asked about every month or week')
  const added = 'tracks a product; `svc report run --tracked` asks about it, with the same questions each time'
  addProductOptions(track.verb('add', added, ADDED), "adds its reports to this account's list")
    .addOption(
      new Option('--every <cadence>', 'a report in each calendar month or ISO week, UTC')
        .choices(CADENCES)
        .default('monthly'),
    )
    .addHelpText('after', TERMS.report)
    .runs(async () => (await import('./add.ts')).trackAdd)
  track
    .verb('list', 'the tracked products, their last reports and when the next is due')
    .option('--account <address>', "only this account's", parseEmail)
    .runs(async () => (await import('./list.ts')).trackList)
  track
    .verb('remove', 'stops tracking a product; its reports stay', '4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<id>', "the tracked product's id, from `svc track list`")
    .runs(async () => (await import('./list.ts')).trackRemove)
}
