import { roleAt } from '../roles/roles.ts'
import { endsWithKind, isWhollyCoined, likenessOf } from '../words/cjk-words.ts'
import { isCoinedHan, isHan, standsBetweenWords } from '../words/han.ts'
import { readPlaces } from './chinese-places.ts'
import { LATIN, SKIP_LEFT, SKIP_RIGHT } from './cjk-marks.ts'
import { type CjkName, likenessIn, type Reading } from './cjk-reading.ts'

const ZH_CHOSEN =
  /(?:推荐|推薦|选择|選擇|首选|首選|优选|入手|考虑|考慮|试试|試試|试一下|购买|購買|比如|例如|包括|有|像|选|選|买|買|换|換|直接上|采购|採購|部署|对比|對比|是|为|或者|或是|还是|還是|叫做?|用|配|和|与|與|及|、|以及|优先看|不如|除了|下载|下載|一个|一個|一款|使用|关注|關注|看看|当属|當屬|属于|非|胜过|如)$/u
const ZH_PICKED =
  /(?:推荐|推薦|选择|選擇|首选|首選|入手|考虑|考慮|试试|試試|购买|購買|比如|例如|包括|像|选|選|买|買|换成|換成|直接上|采购|採購|优先看|下载|下載|当属|當屬|不如|建议用|建議用|可以用|改用|換用|换用|直接(?:办|辦|上|用|选|選)|申辦|申办|第[一二三]名[给給]?|(?:可以|不妨|值得)(?:先)?看看?|(?:买|買|选|選|挑|换|換)[把个個台臺款部张張支双雙])$/u
const ZH_STARTS =
  /(?:^|[\n。；;，,：:！!？?、（(|—])$|(?:其中|此外|另外|而|但|如果|相比|国产|國產|老牌|品牌|其次|首先|最后)$/u
const ZH_TOPIC =
  /^(?:的(?!话|話)|是|则|則|更|也|在|适合|適合|主打|支持|支援|提供|都|面向|比|就|会|會|有|较|較|最|凭|憑|以|这|這|属于|屬於|偏|胜在|勝在|虽|雖|因|对|對|能|可|用|还|還|上手|语法|价格|價格|免费|免費|功能|资格|資格|轻量|的优势|和|与|與|、|等|，|。|；|$)/u
const ZH_OBLIQUE =
  /(?:支持|兼容|接入|对接|對接|同步到|同步至|导出到?|導出|登录|登錄|通过|通過|基于|基於|集成|整合|连接|連接|放进|放進|串接?|由|据|據|在|到|从|從|装|裝)$/u
const ZH_INSIDE =
  /^(?:里|裡|中|上|内|內|账号|帳號|版|用户|用戶|端|生态|生態|格式|协议|協議|接口|系统|系統|手机|手機|平台)/u

const ZH_LATIN = new RegExp(String.raw`${LATIN}(?:\p{Script=Han}{2}(?=[的、，。是和]))?`, 'gu')
const ZH_ROW_SEPARATOR = /[ ]?(?:、|和|与|與|及|以及|或者|或是|或|还是|還是|／|\/)[ ]?/u
/** Of a row without an end no more members are read, as each of them may begin it. */
const ZH_ROW =
  /(?:(?:[A-Za-z][A-Za-z0-9.+-]*(?: [A-Z][A-Za-z0-9.]*)*(?:\p{Script=Han}{2,4})?|[“「《]?[\p{Script=Han}]{2,8}?[”」》]?)(?:（[^（）\n]{1,20}）)? ?、 ?){1,40}[“「《]?[\p{Script=Han}A-Za-z0-9. ]{2,16}?[”」》]?(?:(?: ?(?:和|与|與|及|以及|或者|或|还是|還是) ?)[“「《]?[\p{Script=Han}A-Za-z0-9. ]{2,14}?[”」》]?)?(?= *(?:[三两兩四五几幾\d] ?[款家个個大]|等|的|都|也|(?<!还|還)是|，|。|；|（|\n|$))/gu
/** 是家长讨论最多的三家 */
const ZH_COUNTED = /^ *是[^，。；\n]{0,14}[两兩二三四五几幾\d] ?[款家个個大]/u
const ZH_LEAD =
  /^.*(?:包括|推荐|推薦|选择|選擇|考虑|考慮|比如|例如|首选|首選|常见的有|常用的|主流的|集中[在于於]|有|是(?!否)|如|像|为|选|買|买)(?=[^包推选考比例首常主有是如像为買买]{2,}$)/u

/** The names that sentences in Chinese hold between two offsets. */
export function readChinese(reading: Reading, from: number, to: number): CjkName[] {
  const { clean, isKnown, kinds } = reading
  const names: CjkName[] = []
  const line = clean.slice(from, to)
  for (const match of line.matchAll(ZH_LATIN)) {
    const text = match[0].replace(/[.'’-]+$/u, '')
    const start = from + match.index
    const end = start + text.length
    const like = likenessIn(reading, text)
    if (like === 'none' || roleAt(clean, start, end) !== null) continue
    const before = clean.slice(Math.max(0, start - 16), start).replace(SKIP_LEFT, '')
    const after = clean.slice(end, end + 40).replace(SKIP_RIGHT, '')
    if (ZH_OBLIQUE.test(before) || ZH_INSIDE.test(after)) continue
    const picked = ZH_PICKED.test(before)
    if (
      picked ||
      (ZH_STARTS.test(before) && /^的 ?[A-Z][a-z]{2,}/.test(after)) ||
      (like === 'name' &&
        /[a-z]/.test(text) &&
        (ZH_CHOSEN.test(before) || ZH_STARTS.test(before)) &&
        ZH_TOPIC.test(after))
    )
      names.push({ name: text, sure: true })
  }
  for (const match of line.matchAll(ZH_ROW)) {
    const row = match[0]
    const members = row.split(ZH_ROW_SEPARATOR).map((member) => member.replace(/（.*$|[“”「」《》]/gu, '').trim())
    const [first = ''] = members
    const head = first.replace(ZH_LEAD, '')
    const counts = ZH_COUNTED.test(clean.slice(from + match.index + row.length))
    const cued =
      counts ||
      head !== first ||
      ZH_CHOSEN.test(clean.slice(Math.max(0, from + match.index - 6), from + match.index).replace(SKIP_LEFT, ''))
    const all = [head, ...members.slice(1)].filter((member) => member.length > 1)
    // 爱数AnyShare和开源的Nextcloud
    const described = /^的 ?([A-Z][A-Za-z0-9.+-]+)/u.exec(clean.slice(from + match.index + row.length))?.[1]
    // 霏瑟士的Zayano系列、葆鲁兹的Zolan: a model, and the maker of another.
    if (described !== undefined && /的 ?$/u.test(clean.slice(Math.max(0, from + match.index - 2), from + match.index)))
      continue
    if (described !== undefined && isHan(all.at(-1) ?? '') && !isCoinedHan(all.at(-1) ?? '', 1 / 2))
      all[all.length - 1] = described
    const likes = all.map((member) => likenessIn(reading, member))
    const sure = all.filter(
      (member, i) =>
        likes[i] === 'name' &&
        (isKnown(member) || !isHan(member) || isWhollyCoined(member) || endsWithKind(member, kinds)),
    ).length
    // 三家: what is counted so is what is chosen from.
    const counted =
      counts || /^ ?[两兩二三四五几幾\d] ?[款家个個大]/u.test(clean.slice(from + match.index + row.length))
    if (
      likes.includes('none') ||
      (sure * 2 < all.length && !counted) ||
      all.some((member) => member.length > 12) ||
      roleAt(clean, from + match.index, from + match.index + row.length) !== null
    )
      continue
    if (!cued && !all.some(isKnown) && sure * 2 <= all.length) continue
    for (const name of all) names.push({ name, sure: cued })
  }
  names.push(
    ...readPairs(reading, from, to),
    ...readCoined(reading, from, to),
    ...readMakers(reading, from, to),
    ...readGlossed(reading, from, to),
    ...readPlaces(reading, from, to),
  )
  return names
}

const ZH_MODEL_NAME = '的 ?[A-Z][A-Za-z0-9.+-]*(?: [A-Z0-9][A-Za-z0-9.+-]*){0,3}(?:系列|款)?'
const ZH_MAKERS = new RegExp(
  String.raw`\p{Script=Han}{2,12}${ZH_MODEL_NAME}(?: ?(?:、|以及|和|与|與|及|或) ?\p{Script=Han}{2,6}${ZH_MODEL_NAME})+`,
  'gu',
)
const ZH_MAKER = new RegExp(String.raw`(\p{Script=Han}{2,12})${ZH_MODEL_NAME}`, 'gu')
const ZH_JOIN = /^(?:以及|和|与|與|及|或)/u

/** Makers in a row, each with a model in Latin letters: 布鲁斯的Adren GTS以及索康的Guide系列. */
function readMakers(reading: Reading, from: number, to: number): CjkName[] {
  const { clean } = reading
  return [...clean.slice(from, to).matchAll(ZH_MAKERS)].flatMap(({ 0: row, index }) => {
    const start = from + index
    if (roleAt(clean, start, start + row.length) !== null) return []
    const makers = [...row.matchAll(ZH_MAKER)].map(({ 1: maker = '' }, at) =>
      at === 0 ? maker.replace(ZH_LEAD, '') : maker.replace(ZH_JOIN, ''),
    )
    return makers
      .filter((maker) => maker.length < 7 && likenessIn(reading, maker) !== 'none')
      .map((name) => ({ name, sure: true }))
  })
}

const ZH_GLOSSED = /(?<!\p{Script=Han})(\p{Script=Han}{2,6})[*”」]{0,2}（([A-Z][A-Za-z]{2,}(?: [A-Z][a-z]+)?)）/gu

/** A name that its own in Latin letters stands behind: 萨洛蒙（Salomon）. */
function readGlossed({ clean, kinds }: Reading, from: number, to: number): CjkName[] {
  return [...clean.slice(from, to).matchAll(ZH_GLOSSED)].flatMap(({ 0: whole, 1: name = '', 2: latin = '', index }) => {
    const start = from + index
    return likenessOf(name, kinds) === 'name' &&
      (likenessOf(latin, kinds) === 'name' || /^[A-Z]{4,}$/.test(latin)) &&
      roleAt(clean, start, start + whole.length) === null
      ? [{ name, sure: true }]
      : []
  })
}

const ZH_MEMBER = '[“「《]?([\\p{Script=Han}A-Za-z0-9]{2,8}?)[”」》]?'
const ZH_PAIR = new RegExp(
  `(?:例如|比如|推荐|推薦|包括|考虑|考慮|首选|首選|(?:选择|選擇|代表|主流|认为|認為|品牌|公认|公認)(?:的)?(?:是|有|为|為)) ?${ZH_MEMBER} ?(?:和|与|與|以及|或者|或|跟) ?${ZH_MEMBER} *(?=[，。；、）\\n]|的|[两兩二]|等|都|$)`,
  'gu',
)

/** Two names that a sentence gives as examples or recommends: 例如斑马英语与叽里呱啦. */
function readPairs(reading: Reading, from: number, to: number): CjkName[] {
  return [...reading.clean.slice(from, to).matchAll(ZH_PAIR)].flatMap(
    ({ 0: whole, 1: one = '', 2: other = '', index }) => {
      const pair = [one, other]
      const likes = pair.map((name) => likenessIn(reading, name))
      const start = from + index
      return likes.includes('none') ||
        !likes.includes('name') ||
        roleAt(reading.clean, start, start + whole.length) !== null
        ? []
        : pair.map((name) => ({ name, sure: true }))
    },
  )
}

const LONGEST_COINED = 5
/** Small words that a sentence goes on with: 连触控都没有. */
const ZH_FUNCTION = /[连連否要也就都能可会會想如若但而且或并並再又才]/u
/** Small words within a sentence: 钱都花, 刚买完. */
const ZH_ADVERB = /[都也就刚剛还還再才]/u
/** The model of a maker: in Latin letters, or of a kind that only models have. */
const ZH_MODEL =
  /^的 ?[「“《]?(?:[A-Z@][A-Za-z@-]{2,}|\p{Script=Han}{1,4}(?:款|系列|机型|機型|型号|型號|旗舰机|旗艦機)(?!式))/u
const ZH_COMPANY =
  /(?:銀行|银行|科技|集团|集團|公司|保险|保險|证券|證券|资讯|資訊|电子|電子|网络|網路|软件|軟體|智能)$/u
/** Verbs of two characters that say something of the name before them. */
const ZH_VERB = /^(?:胜在|勝在|主打|面向|适合|適合|支持|支援|属于|屬於|提供|凭借|憑藉|最适|最適|价格|價格|免费|免費)/u

/** Han characters that make no word, where a sentence recommends something or speaks of it. */
function readCoined({ clean, kinds, isKnown }: Reading, from: number, to: number): CjkName[] {
  const names: CjkName[] = []
  for (let start = from; start < to - 1; start += 1) {
    if (!/\p{Script=Han}/u.test(clean.charAt(start))) continue
    const before = clean.slice(Math.max(0, start - 8), start).replace(SKIP_LEFT, '')
    const picked = ZH_PICKED.test(before)
    const begins = picked || ZH_STARTS.test(before) || /(?:和|与|與|或者|是)$/u.test(before)
    if ((!begins && !/[有、]$/u.test(before)) || ZH_FUNCTION.test(clean.charAt(start))) continue
    for (let length = LONGEST_COINED; length > 1; length -= 1) {
      const text = clean.slice(start, start + length)
      if (!/^\p{Script=Han}+$/u.test(text) || text.length < length || /[的是和与與在了则則更也最]$/u.test(text))
        continue
      const after = clean.slice(start + length, start + length + 30).replace(SKIP_RIGHT, '')
      // 腾讯文档 of 腾讯文档胜在: the verb is the longest.
      if (ZH_VERB.test(text.slice(-1) + after)) continue
      // 走 of 走的是 is the verb.
      if (/^的是/u.test(after)) continue
      if (
        !(
          picked
            ? /^(?:$|的|[，。；、）的和与與或]|更|会|即可|就[够夠好行]|带|帶|系列|旗下|这款|這款|\p{Lu}|\d)/u
            : /^(?:的(?!话|話)|是|则|則|更|也|主打|面向|适合|適合|胜在|勝在|凭|凭借|都|在|最|较|虽|和|就|推出|提供|支持|支援|自带)/u
        ).test(after)
      )
        continue
      // 永豐的 DAWAY 卡
      const maker =
        (length < 4 ? isCoinedHan(text, 1 / 2) : ZH_COMPANY.test(text)) &&
        ZH_MODEL.test(after) &&
        likenessOf(text, kinds) !== 'none' &&
        standsBetweenWords(clean, start, start + length)
      if (!begins && !maker) continue
      // 推荐“由利”的入门款, 可以看**新禾硕**
      const quoted =
        (picked || /其中$/u.test(before)) &&
        /[“「*]/u.test(clean.charAt(start - 1)) &&
        /[”」*]/u.test(clean.charAt(start + length)) &&
        likenessOf(text, kinds) !== 'none'
      const named =
        quoted ||
        isKnown(text) ||
        maker ||
        endsWithKind(text, kinds) ||
        (isWhollyCoined(text) && !ZH_ADVERB.test(text) && likenessOf(text, kinds) === 'name' && (picked || length > 2))
      if (!named || roleAt(clean, start, start + length) !== null) continue
      names.push({ name: text, sure: true })
      start += length - 1
      break
    }
  }
  return names
}
