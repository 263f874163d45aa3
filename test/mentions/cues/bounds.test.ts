import { expect, test } from 'vitest'
import { createProductCounter } from '../../../pipeline/mentions/product-counter.ts'

/** Whether an answer names the product of this brand. */
function isNamed(brand: string, text: string): boolean {
  const answer = { text, question: '哪个低代码平台好?', citations: [] }
  return createProductCounter({ brand, domain: 'zoltan.example', aliases: [] }, [], [answer])
    .count(answer)
    .some((mention) => mention.brand === brand)
}

test.each([
  ['栎圈', '国内不少栎圈所使用自研系统。'],
  ['栎圈', '把必须具备的功能用栎圈标出来，逐条打分。'],
  ['栎布', '会议室的栎布比较旧，建议换。'],
  ['小秀才', '周末在小秀才艺术学校上课。'],
  ['足跡', '事前に、どこまで足跡を取るかは話し合ってください。'],
  ['ほうき', '買うならこれです。ほうきと違って段差は越えられません。'],
  ['ほうき', 'まとめ：ほうきで掃いてください。'],
])('%s is a word or part of one in "%s"', (brand, text) => {
  expect(isNamed(brand, text)).toBe(false)
})

test.each([
  ['栎圈', '最近栎圈以价格打进市场。'],
  ['栎圈', '预算 300 元以内看栎圈或小沃。'],
  ['栎圈', '**3. 栎圈扫振电动牙刷**\n- 便宜'],
  ['栎圈', '推荐栎圈，不贵。'],
  ['栎圈', '还有用栎圈低代码平台的。'],
  ['栎圈', '国产的里面栎圈会便宜一些。'],
  ['小秀才', '口碑最好的手表集中在小秀才、栎圈两家。'],
  ['小秀才', '预算有限时小秀才三款都行。'],
  ['足跡', '迷ったら、足跡を選びましょう。'],
  ['足跡', '定番は足跡です。'],
  ['ほうき', '定番は、ほうきです。'],
])('%s is the product in "%s"', (brand, text) => {
  expect(isNamed(brand, text)).toBe(true)
})
