import type { Found } from '../find/finder.ts'
import { isFirstName } from '../words/first-names.ts'
import { fold } from '../words/fold.ts'
import { isPlace, isProvince, isTelling } from '../words/name-shape.ts'
import { isFunctionWord } from '../words/ordinary.ts'
import { sidesOf } from './sides.ts'

/** "in Hollis, New Hampshire", "near Eureka, California" */
const PLACE_LEFT = /(?<!\p{L})(?:in|near|at|from|around|outside|of|to) [*_]*$/u
/** "em Amparo (SP)", "a Vokiro (MI)": the same in Romance languages. */
const PLACE_LEFT_ABROAD = /(?<!\p{L})(?:em|en|in|a|à) [*_]*$/u
const PROVINCE_CODE = /^ \(\p{Lu}{2}\)/u
const PROVINCE_RIGHT = /^, (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)/u
/** "Joan of Arc" */
const OF_LEFT = /(?<![\p{L}’'])(\p{Lu}\p{L}+) of $/u
/** What stands in the marks of titles, and in others behind the word for a work: 《…》, 영화 '…'. */
const IN_WORK =
  /[《〈][^》〉\n]{0,24}$|(?:영화|드라마|방송|예능|소설|만화|웹툰|노래|게임|프로그램|映画|ドラマ|小説|漫画|アニメ|番組|絵本|雑誌|電影|电影|小说|電視劇|电视剧|动画|漫画|综艺|节目|歌曲) ?['‘“"「『][^'’”"」』\n]{0,16}$/u
const APP_LEFT = /(?:推荐|推薦|试试|試試|选择|選擇|下载|下載|用|应用|應用|软件|軟體|App|APP|、)[《〈]$/u
/** "the film *Quillpad Nights*" */
const IN_FILM =
  /(?<!\p{L})(?:films?|movies?|novel|songs?|album|sitcom|musical|chanson|película|novela|canción|romanzo|canzone|filme|canção|powieść|piosenka) (?:['‘“"«„]|[*_]{1,2})[^'’”"»*_\n]{0,16}$/iu
/** "TS-11 Iskra" */
const CODE_LEFT = /(?<![\p{L}\p{N}])\p{Lu}+-?\p{Nd}+ $/u
/** "Ristorante «La Piazzetta»": behind an article, in quotes. */
const ARTICLE_QUOTED = /[«"“„‘'](?:The|Der|Die|Das|Le|La|Les|El|Los|Las|Il|Lo|Gli|O|A|Os|As|De|Het) $/u
/** "le bar L'Innocent": the same within a sentence. */
const ARTICLE_WITHIN = /\p{Ll} (?:L[’']|(?:Le|La|Les|El|Los|Las|Il|Lo|Gli) )$/u
/** "la crítica Sofia Ramirez Tavares", "Bill Grundy, a retired teacher": behind a first name, within a sentence. */
const LAST_RIGHT = /^[ -]\p{Lu}\p{Ll}|^, (?:an?|who|whose|\p{Nd}{2}|une?|qui|eine?|die|der|una|que|che|uma?|een) /u
const FIRST_LEFT = /[\p{Ll}.] (\p{Lu}\p{Ll}{2,}) $/u
/** "Hallo Thomas!" */
const GREETED =
  /(?:^|\n)(?:hallo|hi|hey|hello|dear|liebe[rs]?|ciao|caro|cara|hola|querid[oa]|bonjour|salut|cher|chère|olá|oi|cześć|hoi|beste|merhaba),? $/iu
const EXCLAMATION = /^!? (\p{Lu}[\p{L}’']*)/u

/** "브롬튼 로드": a street or a house that is called by it. */
const STREET_RIGHT = /^(?: (?:로드|거리|병원|공원|광장|대학|공항)|病院|通り|大学|医院|醫院|大街|广场|廣場|机场|機場)/u

/** "los balnearios Ocasos del Pirineo" */
const OF_RIGHT = /^ (?:de la|de los|de las|del|della|delle|du|des|da|do|dos|das) \p{Lu}/u
/** "la Clínica Puerta del Ocaso": with its article, a word ends the name of somebody else. */
const ARTICLED_LEFT =
  /\p{Ll}[,;]? (?:\p{Lu}[\p{L}’']+ )*\p{Lu}[\p{L}’']+ (?:del|della|dello|dell[’']|du|des|do|da|dos|das) ?$/u

/** "el programa Ocaso Pyme de la Diputación": with its article, a word begins the name of an institution's programme. */
const OWNED_RIGHT =
  /^ \p{Lu}\p{L}+ (?:de la|de los|de las|del|della|dello|dell[’']|delle|du|des|da|do|dos|das) ?\p{Lu}\p{L}/u

/**
 * Whether the product's name is a town's with its state, the end of somebody's name, that of a work, or called out: "Eureka!
 * There it is"; `native` says what is a word of the answer's language.
 */
export function isOfAnother(clean: string, { start, end, rule }: Found, native: (word: string) => boolean): boolean {
  if (rule === 'inflected' && OF_RIGHT.test(clean.slice(end, end + 16))) return true
  const word = native(clean.slice(start, end))
  if (word && (isArticled(clean, start) || OWNED_RIGHT.test(clean.slice(end, end + 40)))) return true
  const before = clean.slice(Math.max(0, start - 24), start)
  const after = clean.slice(end, end + 40)
  // 推荐《不背单词》: an app, where no word for a work stands before it.
  const isWork = IN_WORK.test(before) && !(APP_LEFT.test(before) && /^[》〉]/u.test(after))
  if (/[《〈'‘“"「『«„*_]/.test(before) && (isWork || IN_FILM.test(before))) return true
  if (PLACE_LEFT.test(before)) {
    const province = PROVINCE_RIGHT.exec(after)?.[1]
    if (province !== undefined && (isProvince(province) || isPlace(province))) return true
    const holder = OF_LEFT.exec(before)?.[1]
    if (holder !== undefined && isTelling(holder)) return true
  }
  if (STREET_RIGHT.test(after) || CODE_LEFT.test(before) || (GREETED.test(before) && /^[!,]/.test(after))) return true
  if (ARTICLE_QUOTED.test(before) || ARTICLE_WITHIN.test(before)) return true
  const [, first] = LAST_RIGHT.test(after) ? (FIRST_LEFT.exec(before) ?? []) : []
  if (first !== undefined && isFirstName(first)) return true
  if (PROVINCE_CODE.test(after) && PLACE_LEFT_ABROAD.test(before)) return true
  return isExclaimed(clean.slice(start, end + 1), before, after)
}

/** Whether the question sets the longer name that goes on there against the product's: "Quillpad vs Quillpad Pro". */
export function isSetApart(question: string, clean: string, { start, end }: Found): boolean {
  const sides = sidesOf(question)
  if (sides.length === 0) return false
  const next = /^ \p{Lu}[\p{L}\p{N}]*(?![\p{L}\p{N}])/u.exec(clean.slice(end, end + 24))?.[0]
  const name = fold(clean.slice(start, end))
  return (
    next !== undefined && sides.includes(name) && sides.some((side) => `${side} `.startsWith(`${name}${fold(next)}`))
  )
}

/** Whether it alone is a sentence with its mark, between two others. */
function isExclaimed(text: string, before: string, after: string): boolean {
  if (!text.includes('!') || !/(?:^|\n|[.!?…] )$/u.test(before)) return false
  const next = EXCLAMATION.exec(after)?.[1]
  return next !== undefined && isFunctionWord(next.replace(/[’'].*$/u, ''))
}

/** Whether the name behind a capitalised word begins with an article: most names cost no more than its last letter. */
function isArticled(clean: string, start: number): boolean {
  return (
    "losaue’'".includes(clean.charAt(start - 1) === ' ' ? clean.charAt(start - 2) : clean.charAt(start - 1)) &&
    ARTICLED_LEFT.test(clean.slice(Math.max(0, start - 64), start))
  )
}
