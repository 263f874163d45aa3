import { readFile } from 'node:fs/promises'
import { type CategorySpec, parseCategories } from '../../pipeline/ranking/categories.ts'
import { CommandError, EXIT } from '../terminal/output.ts'

/** The categories of the file, or those of them that --category names. Throws CommandError. */
export async function chosenCategories(flags: {
  readonly categories: string
  readonly category?: readonly string[]
}): Promise<CategorySpec[]> {
  const specs = await readCategories(flags.categories)
  const slugs = flags.category
  if (slugs === undefined) return specs
  if (!slugs.every((slug) => specs.some((spec) => spec.slug === slug)))
    throw new CommandError('A --category is not in the categories file; its slugs are listed there.', EXIT.usage)
  return specs.filter((spec) => slugs.includes(spec.slug))
}

async function readCategories(path: string): Promise<CategorySpec[]> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(path)
  } catch {
    throw new CommandError('The categories file cannot be read; check the path after --categories.', EXIT.usage)
  }
  const specs = parseCategories(bytes)
  if ('faults' in specs)
    throw new CommandError(['The categories file has errors.', ...specs.faults].join('\n'), EXIT.usage)
  return specs
}

/** The month of a run, by default the current one in UTC. Throws CommandError for a future month, or a past one without --backfill. */
export function chosenMonth(
  { month, backfill }: { readonly month?: string; readonly backfill?: boolean },
  { now, simulated }: { now: number; simulated: boolean },
): string {
  const current = new Date(now).toISOString().slice(0, 7)
  if (month === undefined) return current
  if (month > current)
    throw new CommandError(`The month ${month} has not begun; leave --month out to ask for ${current}.`, EXIT.usage)
  if (month < current && backfill !== true && !simulated)
    throw new CommandError(
      `The month ${month} is over, so its questions would be asked today; ` +
        'add --backfill to run it anyway, and every page will say when it was asked.',
      EXIT.usage,
    )
  return month
}
