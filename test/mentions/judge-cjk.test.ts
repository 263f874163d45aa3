import { expect, test } from 'vitest'
import { judge } from '../../pipeline/mentions/judge.ts'

/** The brands that an answer names, where these names are proposed. */
function brands(text: string, category: string, ...names: string[]): string[] {
  const { mentions } = judge({
    answer: { text, question: `${category}?`, citations: [] },
    category,
    product: { brand: '얼마젤', domain: 'eolmajel.example', aliases: [] },
    names: names.map((name) => ({ name, domain: null })),
  })
  return mentions.map(({ brand }) => brand)
}

test.each([
  ['its Latin form behind it', '1. **더존 위하고(WIHAGO)** – 편합니다.\n2. **젤로탄** – 쌉니다.\n', '회계', '위하고'],
  ['a price before it', '부담스럽다면 월 2만 원대인 졸롯손해보험의 1년형으로 시작해 보세요.', '보험', '졸롯손해보험'],
  ['the rest of its product', '① **飞利浦儿童声波牙刷**：两档。\n\n② **霏乐B 儿童款**：便宜。\n', '牙刷', '飞利浦'],
])('a name counts with %s', (_, text, category, name) => {
  expect(brands(text, category, name)).toContain(name)
})

test.each([
  ['what is to be checked', '✅ **졸료증** – 회사 제출용으로 인정되는지\n✅ **모바일** – 되는지\n', '강의', '졸료증'],
  [
    'a kind',
    '| 方式 | 電気代 |\n|---|---|\n| ヒルトポンプ式 | 25円 |\n| ゾーター式 | 70円 |\n',
    '洗濯機',
    'ヒルトポンプ',
  ],
  ['a noun behind another', '배포 승인 졸로우가 복잡한 팀입니다.', '협업 툴', '승인 졸로우'],
])('no name counts as %s', (_, text, category, name) => {
  expect(brands(text, category, name)).not.toContain(name)
})

test.each([
  ['behind an adverb', '지방이라면 사실상 졸켓프레시가 가장 넓게 다닙니다.', '장보기 앱', '졸켓프레시'],
  [
    'in hiragana behind its maker',
    '天然水を飲みたいのであれば、ZOKAIのうるのんも候補に入ります。',
    'ウォーターサーバー',
    'うるのん',
  ],
])('a name that could be a word counts %s', (_, text, category, name) => {
  expect(brands(text, category, name)).toContain(name)
})

test('hiragana behind a thing and its particle is a word', () => {
  const text = '天然水を飲みたいのであれば、ボトルのうるのんが届きます。'
  expect(brands(text, 'ウォーターサーバー', 'うるのん')).toEqual([])
  expect(brands(text.replace('が届き', 'も候補に入り'), 'ウォーターサーバー', 'うるのん')).toEqual(['うるのん'])
})

test('the two names that a question compares are choices', () => {
  const answer = { text: '两者都行：霏沃斯便宜，另一个细致。', question: '榛飞项目和霏沃斯哪个好?', citations: [] }
  const product = { brand: '얼마젤', domain: 'eolmajel.example', aliases: [] }
  const { mentions } = judge({ answer, category: '项目管理', product, names: null })
  expect(mentions.map(({ brand }) => brand)).toEqual(['霏沃斯'])
})

test('a model of a head in a table is no name of its own', () => {
  const table = "| 제품 | 값 |\n|---|---|\n| De'Zolghi 데디젤 아르떼 | 32만 원 |\n| Gazzia 클래식 E24 | 69만 원 |\n"
  expect(brands(`${table}\n폭 15cm인 데디젤이 압도적으로 작습니다.`, '커피머신')).not.toContain('데디젤')
})

test('a model behind a known name of Han characters is no name of its own', () => {
  const list = '1. **霏宁赤榛7 Pro**\n   - 偏弹\n2. **柏舟飞沃3**\n   - 稳定\n3. **榛途马赫4**\n   - 耐磨\n'
  const named = brands(list, '跑鞋', '霏宁')
  expect(named).toContain('霏宁')
  expect(named.filter((name) => name.startsWith('霏宁'))).toEqual(['霏宁'])
  expect(named).toContain('榛途')
})

test('the maker within a long name of its product is the brand', () => {
  const answer = {
    text: '1. **霏沃儿童声波智能门锁** - 稳定\n2. **栎施曼** - 便宜',
    question: '哪款智能门锁好？',
    citations: [],
  }
  const { mentions } = judge({ answer, category: '智能门锁', product: null, names: null })
  expect(mentions.map(({ brand }) => brand)).toEqual(['霏沃', '栎施曼'])
})

test.each([
  ['보리', '강아지 사료 보리 후기 좀', '요즘은 보리의 장점이 신선함입니다.', true],
  ['보리', '강아지 사료 추천', '요즘은 보리의 장점이 신선함입니다.', false],
  ['보리', '강아지 사료 보리 후기 좀', '요즘은 보리 사료가 신선합니다.', true],
  ['보리', '강아지 추천', '요즘은 보리 사료가 신선합니다.', false],
  ['プラン', 'プランの口コミは？', '年額プランは安いです。', true],
  ['プラン', 'シャンプーは？', '年額プランは安いです。', false],
])('%s, asked about or not: %s', (brand, question, text, expected) => {
  const product = { brand, domain: 'vendor.example', aliases: [] }
  const answer = { text, question, citations: [] }
  expect(judge({ answer, category: '', product, names: null }).mentions.length > 0).toBe(expected)
})

test.each([
  ['買い物や通院の坂道もスイスイ走れます。', false],
  ['買い物や通院の坂道もスイスイと走れます。', false],
  ['買い物や通院ならスイスイが便利です。', true],
])('how something is done is no name: %s', (text, expected) => {
  const product = { brand: 'SUISUI', domain: 'suisui.example', aliases: ['スイスイ'] }
  const answer = { text, question: '電動自転車 シニア', citations: [] }
  expect(judge({ answer, category: '電動自転車', product, names: null }).mentions.length > 0).toBe(expected)
})
