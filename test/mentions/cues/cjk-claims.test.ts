import { expect, test } from 'vitest'
import { isAskedOf, isClaimedInCjk } from '../../../pipeline/mentions/cues/cjk-claims.ts'

/** Whether the word in brackets can only be a name there. */
function claimed(text: string): boolean {
  const start = text.indexOf('⟦')
  return isClaimedInCjk(text.replace(/[⟦⟧]/g, ''), start, text.indexOf('⟧') - 1)
}

test.each([
  ['quoted', '無料なら「⟦シフト⟧」が使えます。'],
  ['the label of a link', '가계부는 [⟦지방⟧](https://x.example)도 있습니다.'],
  ['in bold', '처음이라면 **⟦지방⟧**부터 보세요.'],
  ['at the head of a line, with a model', '2. **⟦대규모⟧ 프로 1** – 조용합니다.'],
  ['at the head of a line, with a remark', '**⟦スーパー⟧（スイス）**\n速いです。'],
  ['a rank', '### 4位:⟦セット⟧「まっ直ぐ」'],
  ['at the head of a line, with the rest of its name', '### 2. ⟦好奇⟧ 铂金装'],
  ['the same in bold behind a medal', '🥈 **⟦舒適⟧ 舒綺 Intuition**\n內建皂條。'],
  ['the same in katakana', '1. **⟦メリット⟧ シャンプー**：安い。'],
  ['at the head of a line with a keycap', '### 3️⃣ ⟦孩子王⟧\n门店多'],
  ['a table’s row, before its product in quotes', '|---|---|\n| ⟦松竹梅⟧「天」 | 辛口 |'],
  ['beside a name of two scripts', '候補は⟦マイク⟧、Airワークなどです。'],
  ['a company', '管理は⟦コイン⟧株式会社の製品です。'],
  ['what it was called', '配信が多いのは⟦ホテル⟧（旧ホテル）で、安いです。'],
  ['taken', '처음이면 ⟦필수⟧를 먼저 써 보세요.'],
  ['said to be the best', '速さでは⟦シフト⟧が頭ひとつ抜けています。'],
  ['the answer', '無料なら、まず⟦センサー⟧です。'],
  ['an answer by itself', '⟦キッチン⟧です。1分で作れます。'],
  ['what is best', 'いちばんのおすすめは、⟦シフト⟧の新しい型です。'],
  ['what is for each case', '価格で選ぶなら⟦プラン⟧、作品で選ぶならほかにもあります。'],
  ['what is for each case in Korean', '편하다면 ⟦금리⟧, 최저가를 찾는다면 다른 곳이 좋습니다.'],
  ['what is as well', '자주 쓴다면 ⟦금리⟧도 괜찮은데, 비쌉니다.'],
  ['what is as well in Japanese', '安さなら⟦プラン⟧もおすすめです。'],
  ['what a line in bold is about', '**老牌均衡：⟦靠得住⟧**\n超過五十年'],
  ['what a label says', '**국내 구독형:** ⟦보리⟧ 퍼피 스타트. 편합니다.'],
  ['what a label says by itself', '**국내 구독형:** ⟦보리⟧.'],
  ['beside a name that no lexicon knows', '국산으로는 ⟦금리⟧와 퀼나와가 있습니다.'],
  ['behind one', '候補はゾルタン、⟦マイク⟧などです。'],
])('a word of Japanese or Korean is a name: %s', (_, text) => {
  expect(claimed(text)).toBe(true)
})

test.each([
  ['one case alone', '価格で選ぶなら⟦プラン⟧、次に色を見ます。'],
  ['no case', '요즘은 ⟦금리⟧도 괜찮은데, 비쌉니다.'],
  ['a line in bold that is a sentence', '**⟦바람⟧ 방향부터 확인하세요**\n제품은'],
  ['a line in bold that says how', '**⟦바람⟧ 세기 조절하는 법**\n제품은'],
  ['what a label says in a sentence', '**국내 구독형:** ⟦보리⟧ 먹으면 됩니다.'],
  ['what no label says', '국내 구독형: ⟦보리⟧ 퍼피 스타트. 편합니다.'],
  ['what the rest of the line is about', '**品質：⟦靠得住⟧的商品**\n超過'],
  ['a topic', '年額⟦プラン⟧は安いです。'],
  ['a kind of reward', "연말의 '⟦플렉스⟧'식 보상"],
  ['a table’s cell alone', '| ⟦メリット⟧ | デメリット |'],
  ['beside its opposite', '⟦メリット⟧・デメリットを比べます。'],
  ['words behind a comma', '2. ⟦好奇⟧ 为什么，贵'],
  ['what is called so', '「⟦シフト⟧」とは勤務表のことです。'],
  ['beside a word', '두부, ⟦달걀⟧, 우유를 삽니다.'],
  ['a subject', '⟦문제⟧가 생기면 스스로 해결해야 합니다.'],
  ['an item in a sentence', '表で⟦サービス⟧を比べます。'],
])('but not: %s', (_, text) => {
  expect(claimed(text)).toBe(false)
})

test.each([
  ['강아지 사료 보리 후기랑 대안 좀', '보리', true],
  ['보리의 장단점은?', '보리', true],
  ['보리 들어간 사료 후기', '보리', false],
  ['大地の口コミは？', '大地', true],
  ['大地の野菜は？', '大地', false],
])('%s asks of %s: %s', (question, name, expected) => {
  expect(isAskedOf(question, name)).toBe(expected)
})
