import { describe, expect, test } from 'vitest'
import { readCjkProse } from '../../../pipeline/mentions/prose/cjk-prose.ts'

const names = (text: string, ...known: string[]) => [
  ...new Set(readCjkProse(text, new Set(['会計']), (name) => known.includes(name)).map(({ name }) => name)),
]

describe('a row of names is read', () => {
  test.each([
    [
      'Japanese',
      '代表的なのはfreee、マネーフォワード、ジョブカンの3つです。',
      ['freee', 'マネーフォワード', 'ジョブカン'],
    ],
    ['Japanese, a known name in it', '設定はfreeeやゾルタンで変わります。', ['freee', 'ゾルタン']],
    ['Chinese', '口碑较好的有科沃斯、追觅和云鲸三个品牌。', ['科沃斯', '追觅', '云鲸']],
    ['a recommendation in Chinese', '大户型选科沃斯，小户型选云鲸。', ['科沃斯', '云鲸']],
    ['Korean', '대표적인 협업툴로는 노션, 트렐로, 슬랙이 있습니다.', ['노션', '트렐로', '슬랙']],
    [
      'Korean with a last word for and',
      '음질만 보면 젠하이저, 테크닉스, 그리고 뱅앤올룹슨이 꾸준히 거론됩니다.',
      ['젠하이저', '테크닉스', '뱅앤올룹슨'],
    ],
    ['makers in Korean', '렌탈로는 젤라의 GIGO 시리즈, 프랑젤의 A300이 주로 거론됩니다.', ['젤라', '프랑젤']],
    [
      'makers in Japanese',
      '静かさならキエルモのQX-900、ゾルタンのZirPods Pro 2が三強とされます。',
      ['キエルモ', 'ゾルタン'],
    ],
    ['who is on offer in Korean', '들어와 있는 곳은 **젤성화재, 졸탄손보** 등입니다.', ['젤성화재', '졸탄손보']],
    ['a pair in Chinese', '家长更偏向动画课，例如霏马英语与叽霏，每天十五分钟。', ['霏马英语', '叽霏']],
    [
      'what is counted behind in Chinese',
      '网课里，霏而思、霏辅导和作霏帮是家长讨论最多的三家。',
      ['霏而思', '霏辅导', '作霏帮'],
    ],
    [
      'a quality before the last in Chinese',
      '主要有霏快云库、霏麦云、Zolshare和开源的Kielcloud。',
      ['Zolshare', '霏快云库', '霏麦云', 'Kielcloud'],
    ],
    ['tools in Korean', '그때는 젤사나나 스마트젤트 같은 전용 도구가 낫습니다.', ['젤사나', '스마트젤트']],
    ['what is counted in Japanese', '青禾と緑野の2社が有力です。', ['青禾', '緑野']],
    ['what is counted in Chinese', '常見的有青禾信託、綠野銀行與紅豆銀行三家。', ['青禾信託', '綠野銀行', '紅豆銀行']],
    [
      'the kind that is asked for in Korean',
      '국산 브랜드는 삼정전자, 대해전자, 에브리젤 정도입니다.',
      ['삼정전자', '대해전자', '에브리젤'],
    ],
  ])('%s', (_, text, expected) => {
    expect(names(text, 'freee')).toEqual(expected)
  })
})

describe('a sentence names', () => {
  test.each([
    ['its subject in Latin letters', 'Zoltanは無料ですが、見た目は古めです。', ['Zoltan']],
    ['a maker before a model', '静かさならキエルモのQX-900が三強とされます。', ['キエルモ']],
    ['a maker of Han before a product', '青禾のZABOOMと青禾の新型を比べます。', ['青禾']],
    ['what it recommends in katakana', 'まずはゾルタンがおすすめです。', ['ゾルタン']],
    ['a word of the category', '手軽なのは円箔会計です。', ['円箔会計']],
    ['what it picks in Chinese', '预算有限可以考虑 Zoltan，够用。', ['Zoltan']],
    ['a coined name in Chinese', '其中励沃斯的避障最强。', ['励沃斯']],
    ['whom a verb of two characters follows', '其中霏沃云胜在单价低。', ['霏沃云']],
    ['a company in Chinese', '登山建議用綠豐銀行的 @Dawey 卡。', ['綠豐銀行']],
    ['its subject in Japanese, and not what is said of it', 'Zoltanはゾルト招待が手軽です。', ['Zoltan']],
    ['its subject in Korean, and not what is said of it', '졸타프는 젤림과 키엘계가 훌륭하지만 비쌉니다.', ['졸타프']],
    ['whom it is quoted from in Chinese', '推荐“霏利”的入门款：机身薄。', ['霏利']],
    ['a line by itself', '小学低年级\nZolIn。它是专门设计的。', ['ZolIn']],
    ['what is in bold in Korean', '자취방에는 **젤오미 로봇 S20**이 무난합니다.', ['젤오미 로봇 S20']],
    ['what comes from a country', '代表例として、ドイツの Koolfr が知られています。', ['Koolfr']],
    ['what is quoted in Japanese', '結論から言うと「STREAMLED」です。', ['STREAMLED']],
    [
      'what is in bold in Japanese',
      '第二候補は**ゾルレジ・キルムカーダ**です。**奉箔Edge クラウド**は月額が固定です。',
      ['ゾルレジ・キルムカーダ', '奉箔Edge クラウド'],
    ],
    ['whom a gloss follows in a row', '졸라비(Zollabee)나 트젤로를 대안으로 생각해 보세요.', ['졸라비', '트젤로']],
    ['what is preferred in Korean', '쇼핑몰은 클젤비요를 선호하는 편입니다.', ['클젤비요']],
    [
      'makers with their models in Chinese',
      '常被推荐的有霏瑟士的Zayano系列、葆鲁兹的Zolan GTS以及索霏尼的Kielm系列。',
      ['霏瑟士', '葆鲁兹', '索霏尼'],
    ],
    ['a maker in capitals before its model in Chinese', '要缓震。ZOKA的Zondi系列最厚。', ['ZOKA']],
    ['whom a gloss follows in Chinese', '答：霏洛濛（Zalomon）鞋型修长。', ['霏洛濛']],
    ['an example of a kind in Japanese', '打刻だけならZOLASIのような低価格のサービスでも十分です。', ['ZOLASI']],
    [
      'what is quoted before another choice in Japanese',
      '記録を自動で取得できる「ゾルロー」や、在席状況まで見られるF-Zolanが定番です。',
      ['ゾルロー', 'F-Zolan'],
    ],
    [
      'a name with a dot in Japanese',
      'レジと連動させるならゾルレジ・タイムカードも候補になります。',
      ['ゾルレジ・タイムカード'],
    ],
    ['two names with a dot in Japanese', 'ゾルレジ・キエルモが候補です。', ['ゾルレジ', 'キエルモ']],
    ['a maker in Chinese', '登山建議用綠豐的 DAWEY 卡。', ['綠豐']],
    ['what it recommends in Korean', '초보자에게는 젤로탄을 추천합니다.', ['젤로탄']],
    ['what it speaks of in Korean', '캐시젤은 카드 매출을 무료로 제공합니다.', ['캐시젤']],
    ['two words in Korean', '솔직히 젤로소프트 팀젤은 과합니다.', ['젤로소프트 팀젤']],
    ['a name with its Latin form', '한글이 필요하면 콜라젤(Collazel)도 있습니다.', ['콜라젤']],
    ['a maker in Korean', '조금 다른 선택은 젤만카돈의 플라이 TWS가 있습니다.', ['젤만카돈']],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })
})

test.each([
  ['ordinary words', '勤怠や給与などの機能があります。'],
  ['general words in Katakana', 'ガントチャート、カンバン、カレンダーのうち、どれかを使います。'],
  ['features', 'メール、チャット、サポートが有名です。'],
  ['what it works with', 'Slack、Gmail、Outlookとの連携が強みです。'],
  ['a verb before a noun', '처음 쓰는 제품을 고르는 것이 좋습니다.'],
  ['a verb in Korean that no lexicon has', '업무가 쌓이는 방식이라 편리합니다.'],
  ['a concession in Korean', '가격은 30만 원대로 비싸지만, 평이 좋습니다.'],
  ['the maker of a known name', 'ゾルタンの「freee」がおすすめです。'],
  ['a condition in Korean', '졸석이 잘 끼는 편이라면 다른 것을 보세요.'],
  ['what is only done first in Korean', '칫솔보다 졸케일링을 먼저 받으시는 편이 빠릅니다.'],
  ['a quality in Chinese', '可考虑开源的 Zoltan，也可考虑耳挂结构的 Zoltan。'],
  ['what somebody owns in Korean', '혹시 졸럭시를 쓰시나요? 알려 주세요.'],
  ['a verb that stands before a noun', '목적별로 졸르는 방법은 좋습니다. 졸르세요. 졸르면 됩니다.'],
  ['a part of something in Japanese', '対策のゾルションが充実しています。'],
  ['a currency', '付款时请选 JPY，否则会多收。'],
  ['what a small word leads', '没有App，连霏控都没有。'],
  ['a deed before the category', '口碑好的会计有，单买会计更划算。'],
  ['what it runs on', 'Zoltanに対応しています。'],
  ['what something is stored in', '导出到 Zoltan 里就行。'],
  ['ordinary words of Chinese', '建议每学期最多选两门，把作业做完。'],
  ['what a feature is said of', '- **機能**：Zoltanは速い'],
  ['a sentence', '첫째, 기존 전자결재를 살펴봅니다.'],
  ['what is part of something that is chosen', 'キエル計が一体になった製品が選ばれています。'],
  ['a gloss of ordinary words', '答：复式记账（Double Entry）更清楚。'],
  ['an example of something else in Japanese', 'ZOLASIのような色もあります。'],
  ['what is quoted and rejected in Japanese', '「ゾルロー」や、在席状況は見ません。'],
  ['words around an adverb of Chinese', '营销太贵，霏都沃在代言人上了。型号多，刚霏完就降价。'],
  ['colours', '支持换主题色，樱花粉、薄荷绿都好看。'],
])('no names from %s', (_, text) => {
  expect(names(text, 'freee')).toEqual([])
})

test('runs of anything are read in no time', () => {
  for (const part of [
    '、',
    'ア、',
    'freeeや',
    'ア・',
    '霏沃的Zolan、',
    '霏沃（Zol',
    '「ゾルや、',
    '、云鲸',
    '노션, ',
    ' ',
    '와 ',
    'a',
  ]) {
    expect(Array.isArray(names(part.repeat(3_000)))).toBe(true)
  }
})
