import { isSameMarket, marketOf } from '../contract/market/market.ts'
import { languageName, marketName } from '../contract/market/market-words.ts'
import { TEMPLATES_LANGUAGE } from '../scribe/suggest.ts'
import type { Store } from '../store/driver/open.ts'
import { type Category, findCategory, foldedCategory, slugOfCategory } from '../store/ranking/categories.ts'
import type { CategorySpec } from './categories.ts'

/** The kind of a run's engines, and whether it has a scribe. */
interface Means {
  readonly simulated: boolean
  /** A simulated scribe writes no questions. */
  readonly scribe: boolean
}

/**
 * A sentence that refuses the run: a category has simulated answers and the run is real or the reverse, the slug is another
 * category's or market's, the category has another slug, or nobody can write its questions. Undefined if all may be run.
 */
export async function refuseRun(db: Store, specs: readonly CategorySpec[], means: Means): Promise<string | undefined> {
  for (const spec of specs) {
    const kept = await findCategory(db, spec.slug)
    const refusal = kept === undefined ? await refuseSecondSlug(db, spec, means) : refuseMixture(spec, kept, means)
    if (refusal !== undefined) return refusal
    if (spec.questions === undefined && (kept === undefined || kept.questions.length === 0)) {
      const unwritten = refuseUnwritten(spec, means)
      if (unwritten !== undefined) return unwritten
    }
  }
  return undefined
}

async function refuseSecondSlug(db: Store, spec: CategorySpec, { simulated }: Means): Promise<string | undefined> {
  const other = await slugOfCategory(db, { category: spec.category, ...marketOf(spec), simulated })
  if (other === undefined) return undefined
  return (
    `The category “${spec.category}” has the slug ${other} in this store and ${spec.slug} in the file, which would split ` +
    'its months over two rankings. Restore the old slug, or give the category a different name.'
  )
}

function refuseMixture(spec: CategorySpec, kept: Category, { simulated }: Means): string | undefined {
  const { slug } = spec
  const market = marketOf(spec)
  if (!isSameMarket(kept, market))
    return (
      `The slug ${slug} is a ranking for ${marketName(kept)} in this store and for ${marketName(market)} in the file, ` +
      'but a ranking has answers from only one market. Give the category a different slug.'
    )
  if (foldedCategory(kept.category) !== foldedCategory(spec.category))
    return (
      `The slug ${slug} is the category “${kept.category}” in this store but has another name in the file, so its ` +
      'months would not be comparable. Restore the old name, or give the category a different slug.'
    )
  if (kept.simulated === simulated) return undefined
  const [begun, wanted] = kept.simulated ? ['simulated', 'real'] : ['real', 'simulated']
  return `The category ${slug} was begun with ${begun} engines in this store; use another --database for ${wanted} ones.`
}

/** Templates are in English, and buyers in other languages don't ask in English. */
function refuseUnwritten({ slug, ...named }: CategorySpec, { simulated, scribe }: Means): string | undefined {
  const market = marketOf(named)
  if (market.language === TEMPLATES_LANGUAGE || (scribe && !simulated)) return undefined
  const why = simulated
    ? 'simulated runs use templates, which exist only in English'
    : 'templates exist only in English'
  const write = `write its questions in ${languageName(market)} in the categories file`
  const orScribe = ', or set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY for a scribe to write them'
  return `${slug} has no questions, and ${why}; ${write}${simulated ? '' : orScribe}.`
}
