import { describe, expect, test } from 'vitest'
import { cjkChoices, cjkHeads, isAboutCriteria, isAnswerLine } from '../../../pipeline/mentions/layout/cjk-heads.ts'
import type { Series } from '../../../pipeline/mentions/layout/series.ts'
import { readSeries } from '../../../pipeline/mentions/layout/structure.ts'
import { kindsOf } from '../../../pipeline/mentions/words/cjk-kinds.ts'

const none = new Set<string>()

function brands(text: string, ...known: string[]): string[] {
  const all = readSeries(text, none).flatMap((series) => cjkChoices(series, none, (name) => known.includes(name)))
  return [...new Set(all.map(({ brand }) => brand))]
}

describe('the head of a line is its name', () => {
  test.each([
    ['a rank', '### 1位 ゾルタン\n\n### 2位：キエルモ\n', ['ゾルタン', 'キエルモ']],
    [
      'a number in a circle',
      '**① 젤로터디**\n쌉니다.\n\n**② ZBQi**\n무료.\n\n**③ 키엘스**\n큽니다.\n',
      ['젤로터디', 'ZBQi', '키엘스'],
    ],
    [
      'models, one of them behind a word',
      '1. **聚优点 4 Pro**\n2. **霏沃 Q50F**\n3. **栎施曼 K6**\n4. **榛客 V5 Max**\n',
      ['聚优点', '霏沃', '栎施曼', '榛客'],
    ],
    [
      'names among which some may be words',
      '- **젤로탄**: 큽니다.\n- **초록마을**: 작습니다.\n- **한살림**: 쌉니다.\n- **키엘로트**: 무료.\n- **헬로젤로**: 새롭습니다.\n',
      ['젤로탄', '초록마을', '한살림', '키엘로트', '헬로젤로'],
    ],
    [
      'a title with how many there are',
      '**임산부 영양제 앱 TOP 5**\n\n1. **젤로탄**\n   쌉니다.\n2. **키엘로트**\n   큽니다.\n',
      ['젤로탄', '키엘로트'],
    ],
    [
      'criteria that a sentence names itself',
      '主要看三点：转写、协作、显示。\n\n- **霏沃文档** —— 会后生成纪要\n- **Zoltan** —— 转写准\n',
      ['霏沃文档', 'Zoltan'],
    ],
    [
      'goods that are put together by a standard in Korean',
      '2026년 기준으로 많이 비교되는 상품을 정리했습니다.\n\n1. **젤로탄** – 쌉니다.\n2. **키엘로** – 큽니다.\n',
      ['젤로탄', '키엘로'],
    ],
    [
      'a step within what is said of a choice',
      '**① 젤로탄**\n두 단계 세기 조절이 있어요.\n\n**② 키엘로**\n작습니다.\n',
      ['젤로탄', '키엘로'],
    ],
    [
      'an ordinary word of English first',
      '| 製品 | 値 |\n|---|---|\n| THE 箔帳 Business | 0円 |\n| PHONE ZOLTI PEOPLE | 1円 |\n| Zoltan Q 3 | 2円 |\n',
      ['THE 箔帳 Business', 'PHONE ZOLTI PEOPLE', 'Zoltan'],
    ],
    [
      'an abbreviation in bold beside a name',
      '可以试试**Zoltan**，便宜；想有人督促，**ZOLABC**的小班课更好，**PDF**也能看。\n',
      ['Zoltan', 'ZOLABC'],
    ],
    [
      'behind an arrow',
      '- とにかく定番を選びたい → KING OF TIDES\n- 安く使いたい → ゾルカン勤怠\n',
      ['KING OF TIDES', 'ゾルカン勤怠'],
    ],
    ['behind a label in a heading', '### 재미 중심: 젤크\n\n### 종합 관리: 뱅크젤러드\n', ['젤크', '뱅크젤러드']],
    [
      'with its own mark',
      '| ツール名 | 値 |\n|---|---|\n| Zolbio! | 1円 |\n| Yolhoo!トラベル | 2円 |\n',
      ['Zolbio!', 'Yolhoo!トラベル'],
    ],
    [
      'below a header with colons',
      '| 發卡銀行 | 卡片 |\n|:-:|:-:|\n| 綠豐霏 | 甲卡 |\n| 青禾霏 | 乙卡 |\n',
      ['綠豐霏', '青禾霏'],
    ],
    [
      'a short answer',
      '昼に速い：ゾルモバイル、キエルモ。前者は自社回線です。\n\n家族向け：ゾルタン。\n',
      ['ゾルモバイル', 'キエルモ', 'ゾルタン'],
    ],
    ['a number in Han', '## 一、Zoltan\n\n## 二、Kielmo CRM\n', ['Zoltan', 'Kielmo CRM']],
    ['a number in brackets', '（１）Zoltan：便宜\n（２）Kielmo：好用\n', ['Zoltan', 'Kielmo']],
    [
      'a Japanese bullet',
      '・**ゾルタン**「並プラン」：安い\n・**キエルモ**「上プラン」：速い\n',
      ['ゾルタン', 'キエルモ'],
    ],
    ['for whom', '## 音質で選ぶなら：Zoltan\n\n## とにかく安く：Kielmo\n', ['Zoltan', 'Kielmo']],
    ['for whom, in Chinese', '## 适合大学生：Zoltera\n\n## 适合学设计：Kielmo\n', ['Zoltera', 'Kielmo']],
    ['a condition in Korean', '**여행이 목적이라면 졸탄뱅크**\n환전이 쌉니다.\n', ['졸탄뱅크']],
    ['models behind brands', '- **젤로탄 해머 스피드**: 빠름\n- **키엘로 인존 버즈**: 김\n', ['젤로탄', '키엘로']],
    ['a link', '1. [Zoltan](       )：免费\n2. [Kielmo](      )：收费\n', ['Zoltan', 'Kielmo']],
    ['two scripts glued', '| 型号 | 价 |\n|---|---|\n| Dreamo霏觅 S40 | 1 |\n| 追沃 P20 | 2 |\n', ['霏觅', '追沃']],
    [
      'two scripts beside each other',
      '| 도구 | 값 |\n|---|---|\n| 클릭업 ClickUp | 1 |\n| Zoltan | 2 |\n',
      ['ClickUp', 'Zoltan'],
    ],
    ['a table of ordinary words', '| 平台 | 形式 |\n|---|---|\n| 得到 | 音频 |\n| 粉笔 | 视频 |\n', ['得到', '粉笔']],
    [
      'what stands behind a label and a dash',
      '**第一梯队** — 霏沃斯、霏迪仕。都有服务，好。\n\n**性价比之选** — 鹿霏和榛客，不贵。\n',
      ['霏沃斯', '霏迪仕', '鹿霏', '榛客'],
    ],
    [
      'bold in a cell before its model',
      '| 品牌 | 价 |\n|---|---|\n| **霏沃斯** MB-F16 | 1 |\n| **栎施曼** 一碗 | 2 |\n| Zoltan **X2** | 3 |\n',
      ['霏沃斯', '栎施曼', 'Zoltan'],
    ],
    [
      'below what recommends them',
      '**热门推荐**\n\n- 石林：便宜\n- 霏沃斯：好洗\n- 青禾：省电\n\n**选购建议**\n\n- 容量：两升\n- 山河：三升\n',
      ['石林', '霏沃斯', '青禾'],
    ],
    [
      'names in bold behind an arrow',
      '- 求霏心 → **霏沃**或**栎施曼**\n- 求便霏 → **榛客**\n',
      ['霏沃', '栎施曼', '榛客'],
    ],
    ['what is asked about in bold', '- **젤로탄**? 말립니다.\n- **키엘로트**? 비쌉니다.\n', ['젤로탄', '키엘로트']],
    ['a number in a keycap in bold', '**1️⃣ ゾルタン**\n速い。\n\n**2️⃣ キエルモ**\n安い。\n', ['ゾルタン', 'キエルモ']],
    ['a number in a keycap', '### 1️⃣ ゾルタン\n\n### 2️⃣ キエルモ\n', ['ゾルタン', 'キエルモ']],
    [
      'before a price in brackets',
      '- **젤로탄 해머** (80만 원대): 강함.\n- **키엘로 인존** (40만 원대): 약함.\n- **헬로젤 버즈 3** (10만 원대): 무난.\n',
      ['젤로탄', '키엘로', '헬로젤'],
    ],
    [
      'below a line that ends with their kind',
      '主要平台：\n- 石林: 好用\n- 霏沃斯: 快\n- 青禾: 省\n- 山河: 多\n',
      ['石林', '霏沃斯', '青禾', '山河'],
    ],
    [
      'in the column of what is advised for each case',
      '| 需求 | 推荐平台 |\n|---|---|\n| 省霏 | 霏沃斯 |\n| 快霏 | 栎施曼 |\n',
      ['霏沃斯', '栎施曼'],
    ],
    ['a row behind a price', '- **两千元以下**：Zoltan、霏沃斯这类品牌的参数都够\n', ['Zoltan', '霏沃斯']],
  ])('%s', (_, text, expected) => {
    expect(brands(text)).toEqual(expected)
  })
})

test('what ends with the kind that is asked for makes names of what stands beside it', () => {
  const kinds = kindsOf('여행 보험')
  const [series] = readSeries('- **삼정화재**: 쌈\n- **대해해상**: 큼\n- **한별손해보험**: 빠름\n', kinds)
  const found = series === undefined ? [] : cjkChoices(series, kinds, () => false)
  expect(found.map(({ brand }) => brand)).toEqual(['삼정화재', '대해해상', '한별손해보험'])
})

test('a head that may be a word is a name where it ends as one does that is', () => {
  const text =
    '1. ゾルタン書房。速い。\n2. さくら書房。安い。\n3. みなと書房。広い。\n4. 店内が広い。\n5. 会計が速い。\n6. 本が多い。\n'
  expect(brands(text)).toEqual(['ゾルタン書房', 'さくら書房', 'みなと書房'])
  expect(brands(text.replace('ゾルタン', 'こども'))).toEqual([])
})

test('names that can be nothing else are choices below what is about an order or a standard', () => {
  const intro = '제 생각에 맞는 순서는 이렇습니다:\n\n'
  expect(brands(`${intro}1. 담젤몰: 쌉니다.\n2. 젤로탄: 큽니다.\n3. 키엘로트: 빠릅니다.\n`)).toEqual([
    '담젤몰',
    '젤로탄',
    '키엘로트',
  ])
  expect(brands(`${intro}1. 상품 등록: 씁니다.\n2. 젤로탄: 큽니다.\n3. 결제 신청: 빠릅니다.\n`)).toEqual([])
})

test.each([
  ['what to look at', '## 選び方のポイント\n\n1. ゾルタン\n2. キエルモ\n'],
  ['steps', '**도입 순서**\n\n1. **시범 운영** – 써 봅니다\n2. **젤로탄 정하기** – 정합니다\n'],
  ['values to look at', '**参数怎么看**\n\n- *磨霏率*：低于 60% 的不要\n- *霏位*：三档足够\n'],
  ['whom it fits', '## 适合人群不同\n\n- 霏渍重：旋转式\n- 戴霏套：两种都行\n'],
  [
    'questions in Japanese',
    '**Q. 海外のゾルタンより高いですか。**\n割高です。\n\n**Q. ゾルタンは無料ですか。**\nはい。\n',
  ],
  ['a feature of several words', '**맛의 젤로성**: 좋습니다.\n\n**젤로와 키엘 성능**: 높습니다.\n'],
  ['what to buy with it', '### 꼭 함께 사야 할 것\n\n- 젤로탄 그라인더\n- 키엘로 저울\n'],
  ['what to beware of', '**防坑清单**\n\n- **查霏质**：要有许可\n- **核霏沃**：要求证书\n'],
  ['what stands beside a feature', '### 佩霏\n\n舒服。\n\n### 霏噪\n\n安静。\n\n### 价格\n\n不贵。\n'],
  ['the title of an answer', '# 젤린이 전동칫솔, 이렇게 고르세요\n'],
  ['kinds with a number', '## 路线一：霏硬一体\n\n## 路线二：霏创专网\n'],
  ['what a choice is used for', '- **주요 용도:** 젤 푸시, 젤앱 메시지, 알젤톡\n'],
  ['questions', '- *霏多久？* 两分钟\n- *霏沃几次？* 两次\n'],
  ['what is quoted', '近两年以“霏振”技术打进市场，任何“包霏沃”的承诺都要打个问号。\n'],
  ['a dash behind no label', '**服务** — 霏沃斯、霏迪仕。\n\n**价格** — 鹿霏和榛客。\n'],
  ['what to look at when something is recommended', '## 推荐看的要点\n\n- 石林：便宜\n- 霏沃斯：好洗\n'],
  ['a table of cases', '| 需求 | 关注点 |\n|---|---|\n| 霏裤 | 尺码 |\n| 榛食 | 期限 |\n'],
  ['the title of what to beware of', '## 新霏避坑清单\n\n绕车拍视频。\n'],
  ['features', '- **장점**: 쌈\n- **단점**: 느림\n'],
])('no choices from %s', (_, text) => {
  expect(brands(text)).toEqual([])
})

test('a line about how to choose', () => {
  expect(isAboutCriteria('## 选购扫地机器人要看什么')).toBe(true)
  expect(isAboutCriteria('## おすすめの3社')).toBe(false)
})

/** The brands of a list with these heads; 젤로탄 and 霏沃斯 can only be names, 나무 and 石头 may be words, 가격 is one. */
function choices(heads: readonly string[], of: Partial<Series> = {}, category = '', ...known: string[]): string[] {
  const plain = { announced: none, introduced: false, nested: false, choices: false, strong: false, inline: false }
  const series: Series = { heads, labels: none, glosses: new Set(), glossed: 0, ...plain, ...of }
  const kinds = category === '' ? none : kindsOf(category)
  return cjkChoices(series, kinds, (name) => known.includes(name)).map(({ brand }) => brand)
}

describe('which heads are choices', () => {
  test('a few names among labels are none, nor is what one looks at', () => {
    const heads = ['젤로탄', '나무', '가격', '무게']
    expect(choices(heads, { labels: new Set(heads) })).toEqual([])
    expect(choices(['젤로탄', '나무', '석류', '하늘'], { labels: new Set(['젤로탄']), choices: true })).toEqual([])
    expect(choices(['젤로탄', '나무', '석류', '하늘'], { labels: new Set(['나무']), choices: true })).toEqual([
      '젤로탄',
    ])
    expect(choices(['젤로탄', '키엘로'], { criteria: true })).toEqual([])
  })

  test('beside a feature only what several letters make a name', () => {
    expect(choices(['젤로탄', '키엘로', '가격'])).toEqual(['젤로탄', '키엘로'])
    expect(choices(['젤로탄', '나무', '가격'])).toEqual([])
    expect(choices(['젤로탄', '나무', '가격'], { strong: true })).toEqual(['젤로탄'])
    expect(choices(['젤로탄', '나무', '가격'], { kinded: true })).toEqual(['젤로탄', '나무'])
  })

  test('below a choice most are names', () => {
    expect(choices(['젤로탄', '키엘로', '졸타프'], { nested: true })).toEqual(['젤로탄', '키엘로', '졸타프'])
    expect(choices(['젤로탄', '키엘로', '나무'], { nested: true })).toEqual([])
    expect(choices(['霏沃斯', '霏沃云', '追霏斯'], { nested: true })).toEqual([])
    expect(choices(['霏沃会计', '追霏会计', '霏沃斯'], { nested: true }, '会计')).toEqual([
      '霏沃会计',
      '追霏会计',
      '霏沃斯',
    ])
  })

  test('in running text what may be a word is none', () => {
    expect(choices(['霏沃斯', '石头'], { inline: true })).toEqual([])
    expect(choices(['霏沃斯', '石头'], { inline: true }, '', '霏沃斯')).toEqual(['霏沃斯'])
    expect(choices(['젤로탄', 'ZOLABC', 'HTTP', '나무'], { inline: true })).toEqual(['젤로탄', 'ZOLABC'])
    expect(choices(['ZOLABC', '나무'], { inline: true })).toEqual([])
  })

  test('of a numbered list a third are names, or those that are sure', () => {
    expect(choices(['霏沃斯', '나무', '石头', '하늘'], { strong: true })).toEqual([])
    expect(choices(['젤로탄', '나무', '石头', '하늘'], { strong: true })).toEqual(['젤로탄'])
    expect(choices(['霏沃斯', '霏沃云', '石头', '하늘', '나무'], { strong: true })).toEqual([
      '霏沃斯',
      '霏沃云',
      '石头',
      '하늘',
      '나무',
    ])
    expect(choices(['霏沃斯', '石头'], { strong: true })).toEqual(['霏沃斯', '石头'])
  })

  test('of another list half are names, or it says that they are choices', () => {
    expect(choices(['젤로탄', '나무', '石头'])).toEqual([])
    expect(choices(['젤로탄', '나무', '石头'], { choices: true })).toEqual(['젤로탄'])
    expect(choices(['젤로탄', '나무', '石头'], {}, '', '젤로탄')).toEqual(['젤로탄', '나무', '石头'])
    expect(choices(['한별손해보험', '나무'], {}, '여행 보험')).toEqual(['한별손해보험'])
    expect(choices(['젤로탄', '키엘로', '나무'])).toEqual(['젤로탄', '키엘로', '나무'])
    expect(choices(['젤로탄', '키엘로', '나무', '石头'])).toEqual(['젤로탄', '키엘로'])
    expect(choices(['젤로탄', '키엘로', '나무', '石头', '하늘', '구름', '바다'])).toEqual(['젤로탄', '키엘로'])
    expect(choices(['나무', '石头'], { glosses: new Set(['나무', '石头']) })).toEqual(['나무', '石头'])
    expect(choices(['Notion', 'Sound'])).toEqual(['Notion', 'Sound'])
    expect(choices(['Notion', 'Support'])).toEqual([])
  })

  test.each([
    [['젤로탄 해머', '키엘로 A3'], '', ['젤로탄', '키엘로']],
    [['젤로탄 해머', '키엘로 봄'], '', ['젤로탄 해머', '키엘로 봄']],
    [['Zol & Kiel 3', 'Zoltan Q 3'], '', ['Zol & Kiel', 'Zoltan']],
    [['Z 해머 3', 'Zoltan Q 3'], '', ['Z 해머 3', 'Zoltan']],
    [['霏米会计 4 Pro', '霏沃斯 3'], '会计', ['霏米', '霏沃斯']],
    [['霏米会计 霏', '霏沃斯'], '会计', ['霏米会计', '霏沃斯']],
    [['霏会计 4 Pro', '霏沃斯'], '会计', ['霏会计', '霏沃斯']],
    [['젤로증권 M-STOCK', '키엘로'], '증권', ['젤로증권', '키엘로']],
    [['ZM증권 M-X', '키엘로 졸비'], '증권', ['ZM증권 M-X', '키엘로 졸비']],
    [['霏图脑图MindZaster', '悟霏CRM 3', '霏沃斯'], '', ['霏图脑图', '悟霏', '霏沃斯']],
    [['클릭업 ClickUp', '졸탄 Kielmo', '키엘로'], '', ['ClickUp', '졸탄 Kielmo', '키엘로']],
  ])('the brands of %s', (heads, category, expected) => {
    expect(choices(heads, {}, category)).toEqual(expected)
  })
})

test.each([
  ['云厂商自带工具：**霏云效**，便宜', ['霏云效']],
  ['想省钱 → 石头卡', []],
  ['想省钱 → Zolcard', ['Zolcard']],
  ['젤로탄, 이렇게 고르세요', null],
  ['霏多久？', []],
  ['昼に速い：ゾルタン、キエルモ。', ['ゾルタン', 'キエルモ']],
  ['昼に速い：ゾルタン、安', ['ゾルタン']],
  ['[ゾルタン](x)：安い', ['ゾルタン']],
  ['「ゾルタン」は安い', ['ゾルタン']],
  ['ゾルタン（旧キエルモ）は安い', ['ゾルタン']],
  ['ゾルタンは安い', null],
])('what the line "%s" leads with', (line, expected) => {
  expect(cjkHeads(line, false)).toEqual(expected)
})

test('a heading leads with the name behind its label, and with no title', () => {
  expect(cjkHeads('젤로탄, 이렇게 고르세요', true)).toEqual([])
  expect(cjkHeads('재미 중심: 젤크', true)).toEqual(['젤크'])
  expect(cjkHeads('霏沃斯的旗舰款：静音', true)).toEqual(['霏沃斯'])
  expect(cjkHeads('젤크: 재미 중심', true)).toEqual(['젤크'])
  expect(cjkHeads('路线一：霏硬一体', true)).toEqual(['路线一'])
  expect(cjkHeads('재미 중심: 젤크는 아주 재미있고 무료이며 좋은 앱입니다', true)).toEqual(['재미 중심'])
  expect(cjkHeads('여행이 목적이라면 졸탄뱅크', true)).toEqual(['졸탄뱅크'])
})

test('a short answer says for whom', () => {
  expect(isAnswerLine('昼に速い：ゾルタン、キエルモ。')).toBe(true)
  expect(isAnswerLine('価格：ゾルタン、キエルモ。')).toBe(false)
})

test.each([
  ['## 저장 방법이 있는 보험', false],
  ['## 저장 방법', true],
  ['2026년 기준으로 비교', false],
  ['2026년 기준', true],
  ['기준에 맞는 상품을 정리했습니다', false],
  ['기준을 봅니다. 아래가 젤로탄', false],
  ['要看价格。下面的更好', false],
  ['主要看三个要点：转写、协作、显示。', false],
  ['主要看三个要点：转写、协作、显示', true],
  ['主要看三个要点。', true],
])('"%s" says what to look at: %s', (line, expected) => {
  expect(isAboutCriteria(line)).toBe(expected)
})
