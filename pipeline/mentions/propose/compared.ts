import { likenessIn } from '../prose/cjk-reading.ts'
import type { Search } from './candidates.ts'

/** A name in a question: a blank stands only before a second word of Latin letters or Hangul. */
const NAME = '[\\p{L}\\p{N}・ー.&+-]{1,16}?(?: [A-Za-z가-힣][A-Za-z0-9가-힣.+-]{0,11}?)??'
/** "语雀和飞书文档选哪个", "アサナとトレロの違い", "졸탄과 키엘모 중". */
const COMPARED = [
  `(${NAME}) ?(?:和|与|與|跟|还是|還是|vs\\.?) ?(${NAME})(?:的\\p{L}{1,8}?)? ?(?:[选選买買]?哪|到底|怎么[选買买]|怎麼[選買]|相比|有什么|有什麼|有何|[谁誰]|区别|區別|差别|差別|对比|對比|比较|比較|[?？]|$)`,
  `(${NAME})(?:と|か、?|vs) ?(${NAME})(?:の\\p{L}{1,8}?)?(?:の|を|、|で|では|って|は|だと)*(?:違い|比較|比べ|どちら|どっち|差|結局|[?？]|$)`,
  `(${NAME})(?:와|과|랑|이랑|하고| vs\\.?) (${NAME})(?:의 [가-힣]{1,8})?(?:은|는|을|를)? ?(?:중|가운데|차이|비교|어디|어느|어떤|뭐가|무엇)`,
].map((source) => new RegExp(source, 'u'))
/** What stands before the first one in its sentence: 外贸公司选, 北京的制造企业买. */
const LEAD = /^.*(?:[，,、。：:]|のは|では|なら|(?<![A-Za-z]) |[选選买買用换換](?=.{2}))/u

/** What is compared are types: 声波式和旋转式. */
const TYPE = /[式型]$/u

/** Notes the two names that a question in Chinese, Japanese or Korean compares: both are choices wherever the answer names them. */
export function noteCompared(question: string, { cjkKinds, known, candidates, citedDomain }: Search): void {
  const reading = { kinds: cjkKinds, isKnown: known.has }
  for (const pattern of COMPARED) {
    const match = pattern.exec(question)
    if (match === null) continue
    const pair = [(match[1] ?? '').replace(LEAD, ''), match[2] ?? '']
    const likes = pair.map((name) => likenessIn(reading, name))
    if (likes.includes('none') || pair.some((name) => TYPE.test(name)) || !likes.includes('name')) continue
    for (const name of pair) if (!known.has(name)) candidates.note(name, citedDomain(name))
    return
  }
}
