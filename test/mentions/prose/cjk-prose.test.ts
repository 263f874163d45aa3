import { describe, expect, test } from 'vitest'
import { readCjkProse } from '../../../pipeline/mentions/prose/cjk-prose.ts'
import { kindsOf } from '../../../pipeline/mentions/words/cjk-kinds.ts'

const names = (text: string, ...known: string[]) => [
  ...new Set(readCjkProse(text, new Set(['会計']), (name) => known.includes(name)).map(({ name }) => name)),
]

const namesFor = (category: string, text: string) =>
  readCjkProse(text, kindsOf(category), () => false).map(({ name }) => name)

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
    [
      'what Japanese begins a sentence with',
      '候補はあります。ゾルサプライは見積もりが早く、担当者も楽です。',
      ['ゾルサプライ'],
    ],
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
    ['a maker before a product in quotes in Korean', "마트 중에서는 홈젤로의 '매직나우'가 비슷합니다.", ['홈젤로']],
    ['what it advises against in Korean', '키엘로트는 일반 택배라서 권하지 않습니다.', ['키엘로트']],
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
  ['words that Japanese begins a sentence with', 'タイムカードは二種類あります。'],
  ['what Japanese speaks of behind something else', '費用面でゾルサプライは高い。'],
  ['thousands', '出張には20,000mAhクラスが向いています。'],
  ['whom the next belongs to', '例如霏马旗下和霏沃旗下，每天十五分钟。'],
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

describe('what Korean says of a name', () => {
  test.each([
    [
      'a maker before its plan with a number',
      '월 2만 원대인 졸롯손해보험의 1년형으로 시작해 보세요.',
      ['졸롯손해보험'],
    ],
    [
      'Latin letters that are words elsewhere',
      '쓸 수 있는 도구로는 Zoltan, Kielmo Go, Freshzol이 대표적입니다.',
      ['Zoltan', 'Kielmo Go', 'Freshzol'],
    ],
    ['a first name before a word', '발음이 고민이라면 Elsa Speak도 살펴보세요.', ['Elsa Speak']],
    [
      'of its kind, whatever is said',
      '국내 서비스 중에서는 젤로티와 키엘밤이 설정을 지원합니다.',
      ['젤로티', '키엘밤'],
    ],
    ['behind where it is found', '젤로탄이 이 가격대에서 가장 많이 팔립니다.', ['젤로탄']],
    ['behind two adverbs', '그중에서는 젤로탄을 가장 먼저 권합니다.', ['젤로탄']],
    ['no foreign word before it', '어도비 애크젤 사인도 무난합니다.', ['애크젤 사인']],
    ['what its sentence in bold is about', '**젤루오**는 이름 때문에 오해를 받지만 새벽 배송몰입니다.', ['젤루오']],
    ['where something is, in bold', '유명인이 참여한 밀키트는 **젤리루**에 모여 있습니다.', ['젤리루']],
    ['its plan', '젤티드스페이스의 무료 플랜이면 충분합니다.', ['젤티드스페이스']],
    ['its service', '졸드라스의 서비스로, 금융권에서 많이 씁니다.', ['졸드라스']],
    ['some of its models', '젤코백스의 일부 모델은 높이 올라갑니다.', ['젤코백스']],
    ['two that it would pick', '가장 편한 앱을 꼽자면 젤똑가계부와 졸플입니다.', ['젤똑가계부', '졸플']],
    ['a gloss', '젤프티(Zelfty)', ['젤프티']],
    ['what its sentence says it is', '처음이라면 현지 서비스인 QOZE도 검토할 만합니다.', ['QOZE']],
    ['what is better in some way', '계획이 뚜렷하다면 젤피졸로가 장기적으로 낫습니다.', ['젤피졸로']],
    ['an alternative', '세밀하게 다루려면 졸도젤이 대안으로 제시됩니다.', ['졸도젤']],
    ['a side', '연동도 졸랙 쪽이 훨씬 편합니다.', ['졸랙']],
    ['a name with 는 that stands with another particle, too', '**젤플로이**는 노무사 검토를 운영합니다.', ['젤플로이']],
    ['Latin letters', '국내 중심이면 QZG를 먼저 검토하시길 권합니다.', ['QZG']],
    ['a name in bold with a number', '운동에는 **젤즈 오픈런 프로 2**가 대표적입니다.', ['젤즈 오픈런 프로 2']],
    ['what a company of ordinary words makes', '국산으로는 동해전자의 젤로탄이 저렴합니다.', ['젤로탄']],
    [
      'makers of models with a number, and of names in one row',
      '유진의 GIGO 시리즈, 프랑젤의 A300, 졸버시스의 카메젤이 주로 거론됩니다.',
      ['유진', '프랑젤', '졸버시스'],
    ],
    ['words in bold', '**경리하늘**이 무난합니다.', ['경리하늘']],
    ['what is used much', '대기업에서는 젤존 Qmaranth 10이나 졸크데이를 많이 씁니다.', ['졸크데이']],
    [
      'the better ones, and no condition',
      '장치가 있다면 졸닉케어, 젤석이 잘 끼는 편이라면 졸랄비가 유리합니다.',
      ['졸랄비', '졸닉케어'],
    ],
    ['what a topic is compared with', '졸탄은 젤로탄을 추천합니다.', ['젤로탄']],
    [
      'the subject of the next sentence',
      '젤몬베이스는 무료로 제공합니다. 클젤비가 편리합니다.',
      ['젤몬베이스', '클젤비'],
    ],
    ['the subject behind a comma', '젤몬베이스는 싸고, 클젤비가 편리합니다.', ['젤몬베이스', '클젤비']],
    ['the last of a row that ends as verbs do', '졸랙과 젤레이는 무료로 제공합니다.', ['졸랙', '젤레이']],
    ['what is from a country, beside another', '젤로탄과 국내의 Zeloa가 좋습니다.', ['Zeloa']],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  test.each([
    ['what is integrated', 'GitHub나 Zollack과의 연동은 잘 됩니다.'],
    ['what an arrow leads to', '- 개발팀 → **졸라(Zolra)**'],
    ['a question', '젤티포인트가 되나요?'],
    ['a former name', '예전 이름은 젤인웍스입니다.'],
    ['an object that is not chosen', '환영 메일 문구도 써 드릴게요.'],
    ['banks it works with', '국제은행, 시민은행 등 대부분의 은행과 연동됩니다.'],
    ['what something is called', '주로 **기존 젤탄 3**, 기존 **젤탄 3**이 편리하다면 됩니다.'],
    ['a row that one already has', '기존 젤랙과 졸로우가 편리합니다.'],
    ['an abbreviation behind it', '졸프티(ZFTY)'],
    ['what something is done by', '젤로탄으로 계산합니다.'],
    ['what is built in', '상품 추천과 젤사이트 개인화가 강합니다.'],
    ['a skill', '파이썬과 SQL 중 무엇을 먼저 배울지 고민이라면 SQL을 권합니다.'],
    ['capitals that are spoken of', 'ZQP은 다국어 지원이 뛰어나지만 비쌉니다.'],
    ['a phrase in bold', '흡입력보다 **젤걸레 세척이 자동으로 되는지**를 먼저 보시는 게 좋습니다.'],
    ['what is before something, in bold', '**젤루오**보다 빠릅니다.'],
    ['a word in bold', '**무료 배송**에 드는 돈입니다.'],
    ['for whom it is', '꽉 끼는 느낌을 싫어하시는 분께는 거는 방식을 권합니다.'],
  ])('no names from %s', (_, text) => {
    expect(names(text)).toEqual([])
  })

  test('a known name and what stands beside it', () => {
    expect(names('**젤즈 이어버드**를 권합니다.', '젤즈')).toEqual(['젤즈 이어버드'])
    expect(names('**이어버드 2**를 권합니다.', '이어버드')).toEqual(['이어버드 2'])
    expect(names('젤성과 ZG의 제품도 일부는 해외에서 QDM으로 생산됩니다.', '젤성', 'ZG')).toEqual(['젤성', 'ZG'])
    expect(names('젤레이는 무료로 제공합니다.', '젤레이')).toEqual(['젤레이'])
    expect(names('젤레이는 무료로 제공합니다.')).toEqual([])
    expect(namesFor('로봇청소기', '젤이슨의 로봇청소기는 길 찾기가 엉망이라 추천하지 않는다.')).toEqual(['젤이슨'])
  })
})

describe('what Japanese says of a name', () => {
  test.each([
    ['what it may be a good idea to do with it', 'ゾルタンを1週間使ってみるのも手です。', ['ゾルタン']],
    ['a choice of two', '混ざったチームなら**ZoltrogかKira**の二択になります。', ['Zoltrog', 'Kira']],
    ['a maker before a name in quotes', '検討したいのがゾリマチの「みんなの申告」です。', ['ゾリマチ']],
    ['two in bold', '自動発行のある**請求管理ゾボ**か**MakeZoltis**が向いています。', ['MakeZoltis', '請求管理ゾボ']],
    ['what suits better', '速さを求めるなら、ゾラベリストのほうが合うかもしれません。', ['ゾラベリスト']],
    ['the only choice', '正直に言うと、**ゾラベリスト**一択でいいです。', ['ゾラベリスト']],
    ['two of which it speaks', '**ゾンタイミライ**や**ゾクロー**は、記録します。', ['ゾクロー', 'ゾンタイミライ']],
    ['a maker in katakana before a model', '意外な穴場がゾーテクの**ZTH-CC500**です。', ['ゾーテク']],
    ['whom a clause turns to', '一方、Zreeeの電話サポートは上位プラン限定です。', ['Zreee']],
    ['what has the kind in its name', '円箔会計は広告収入で運営されます。', ['円箔会計']],
    [
      'what is good enough, and one of two',
      'サイゾウズ Officeの設備予約で十分です。専用のアゾールかミーティングゾルアプリを選ぶとよいでしょう。',
      ['サイゾウズ Office', 'アゾール', 'ミーティングゾルアプリ'],
    ],
    ['what has good reviews', '瞬発力では「ゾルーク」の評価が高いです。', ['ゾルーク']],
    ['what is liked, too', '掲示板「ゾイネ王」も人気です。', ['ゾイネ王']],
    ['what is worth a look, too', '練習に特化した「トーキングゾラソン」なども検討に値します。', ['トーキングゾラソン']],
    ['capitals in quotes', '結論から言うと「ANCHOR」です。', ['ANCHOR']],
    ['capitals that it recommends', 'ANCHORがおすすめです。', ['ANCHOR']],
    [
      'two beside words',
      'エンジニアとデザイナーが混ざったチームなら**ZoltrogかKira**の二択になります。',
      ['Zoltrog', 'Kira'],
    ],
    [
      'a maker beside its services',
      '**Azura DevZols**は、ZolsoftのクラウドとZitリポジトリを使いたいチームに適しています。',
      ['Azura DevZols', 'Zolsoft'],
    ],
    ['what a country makes', 'スウェーデンのゾルタンがおすすめです。', ['ゾルタン']],
    ['what is liked', '人気のゾルタンがおすすめです。', ['ゾルタン']],
    ['two with the kind in their names', '無料なら円箔会計と青禾会計がおすすめです。', ['円箔会計', '青禾会計']],
    [
      'a maker of Han whose two models stand there',
      '青禾のビッグゾラム(60cm)と緑野のZABOOLは設置できます。緑野には青があります。',
      ['緑野'],
    ],
    [
      'a small row that is known for it',
      '完全無料のものとしては、ゾリーウェイや円箔会計が知られています。',
      ['ゾリーウェイ', '円箔会計'],
    ],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  test.each([
    ['a line of a list', '4. **セキュアZOLBA**'],
    ['an English word', '**Linear**は動作が速く、操作できます。'],
    ['ordinary words in bold', '第二候補は**スマート・タイムカード**です。'],
    ['what is an alternative', '定番の二択は次の通りです。'],
    ['a maker of a scanner', '枚数が多い場合は、ZFUのZcanSnapのようなスキャナーで取り込んでから渡します。'],
    ['a line that may be a word', '■ ゾレロの良い点'],
    ['an answer in quotes', '「Z-NEXT」です。'],
    ['a model of no one', '次のモデルが候補になります。'],
    ['what is made together', '声優とのコラボモデルも人気です。'],
    ['what is known as an item', '◆ **円箔会計** — 完全無料。'],
    ['Han that may be a word', '**録霏量**がおすすめです。'],
    ['what is done with a thing', '対応のZABOOLと対応の新型を比べます。'],
    ['a general word with a model', '会社のZABOOLと会社の新型を比べます。'],
    ['an English word with a model', 'NotionのZABOOLとNotionの新型を比べます。'],
    ['what is done with it', 'ゾルタンを1週間使ってみるのは大変です。'],
    ['a measure', '30Wがおすすめです。'],
    ['a word with a model', 'カレンダーのQX-900が人気です。'],
  ])('no names from %s', (_, text) => {
    expect(names(text)).toEqual([])
  })

  test.each([
    ['a maker and its known product', 'ゾルービズネットの「ZKASHI」です。', ['ZKASHI'], []],
    ['what is said of a known name', 'Notionはゾルト招待が手軽です。', ['Notion'], ['Notion']],
    ['a known name behind a topic', 'Zoltanはキエルモがおすすめです。', ['キエルモ'], ['Zoltan', 'キエルモ']],
    [
      'the known one behind a condition',
      '迷ったらmyZolge、交流も広げたいならZightという選び方でよいと思います。',
      ['Zight', 'myZolge'],
      ['myZolge'],
    ],
    ['a known part of something', '対策のゾルションが充実しています。', ['ゾルション'], ['ゾルション']],
    [
      'a known name in bold',
      '第二候補は**スマート・タイムカード**です。',
      ['スマート・タイムカード'],
      ['スマート・タイムカード'],
    ],
  ])('%s', (_, text, known, expected) => {
    expect(names(text, ...known)).toEqual(expected)
  })
})

describe('what Chinese says of a name', () => {
  test.each([
    ['a maker of Han beside its product', '主要有霏快云库、霏麦云和追霏的Zolcloud。', ['霏快云库', '霏麦云', '追霏']],
    [
      'a name in Latin letters with what it has',
      '主要有霏快云库、霏麦云和Zolshare的Kielcloud。',
      ['Zolshare', '霏快云库', '霏麦云'],
    ],
    [
      'what three are said to be',
      '網課裡，霏而思、猿霏导和作霏帮是家长讨论最多的三家。',
      ['霏而思', '猿霏导', '作霏帮'],
    ],
    ['a row that goes on', '第二梯队包括霏州云动、励霏云、霏百客等。', ['霏州云动', '励霏云', '霏百客']],
    ['a model in Latin letters by itself', '3. **霏为 ZreeBuds SE 3**', ['ZreeBuds SE 3']],
    ['what it picks in Latin letters', '也可以直接上Zoursera学算法。', ['Zoursera']],
    ['a pair of two brands', '常見的選擇是霏利浦與霏樂B兩大品牌。', ['霏利浦', '霏樂B']],
    ['makers of a kind of model', '这个价位选，霏客的入门款和力霏得的软毛款相对稳妥。', ['霏客', '力霏得']],
    [
      'a row before a comma',
      '排在前面的是霏头科技、科霏斯、追霏和云霏，五家合计超过九成。',
      ['霏头科技', '科霏斯', '追霏', '云霏'],
    ],
    ['what is worth a look', '预算有限，可以看看霏沃，便宜。', ['霏沃']],
    ['what somebody buys one of', '没必要上系统，买把霏沃，够了；换台禾硕更省事。', ['霏沃', '禾硕']],
    ['words in bold', '可以看**青禾**，便宜。', ['青禾']],
    ['whom it quotes', '其中“新霏道”的线上一对一提及最多。', ['新霏道']],
    ['makers of the best models', '预算5000元以上：科霏斯、追霏的旗舰款', ['科霏斯', '追霏']],
    ['words that are quoted', '其中“青禾”的线上课最多。', ['青禾']],
    ['what has the kind in its name', '其中青禾会計的价格低。', ['青禾会計']],
    ['words that are counted', '常用平台里，青禾、绿野和红豆是家长讨论最多的三家。', ['青禾', '绿野', '红豆']],
    ['a pair of Han', '例如青禾与绿野，每天十五分钟。', ['青禾', '绿野']],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  test.each([
    ['what a name does, in one character', '霏栓走的是另一条路。'],
    ['kinds of things', '常见的有双旋转拖布、履带和滚筒三种。'],
    ['a row with a word', '常见的有科霏斯、追霏和价格。'],
    ['a pair with a word', '例如霏马英语与价格，每天十五分钟。'],
    ['what a thing has', '按键有励沃斯的标志。'],
    ['a word in quotes', '推荐“价格”的入门款。'],
    ['whom something is connected to', '- 与霏钉、霏业微信打通登录'],
    ['two characters that no sentence picks', '霏钉的“在线课堂”。'],
    ['what a verb is used with', '直接开通即可；用霏钉的团队可以先用。'],
    ['systems', '并确认是否适配霏麟、统霏等国产操作系统。'],
    ['a count', '名次会有一两位的出入。'],
    ['what somebody has looked at', '我昨天看霏沃，便宜。'],
    ['a word in bold that no sentence picks', '了解**青禾**，便宜。'],
    ['words in quotes', '想了解“扫振”和“声波”的差别。'],
    ['a row that no sentence picks', '他们去看了霏麟、统为。'],
  ])('no names from %s', (_, text) => {
    expect(names(text)).toEqual([])
  })

  test.each([
    ['a known name of two characters', '由霏的“在线课堂”。', ['由霏'], ['由霏']],
    ['a known English word', '- 想要现代化界面:Plane', ['Plane'], ['Plane']],
    ['capitals alone', '老實說:Z.SUN。', ['Z.SUN'], []],
    ['a known word of Han in a row', '包括石头、电话、云霏等。', ['石头', '电话'], ['石头', '电话', '云霏']],
    ['a known word in a pair', '例如电话与绿野，每天十五分钟。', ['电话'], ['电话', '绿野']],
  ])('%s', (_, text, known, expected) => {
    expect(names(text, ...known)).toEqual(expected)
  })
})
