import type { Store } from '../store/driver/open.ts'
import { findCategory, foldedCategory } from '../store/ranking/categories.ts'
import type { CategorySpec } from './categories.ts'

/**
 * A sentence that refuses the run where a category holds simulated answers and the run is real or the reverse, or where its
 * slug is another category's; undefined where all may be run.
 */
export async function refuseMixture(
  db: Store,
  specs: readonly CategorySpec[],
  simulated: boolean,
): Promise<string | undefined> {
  for (const { slug, category } of specs) {
    const kept = await findCategory(db, slug)
    if (kept === undefined) continue
    if (foldedCategory(kept.category) !== foldedCategory(category))
      return `The slug ${slug} is the category “${kept.category}” in this store, and another name in the file: its months would not be comparable. Put that name back, or give the category a slug of its own.`
    if (kept.simulated === simulated) continue
    const [begun, wanted] = kept.simulated ? ['simulated', 'real'] : ['real', 'simulated']
    return `The category ${slug} was begun with ${begun} engines in this store; use another --database for ${wanted} ones.`
  }
  return undefined
}
