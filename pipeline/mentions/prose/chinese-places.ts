import { roleAt } from '../roles/roles.ts'
import { likenessOf } from '../words/cjk-words.ts'
import { type CjkName, likenessIn, type Reading } from './cjk-reading.ts'

/** Where a sentence of Chinese has a name by its place alone: in bold, at its beginning. */
export function readPlaces(reading: Reading, from: number, to: number): CjkName[] {
  const line = reading.clean.slice(from, to)
  return [...readBold(line, reading, from), ...readBoldRows(line, reading, from), ...readTopics(line, reading, from)]
}

const BOLD = /\*\*([\p{Script=Han}A-Za-z\d]{2,12})\*\*(?! ?[：:、*])/gu
/** What a label, a row of features or a line of its own is led by or ends with. */
const BEFORE_BOLD = /(?:^[\s>]*(?:[-*+•●・▪]|\d{1,2}[.、)．])?\s*|[：、和与與及或]\s?)$/u
const SAID =
  /^(?:的|是|则|則|更|也|在|适合|適合|主打|支持|支援|提供|都|就|会|會|有|较|較|最|凭|憑|，(?:其|它|不|能|可)|\p{Script=Han}{1,4}主打)/u
const TAKEN =
  /(?:推荐|推薦|选择|選擇|首选|首選|考虑|考慮|试试|試試|购买|購買|采用|採用|使用的?|看|用|选|選|买|買|换成|換成)$/u

/** What a sentence has in bold and speaks of or takes: 团队可以看**霏沃**，. */
function readBold(line: string, reading: Reading, from: number): CjkName[] {
  return [...line.matchAll(BOLD)].flatMap(({ 0: whole, 1: name = '', index }) => {
    const start = from + index + 2
    const like = likenessIn(reading, name)
    const before = line.slice(Math.max(0, index - 12), index)
    const after = line.slice(index + whole.length, index + whole.length + 12)
    const begins = index < 1 || /[。；！？，：\]]$/u.test(before.trimEnd())
    const said = begins && (SAID.test(after) || (like === 'name' && /^[\p{Script=Han}，]/u.test(after)))
    const taken = TAKEN.test(before) && like === 'name'
    return like !== 'none' &&
      /\p{Script=Han}/u.test(name) &&
      (said || (taken && !BEFORE_BOLD.test(before))) &&
      roleAt(reading.clean, start, start + name.length) === null
      ? [{ name, sure: true }]
      : []
  })
}

const BOLD_ROW =
  /\*\*([^*\n。：:]{2,40})\*\*(?: ?(?:、|和|与|與|及|以及|或者?|跟|还有) ?\*\*([^*\n。：:]{2,40})\*\*){0,4}/gu
const AND = /\*\*|、|和|与|與|以?及|或者?|跟|还有/u
/** What counts a row, or says something of all of it: **霏沃、石林**三家. */
const COUNTED = /^ ?(?:这|這)?[两兩二三四五几幾\d] ?[款家个個大]/u

/** Names in a row in bold, which a sentence takes or counts: 可以看看**霏沃**和**石林**. */
function readBoldRows(line: string, reading: Reading, from: number): CjkName[] {
  return [...line.matchAll(BOLD_ROW)].flatMap(({ 0: whole, index }) => {
    const names = whole.split(AND).filter((name) => name.length > 1)
    const likes = names.map((name) => likenessIn(reading, name))
    const after = line.slice(index + whole.length, index + whole.length + 12)
    const before = line.slice(Math.max(0, index - 12), index)
    return names.length > 1 &&
      !likes.includes('none') &&
      likes.filter((like) => like === 'name').length * 2 >= names.length &&
      (COUNTED.test(after) || (TAKEN.test(before) && !/(?<!看)看$/u.test(before))) &&
      roleAt(reading.clean, from + index + 2, from + index + whole.length - 2) === null
      ? names.map((name) => ({ name, sure: true }))
      : []
  })
}

const TOPIC = /(?:^|[。；！？] {0,3}|\] {0,3})(\p{Script=Han}{2,3}?)(?=的(?!话|話|是|确|確)\P{P})/gu
/** What begins a sentence of words with 的: 带屏幕的, 据霏沃的, 选霏沃的. */
const BEGINS_WORDS = /^[带帶据據刚剛选選用按比对對和与與像没沒有无無]/u

/** A coined name that a sentence begins with, before what it has: 霏沃的锁便宜. */
function readTopics(line: string, { clean, kinds }: Reading, from: number): CjkName[] {
  return [...line.matchAll(TOPIC)].flatMap(({ 0: whole, 1: name = '', index }) => {
    const start = from + index + whole.length - name.length
    return !BEGINS_WORDS.test(name) &&
      likenessOf(name, kinds) === 'name' &&
      roleAt(clean, start, start + name.length) === null
      ? [{ name, sure: true }]
      : []
  })
}
