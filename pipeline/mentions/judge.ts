import { proposeNames } from './extract.ts'
import type { AnswerText, ProposedName } from './names/brand.ts'
import { createJudge, type Judgement } from './old-count.ts'
import { createProductCounter } from './product-counter.ts'
import { resolveBrands } from './resolve.ts'

export interface Case {
  readonly answer: AnswerText
  readonly category: string
  readonly product: { readonly brand: string; readonly domain: string; readonly aliases: readonly string[] } | null
  readonly names: readonly ProposedName[] | null
}

export function judge({ answer, category, product, names }: Case): Judgement {
  const own = product === null ? [] : [product.brand, ...product.aliases]
  const anchors = [...(names ?? []).map(({ name }) => name), ...own]
  const proposed = [...(names ?? []), ...proposeNames([answer], category, anchors, own)]
  if (product !== null) return createProductCounter(product, proposed, [answer]).judge(answer)
  return createJudge(resolveBrands(proposed, [answer]))(answer)
}
