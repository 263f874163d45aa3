import { describe, expect, test } from 'vitest'
import { cjkChoices, isAboutCriteria } from '../../../pipeline/mentions/layout/cjk-heads.ts'
import { readSeries } from '../../../pipeline/mentions/layout/structure.ts'
import { kindsOf } from '../../../pipeline/mentions/words/cjk-words.ts'

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
  ['features', '- **장점**: 쌈\n- **단점**: 느림\n'],
])('no choices from %s', (_, text) => {
  expect(brands(text)).toEqual([])
})

test('a line about how to choose', () => {
  expect(isAboutCriteria('## 选购扫地机器人要看什么')).toBe(true)
  expect(isAboutCriteria('## おすすめの3社')).toBe(false)
})
