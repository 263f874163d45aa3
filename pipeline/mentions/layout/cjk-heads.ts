import { endsWithKind, type Likeness, likenessOf, MODEL_BEHIND } from '../words/cjk-words.ts'
import { isHan } from '../words/han.ts'
import { isFeature, isSectionHead } from '../words/sections.ts'
import { isTechnicalTerm } from '../words/technical.ts'
import { arrowedNames, askedName } from './bold-heads.ts'
import { brandOf, makerOf } from './cjk-brands.ts'
import type { Series } from './series.ts'

/** What ranks or numbers a head, by itself or behind another mark: "1位：", "四、", "（２）", "TOP 3". */
const RANK =
  /^(?:第?[\d０-９一二三四五六七八九十]{1,3}(?:位|名|款|위)|(?:TOP|NO\.?) ?\d{1,2}|\d\ufe0f?\u20e3|[（(【][\d０-９一二三四五六七八九十]{1,3}[)）】]|[\d０-９]{1,2}[、．.)）]|[①-⑳❶-❿]|[一二三四五六七八九十]{1,3}、)[\s:：．.、,|｜-]*/iu
/** What says for whom or what the name behind it is the choice. */
const FITS =
  /(?:なら|場合は?|人(?:は|に|へ)?|(?<![えびいみき])方(?:は|に|へ)?|向け|派|重視|最優先|用途?|安く|速い|遅い|強い|おすすめ|お勧め|本命|定番|大穴|候補|最強|コスパ|迷ったら|대안|추천|라면|다면|하면|용|형|분|경우|땐|때|원픽|최고|최강|가성비|무난|선택|场景|場景|人群|用户|用戶|首选|首選|之选|之選|优先|優先|党|黨|入门|入門|梯队|梯隊|值得一提|进阶|進階|综合|綜合|旗舰|旗艦|推荐|推薦|备选|備選|性价比|性價比|[元円圆圓](?:以下|以内|以上|左右|前後|台|级|級|档|檔)?|원대|만 ?원(?: 이하| 이상)?|평대?)[はに]?$|^(?:最|适合|適合|追求|想|如果|预算|預算|偏好|喜欢|喜歡|注重|看重|总体|總體|整体|整體|国产|國產|주요 (?!용도|기능|특징|장점|단점|사양)|총점)/u
const EMPHASIS = /[*_`]+/g
const AND = /、|，|,|／|\/| ?[&＆] ?| ?(?:と|や|和|与|與|或|및|또는|와 |과 )/u
/** What ends a name at the head of a line. */
const ENDS = /\s*[:：（(【［[「『《“"〈，,、。．！？!?｜|→；;\]]|\s[-–—~]+\s|\s?[–—]{1,2}\s?|──|…|\s(?=[・·])/u
/** 小米、美的这类品牌的参数 */
const LEADING_ROW =
  /^((?:[^、，。,.和与與やと\s]{2,10}、)+[^、，。,.\s]{2,8}?)(?=这类|這類|这些|這些|等|都|就|在|的|是|という|など|といった|が|は|같은|등)/u
const CONDITION =
  /^(?:.*(?:라면|다면|으면|하면|려면|땐|때는|에는|용으로는|용은|로는|なら|には|場合は|人は|方は|派は|ときは|只选一个|就选|首选|首選|就看|建议选|直接选))[、,，：: ]*(?=\S)/u
const QUESTION = /^(?:Q\d?[.．] ?)?[^:：。，,、.!！（(「『《“"\n]{2,30}(?:[？?]|か(?:。|$))/u
/** "어린이 칫솔, 이렇게 고르세요": the title of an answer. */
const TITLE = /^[^:：]{2,30}[,，、!！ ].{0,20}(?:세요|까요?|ましょう|方法|指南|攻略|가이드|법)[!.！。]?$/u
/** "임산부 영양제 앱 TOP 5", おすすめ10選: what ends with how many there are is a title. */
const COUNTED_TITLE = /(?:TOP|BEST|베스트|ベスト|トップ) ?\d{1,2}$|(?<=\p{L} ?)\d{1,2} ?(?:選|选|선|大|款|社|곳)$/iu
const QUOTED_FIRST = /^[「『《【“"〈]([^」』》】”"〉\n]{2,30})[」』》】”"〉]/u

/** The names that a line of Chinese, Japanese or Korean leads with; empty where it leads with none, null to read it as any other. */
export function cjkHeads(line: string, heading: boolean): string[] | null {
  const bare = line
    .replace(EMPHASIS, '')
    .replace(/^[^\p{L}\p{N}「『《【“"（(]+/u, '')
    .trim()
  const content = bare.replace(RANK, '')
  const led = arrowedNames(line)?.map(upTo) ?? askedName(line)
  if (led !== null) return led.filter((name) => name.length > 1 && likenessOf(name) !== 'none')
  // "*刷多久？* 两分钟": a question, with its answer behind it.
  if (QUESTION.test(content) || (heading && TITLE.test(content)) || COUNTED_TITLE.test(content)) return []
  const label = /^([^:：\n]{2,30})[:：]\s*(\S.*)$/u.exec(content)
  if (label?.[1] !== undefined && label[2] !== undefined) {
    // "**로보락 H60** (40만 원대): …": what stands in brackets is said of the label.
    const said = label[1]
      .replace(/(?<=\S ?)[（(][^()（）]*[)）]\s*$/u, '')
      .replace(/[「」『』“”"（）()]/g, '')
      .trim()
    if (FITS.test(said)) return namesOf(label[2], heading)
  }
  // "**性价比之选** — 禾硕和北岭。": a label in bold has a dash for its colon.
  const [, labelled, behind] = /^[^\p{L}\p{N}*]*\*\*([^*\n]{2,30})\*\* ?(?:[–—]{1,2}|-) ?(\S.*)$/u.exec(line) ?? []
  if (labelled !== undefined && behind !== undefined && FITS.test(labelled.trim()))
    return namesOf(behind.replace(EMPHASIS, '').split(/[。，]/u)[0] ?? '', heading)
  // "とにかく定番を選びたい → KING OF TIME"
  const arrow = /^([^→⇒➡:：]{3,40}?) ?[→⇒➡]\ufe0f? ?(\S.{1,30})$/u.exec(content)
  if (arrow?.[2] !== undefined && likenessOf(arrow[1] ?? '') !== 'name' && likenessOf(upTo(arrow[2])) !== 'none')
    return isHan(upTo(arrow[2])) ? [] : namesOf(arrow[2], heading)
  // "### 재미 중심: 핀크", "## 三、大班直播：新东方在线"
  if (heading && label?.[1] !== undefined && label[2] !== undefined && announces(label[1], label[2]))
    return namesOf(label[2], heading, true)
  // 云厂商自带工具：**云效**
  const named = /^[^\p{L}\p{N}]*[^:：*\n]{2,20}[:：] ?\*\*([^*\n]{2,24})\*\*/u.exec(line.replace(RANK, ''))?.[1]
  if (named !== undefined) return [upTo(named)]
  const conditional = CONDITION.exec(
    /^\s*\*\*/.test(line) || heading ? (content.replace(ENDS, '\n').split('\n')[0] ?? '') : '',
  )
  if (conditional !== null) {
    const rest = content.slice(conditional[0].length)
    if (rest.length < 26) return namesOf(rest, heading)
  }
  return content === bare &&
    !heading &&
    !QUOTED_FIRST.test(content) &&
    !/^[*_]*\[/.test(line.replace(/^[^\p{L}\p{N}[]+/u, '')) &&
    !/[「『《（(【［]/u.test(content.slice(0, 40))
    ? null
    : namesOf(content, heading, true)
}

/** 路线二, 第一类: what stands behind is a kind of choices. */
const KINDS_NUMBERED = /[\p{L}] ?[一二三四五六\d]{1,2}$|^第[一二三四五六\d]+\p{L}/u

/** Whether a line is a short answer: for whom, and the choice. "昼に速い：ゾルタン、キエルモ。" */
export function isAnswerLine(line: string): boolean {
  const label = /^\s*([^：:。、，,.|*#\n]{2,20})[：:] ?(?:\*\*)?\S.{1,60}$/u.exec(line)?.[1]
  return label !== undefined && FITS.test(label.trim())
}

/** Whether a label is less of a name than the few words behind it. */
function announces(label: string, rest: string): boolean {
  const like = likenessOf(upTo(rest))
  const labelled = likenessOf(label)
  return (
    rest.length < 20 &&
    !/[。.]$/u.test(rest) &&
    !KINDS_NUMBERED.test(label) &&
    (like === 'name' ? labelled !== 'name' : like === 'maybe' && labelled === 'none')
  )
}

function namesOf(text: string, heading: boolean, single = false): string[] {
  const quoted = QUOTED_FIRST.exec(text)?.[1]
  if (quoted !== undefined) return [quoted.trim()]
  const sentence = text.replace(/(?:です|でしょう|だ|입니다|예요|이에요|추천)?[。.!！]?$/u, '')
  if (single) return [upTo(sentence)]
  const leading = LEADING_ROW.exec(sentence)?.[1]
  if (leading !== undefined) return leading.split(AND).map((member) => member.trim())
  const row = sentence.split(/[。（(「『：:！!]|\s[–—-]\s|——/u)[0] ?? ''
  const members = row.split(AND).map((member) => member.trim())
  return members.length > 1 && members.every((member) => member.length > 1 && member.length < 24)
    ? members
    : [upTo(heading ? sentence.replace(/[。]$/u, '') : sentence)]
}

function upTo(text: string): string {
  const head = (text.split(ENDS)[0] ?? '').trim()
  // 追觅的旗舰款
  const maker = /^(.{2,12}?)(?:的|の|의 )\S/u.exec(head)?.[1]
  return maker !== undefined && likenessOf(maker) !== 'none' ? maker : head
}

/** A head that is taken for a choice: as written, and the brand in it. */
export interface CjkChoice {
  readonly head: string
  readonly brand: string
}

/** The heads of a series that are choices; `kinds` are the words of the category. */
export function cjkChoices(
  series: Series,
  kinds: ReadonlySet<string>,
  isKnown: (name: string) => boolean,
): CjkChoice[] {
  const heads = [...new Set(series.heads)]
  const like = new Map<string, Likeness>()
  for (const head of heads) like.set(head, isKnown(head) ? 'name' : likeness(head, series, kinds))
  // 小米智能门锁 4 Pro beside 德施曼 Q50F and 鹿客 V5: where the names have their models behind them, who has one is a name.
  const modelled = heads.filter((head) => MODEL_BEHIND.test(head))
  const named = modelled.filter((head) => like.get(head) === 'name').length
  if (named > 1 && named * 2 > modelled.length) for (const head of modelled) like.set(head, 'name')
  for (const head of endingAlike(heads, like)) like.set(head, 'name')
  const names = heads.filter((head) => like.get(head) === 'name')
  const maybes = heads.filter((head) => like.get(head) === 'maybe')
  const sure = names.filter(
    (head) => isKnown(head) || /[A-Za-z\u30a0-\u30ff\uac00-\ud7af]/u.test(head) || endsWithKind(head, kinds),
  )
  // 佩戴 and 降噪 beside 价格: what isn't written as a name is a feature, too.
  const featured = heads.some((head) => like.get(head) === 'none' && isFeatureHead(head))
  const takes = (): readonly string[] => {
    if (series.labels.size > 0 && names.every((head) => series.labels.has(head)) && names.length * 2 < heads.length)
      return []
    // "순서는 이렇습니다" before names that can be nothing else
    if (series.criteria === true)
      return heads.length > 2 && sure.length * 3 >= heads.length * 2 ? [...names, ...maybes] : []
    if (featured && !series.strong && series.kinded !== true) return sure.length > 1 ? sure : []
    if (series.nested) return names.length * 3 > heads.length * 2 && sure.length > 1 ? names : []
    if (series.kinded === true) return [...names, ...maybes]
    if (series.inline)
      return [
        ...sure,
        ...(sure.length > 0 ? maybes.filter((head) => /^[A-Z]{4,}$/.test(head) && !isTechnicalTerm(head)) : []),
      ]
    const fits = names.length * 2 >= heads.length || (names.length > 1 && names.length * 3 >= heads.length)
    if (series.strong) return fits ? [...names, ...(names.length * 3 >= heads.length ? maybes : [])] : sure
    // "삼성화재" and "현대해상" beside "한화손해보험", which ends with the kind that is asked for.
    if (
      names.length * 3 >= heads.length &&
      heads.length > 2 &&
      names.length + maybes.length === heads.length &&
      names.some((head) => endsWithKind(head, kinds) || isKnown(head))
    )
      return [...names, ...maybes]
    if (!fits) return sure.length > 1 || series.choices ? sure : []
    // Heads of which none is a word or a feature, and most are names.
    const most =
      names.length * 3 >= heads.length * 2 || (names.length > 2 && names.length + maybes.length === heads.length)
    return most ? [...names, ...maybes] : names
  }
  const taken = takes()
  const models = taken.some((head) => head.includes(' ') && (/\d/.test(head) || head.split(' ').length > 2))
  const chosen = new Set(taken)
  return heads.filter((head) => chosen.has(head)).map((head) => ({ head, brand: brandOf(head, models, kinds) }))
}

/** Heads that may be names, and end as one does that is: りそな銀行 beside ソニー銀行. */
function endingAlike(heads: readonly string[], like: ReadonlyMap<string, Likeness>): string[] {
  const ends = (head: string): string => /(?<=.{2})[\p{Script=Han}\u30a0-\u30ff가-힣]{2}$/u.exec(head)?.[0] ?? ''
  const named = new Set(heads.filter((head) => like.get(head) === 'name').map(ends))
  named.delete('')
  return heads.filter((head) => like.get(head) === 'maybe' && named.has(ends(head)) && !isSectionHead(head))
}

/** Sections that stand among choices: 总结, 注意. */
const FRAME =
  /总结|總結|小结|小結|结论|結論|建议|建議|注意|推荐|推薦|对比|對比|比较|比較|一览|排名|常见|常見|问题|問題|选|選|简介|前言|概述|最后|提示|说明|說明|补充|补充|参考|參考|まとめ|おすすめ|最後|質問|その他|はじめに|おわりに|ランキング|補足|備考|総評|추천|결론|비교|정리|총평|질문|마지막|참고|기타|순위/u

function isFeatureHead(head: string): boolean {
  return isSectionHead(head) && !FRAME.test(head)
}

function likeness(head: string, { glosses }: Series, kinds: ReadonlySet<string>): Likeness {
  const like = likenessOf(head, kinds)
  // In a text of another script a word of English with a capital letter is a name.
  const latin = /^[A-Z][a-z]{2,}(?: [A-Z][A-Za-z]+)?$/.test(head) && !isFeature(head)
  const maker = like === 'none' ? makerOf(head, kinds) : null
  if (maker !== null) return likenessOf(maker, kinds)
  return like === 'maybe' && (glosses.has(head) || latin) ? 'name' : like
}

const CRITERIA =
  /選び方|選定|選ぶ(?:際|とき|前|時)|ポイント|基準|チェック|確認|注意|手順|流れ|ステップ|コツ|质询|어떻게|(?:함께|같이) (?:사|준비|갖)|준비물|(?:选|選)\p{Script=Han}{1,2}(?:建议|建議|要点|要點|指南|技巧|须知|須知)|[坑查核][清雷]?[单單]|避[坑雷]|防坑|怎[么麼样樣][选選看挑用買买]|如何[选選看挑用買买]|[适適][合用]人群(?!推)|选购(?:要点|建议|指南|时)|要看|要点|要點|标准|標準|注意|因素|指标|指標|步骤|步驟|关键|關鍵|建议(?:先|按)|고르는|고를|고려|기준(?!으로)|체크|확인|주의|팁|방법(?![은이도을]? ?있)|단계|포인트|절차|提醒|须知|須知|误区|誤區|陷阱|よくある質問|자주 묻는|순서|단계|과정/u

/** The same words where choices are introduced. */
const INTRODUCES =
  /おすすめ(?:\d|の|は|を)|\d+選|\d+ ?社|[\d几幾两兩三四五] ?款|추천 ?(?:제품|브랜드|앱|합|드|하는)|(?:상품|제품|모델|서비스|앱|브랜드|업체|보험|프로그램|도구|툴|곳)[을를] (?:[가-힣]+ )?(?:정리|소개|추천|골라|뽑|꼽|모아)|推[荐薦](?:品牌|机型|機型|产品|產品|以下|如下|的)|(?:以下|下面)(?:几|幾|是)/u

/** Whether a heading or the line before a list says that what follows is what to look at, or what to do. */
export function isAboutCriteria(line: string): boolean {
  // Of several sentences the last one introduces the list.
  const last =
    line
      .replace(/[:：。.*\s]+$/u, '')
      .split(/[。！？]|[.!?] /u)
      .at(-1) ?? ''
  // 主要看三点：转写、协作、显示。
  const listed = /[。.]\s*$/u.test(line) && /[:：][^:：]*[、，,]/u.test(last)
  return CRITERIA.test(last) && !INTRODUCES.test(last) && !listed
}

/** A heading or a line in bold over a list in Chinese, Japanese or Korean, whose items are what it recommends. */
const RECOMMENDS = /^(?: {0,3}#|\*\*)[^\n]{0,40}(?:おすすめ|推荐|推薦|首选|首選|추천)/u
/** The same of a line that ends with the kind of what its list has: "主要平台：", "국내 서비스:". */
const NAMES_KIND =
  /^(?![^\n]*(?:支持|支援|对接|對接|兼容|接入|适用|連携|対応|연동|지원))[^\n。]{0,24}(?:平台|品牌|产品|產品|工具|软件|軟體|厂商|廠商|机型|機型|公司|机构|機構|サービス|アプリ|ブランド|製品|ツール|メーカー|ソフト|会社|サイト|機種|제품|브랜드|서비스|앱|업체|프로그램|도구|툴|모델|보험사)(?:有|包括|如下|は|には|としては|은|는|로는|으로는|에는)?[*_ ]*[:：][*_ ]*$/u

/** Whether a line in Chinese, Japanese or Korean announces a list of choices, and no list of what to look at. */
export function announcesChoices(line: string): boolean {
  return (RECOMMENDS.test(line) || NAMES_KIND.test(line)) && !isAboutCriteria(line)
}
