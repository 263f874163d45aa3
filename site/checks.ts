import { statSync } from 'node:fs'
import { join } from 'node:path'
import { bundleName } from '../pipeline/contract/bundle.ts'
import type { QuestionHash } from '../pipeline/store/ranking/question-hashes.ts'
import type { MonthCheck } from './src/views.ts'

/** How a published version can be checked, and the file of its bundle. */
export interface FoundCheck {
  readonly check: MonthCheck
  readonly file?: string
  /** Changes with the bundle and with when the hash was published. */
  readonly made: string
}

/** Returns a function that finds a version's bundle, if there is a folder of them, and the published hash of its questions. */
export function findChecks(bundles: string | undefined, hashes: ReadonlyMap<string, readonly QuestionHash[]>) {
  return ({ slug, month, version }: { readonly slug: string; readonly month: string; readonly version: number }) => {
    const file = bundles && join(bundles, bundleName(slug, month, version))
    const found = file && statSync(file, { throwIfNoEntry: false })
    const shown = hashes.get(month)?.find((each) => each.slug === slug)?.publishedAt
    return {
      check: {
        ...(found && { bundleBytes: found.size }),
        ...(typeof shown === 'number' && { hashPublished: new Date(shown).toISOString() }),
      },
      ...(found && { file }),
      made: [found ? `${found.size}/${found.mtimeMs}` : '', shown ?? ''].join(' ').trimEnd(),
    } satisfies FoundCheck
  }
}
