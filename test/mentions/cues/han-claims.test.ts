import { expect, test } from 'vitest'
import { createProductCounter } from '../../../pipeline/mentions/product-counter.ts'

/** Whether a text names the product, a word of Chinese: "advantage". */
function names(text: string, question = '智能门锁哪个好？'): boolean {
  const product = { brand: '优点', domain: 'vendor.example', aliases: [] }
  const answer = { text, question, citations: [] }
  return createProductCounter(product, [], [answer])
    .count(answer)
    .some(({ brand }) => brand === '优点')
}

test.each([
  ['as a word', '耶鲁是老牌子，优点是锁体公差小，用十年也不松。'],
  ['behind a verb', '两种锁各有优点：人脸识别无需动手。'],
  ['in a row of words', '先看价格、优点和缺点，再决定。'],
  ['within a row of words', '先看价格、优点、缺点和服务，再决定。'],
  ['within a row of which one has a short word', '先看价格、优点、缺点、鹅服务和别的，再决定。'],
])('no product is named %s', (_, text) => {
  expect(names(text)).toBe(false)
})

test.each([
  ['as what is chosen', '拿来出租，就选优点，管理端成熟。'],
  ['behind what announces it', '综合首选：优点，管理端成熟。'],
  ['with its model', '再看优点 K6，管理端成熟。'],
  ['as a brand', '再看优点牌，管理端成熟。'],
  ['within a row, of which one is coined', '可以在价格、优点、超能和霏沃里选。'],
  ['as a company', '做得最早的，优点科技，管理端成熟。'],
  ['in a row with a coined name', '专业派有霏沃、优点，机械部分扎实。'],
  ['before a coined name', '专业派是这些，优点、霏沃，机械部分扎实。'],
  ['in a row with a name in Latin letters', '专业派有Vokiro、优点，机械部分扎实。'],
  ['quoted', '做得最早的，「优点」，管理端成熟。'],
])('the product is named %s', (_, text) => {
  expect(names(text)).toBe(true)
})

test('the kind of thing that is asked for stands behind the product, in a row with a coined name', () => {
  expect(names('老牌的优点门锁、霏沃、耶鲁都有。', '门锁哪个好？')).toBe(false)
  expect(names('老牌方面，优点门锁、霏沃、耶鲁都有。', '门锁哪个好？')).toBe(true)
  expect(names('老牌方面，优点门锁、霏沃、耶鲁都有。', '哪个好？')).toBe(false)
  expect(names('老牌方面，优点门锁、价格、服务都有。', '门锁哪个好？')).toBe(false)
})

test('a question that sets the product against another says so, too', () => {
  expect(names('自住的话，两种优点不少。', '优点 vs 霏沃')).toBe(true)
  expect(names('自住的话，两种优点不少。', '优点有哪些')).toBe(false)
})

test.each([
  ['two names', '优点门锁和霏沃门锁哪个好', true],
  ['two names, the other one first', '霏沃和优点门锁哪个好', true],
  ['how it is', '优点怎么样', true],
  ['what is like it', '优点的替代品有哪些', true],
  ['what a lock is like', '门锁的优点是怎样的', false],
])('a question after %s: %s', (_, question, expected) => {
  expect(names('自住的话，优点是没大屏的那款。', question)).toBe(expected)
})

test('another spelling of the product that a question compares says so, too', () => {
  const product = { brand: '优点', domain: 'vendor.example', aliases: ['MERIT'] }
  const of = (question: string): number => {
    const answer = { text: '自住的话，优点是没大屏的那款。', question, citations: [] }
    return createProductCounter(product, [], [answer]).count(answer).length
  }
  expect(of('merit门锁和霏沃门锁哪个好')).toBe(1)
  expect(of('门锁和霏沃门锁哪个好')).toBe(0)
})

test('a model behind the kind of thing that is asked for makes a word a name', () => {
  expect(names('自住可以看优点门锁5i，没大屏。', '门锁哪个好？')).toBe(true)
  expect(names('自住可以看优点门锁 Pro，没大屏。', '门锁哪个好？')).toBe(true)
  expect(names('自住可以看优点门锁，没大屏。', '门锁哪个好？')).toBe(false)
  expect(names('自住可以看优点门锁5i，没大屏。', '哪个好？')).toBe(false)
  expect(names('自住可以看优点5个，没大屏。', '门锁哪个好？')).toBe(false)
})

test('a word in Latin letters before the kind of thing that is asked for is a name', () => {
  const product = { brand: 'Merit', domain: 'vendor.example', aliases: [] }
  const of = (text: string, question: string): number => {
    const answer = { text, question, citations: [] }
    return createProductCounter(product, [], [answer]).count(answer).length
  }
  expect(of('同价位的 merit 门锁更轻。', '门锁哪个好？')).toBe(1)
  expect(of('同价位的merit门锁更轻。', '门锁哪个好？')).toBe(1)
  expect(of('同价位的 merit 手感更轻。', '门锁哪个好？')).toBe(0)
  expect(of('a lock of merit lock', 'merit lock?')).toBe(0)
})

test('a question that compares the product says that the word is its name', () => {
  const text = '自住的话，优点是没大屏的那款。'
  expect(names(text, '霏沃和优点的智能门锁选哪个？')).toBe(true)
  expect(names(text, '智能门锁有什么优点？')).toBe(false)
})
