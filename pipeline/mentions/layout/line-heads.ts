import { CJK } from '../words/name-shape.ts'
import { isChoiceLabel } from '../words/sections.ts'
import { cjkHeads } from './cjk-heads.ts'

/** A name stands at its line's beginning: this much of the line is read, in UTF-16 units. */
const HEAD_REACH = 200

const GLOSSED = /[가-힣ァ-ヶー\p{Script=Han}][ ]?[（(][A-Za-z]/u
/** "My pick: get the Quillpad" */
const ADVICE = /^(?:choose|pick|get|take|use|try|buy|go (?:with|for)|start with) (?:the |an? )?(?=\p{Lu})/iu
/** For whom or when something is advised. */
const CONDITION = /[\p{L}\p{N}+.][*_]* (?:if|when|for|unless) \p{Ll}/u
const SENTENCE_REST = /(?<=[\p{L}\p{N}]{3})[.!?](?:\s.*|$)/u

/** The names that a line leads with, and how it leads with them. */
export interface Heads {
  readonly heads: string[]
  /** A colon inside the emphasis: a label of what is said. */
  readonly label: boolean
  /** A label before it says that it is a choice. */
  readonly announced: boolean
  /** Its name in Latin letters stands behind it: "지라(Jira)". */
  readonly glossed: boolean
}

/**
 * The names that a line leads with, as the list has it: "**HubSpot** - why", "Best overall: HubSpot", "Sunsama by X",
 * "A vs. B". A `heading` leads with what it says, however long; another line without a delimiter only when it is short.
 */
export function headsOf(line: string, heading: boolean): Heads {
  const named = namesOf(line, heading)
  // "**Choose Quillpad** if …"
  const heads = CONDITION.test(line.slice(0, HEAD_REACH))
    ? named.heads.map((head) => head.replace(ADVICE, ''))
    : named.heads
  return { ...named, heads, glossed: GLOSSED.test(line.slice(0, HEAD_REACH)) }
}

function namesOf(line: string, heading: boolean): Omit<Heads, 'glossed'> {
  const own = CJK.test(line) ? cjkHeads(line.slice(0, HEAD_REACH), heading) : null
  if (own !== null) return { heads: own, label: false, announced: false }
  const content = line
    .slice(0, HEAD_REACH)
    .trim()
    .replace(/^(?:[^\p{L}\p{N}*_[.("“「]+)/u, '')
  const row = emphasisedRow(content)
  if (row.length > 1) return { heads: row.map(tidyHead), label: false, announced: false }
  const bold = /^(?:\*\*|__)(.+?)(?:\*\*|__)[ :：]*(.*)$/u.exec(content)
  if (bold?.[1] !== undefined) {
    const label = tidyHead(bold[1])
    if (isChoiceLabel(label) && /[:：]/.test(content.slice(bold[1].length, bold[1].length + 6))) {
      const said = (bold[2] ?? '').replace(/[*_]{2}|^[*_]+/g, '')
      const rest = upToDelimiter(said.replace(SENTENCE_REST, '')).replace(ADVICE, '')
      return rest.split(' ').length <= 6
        ? { heads: [tidyHead(rest), label], label: false, announced: true }
        : { heads: [label], label: false, announced: false }
    }
    // "**예산**은 …": a sentence that begins in bold.
    if (
      !/[A-Za-z]/.test(bold[1]) &&
      /^[가-힣\u3040-\u309f]/u.test(bold[2] ?? '') &&
      !/[:：]/.test(content.slice(bold[1].length, bold[1].length + 6))
    )
      return { heads: [], label: false, announced: false }
    // "**Sync: keeping the cluster equal**"
    const inside = /[:：?？!.]\s*$|^[^:]{2,30}: \p{Ll}/u.test(bold[1])
    const named = afterLabel(upToSubtitle(bold[1]))
    const announced = named !== upToSubtitle(bold[1])
    // "**Quillpad – Insulated Boots.**" says what it is, which no label does.
    const said = / [–—] [^–—]+[.!]$/u.test(bold[1])
    return { heads: parted(named), label: inside && !announced && !said, announced }
  }
  const plain = content.replace(/[*_]{2}/g, '')
  const bracketed = /^[「『《【]([^」』》】]+)[」』》】]/u.exec(plain)
  if (bracketed?.[1] !== undefined) return { heads: [tidyHead(bracketed[1])], label: false, announced: false }
  // "[Sebo Airbelt](…) is seldom reduced", "Simplenote. Free."
  const led =
    /^\[([^\]\n]{2,60}?)(?:\]| {8})/u.exec(plain)?.[1] ??
    /^(?!(?:Dr|Mrs?)\.)(\p{Lu}[^.!?,;:\n]{1,30})\.\s+\p{Lu}/u.exec(plain)?.[1]
  if (!heading && led !== undefined) return { heads: [tidyHead(led)], label: false, announced: false }
  const head = tidyHead(upToDelimiter(plain))
  const labelled = afterLabel(plain)
  if (labelled !== plain && (heading || labelled.split(' ').length <= 5))
    return { heads: [tidyHead(upToDelimiter(labelled))], label: false, announced: true }
  if (heading) return { heads: parted(plain), label: false, announced: false }
  // A line without a delimiter is a head only when it is short: otherwise it is a sentence.
  return { heads: head === tidyHead(plain) && head.split(' ').length > 5 ? [] : [head], label: false, announced: false }
}

/** One of several names that lead a line, each with its own emphasis, and what stands between it and the next. */
const EMPHASISED =
  /(\*\*|__|\*|_)(?=[^\s*_])([^*_\n:]{2,40})\1(?:(?:,|,? (?:and|or|und|oder|et|ou|y|o|e|i|lub|oraz|en|of)| [&+]|\/) ?(?=[*_]))?/uy

/** "*Quillpad* and *Nordivo*: both sync": the names of a line that begins with several, each emphasised. */
function emphasisedRow(content: string): string[] {
  const names: string[] = []
  EMPHASISED.lastIndex = 0
  for (let match = EMPHASISED.exec(content); match !== null; match = EMPHASISED.exec(content)) {
    names.push(match[2] ?? '')
    if (/[*_]$/.test(match[0])) break
  }
  return names
}

/** The sides of a comparison, each as a head: "A" and "B" of "A vs. B"; else the one head. */
export function parted(text: string): string[] {
  const compared =
    /^(.{2,30}?)(?:と|和|与|와|과|vs\.?)\s?(.{2,30}?)(?:の|를|을|的)? ?(?:比較|違い|비교|차이|对比|對比|区别).*$/iu.exec(
      text,
    )
  if (compared?.[1] !== undefined && compared[2] !== undefined) return [tidyHead(compared[1]), tidyHead(compared[2])]
  const sides = text.split(/\s+(?:vs\.?|versus|gegen|contre|contra|contro|kontra)\s+/iu)
  if (sides.length === 1) return [tidyHead(upToDelimiter(text))]
  return sides.map((side) =>
    tidyHead(upToDelimiter(side.replace(/ (?:for|für|pour|para|per|dla|voor|im|in|en|–|-) .*$/iu, ''))),
  )
}

/** Without what is said of a name inside its own emphasis: "Birch – natural latex". */
function upToSubtitle(text: string): string {
  return tidyHead(text.replace(/\s+[–—]\s.*$/u, ''))
}

function afterLabel(text: string): string {
  // "The nerd → Onyx Coffee Lab"
  const arrow = /^[^→⇒]{2,40} ?(?:→|⇒|[-=]>) ?(\p{Lu}.*)$/u.exec(text)?.[1]
  if (arrow !== undefined) return arrow
  const colon = /^([^:：]{2,50})[:：]\s*(\S.*)$/u.exec(text)
  return colon?.[1] !== undefined && colon[2] !== undefined && isChoiceLabel(colon[1].trim()) ? colon[2] : text
}

function upToDelimiter(text: string): string {
  return text.replace(
    /(?:\s+[-–—→|]+\s+|:(?:\s|$)|：|\s*[(（]|—|\s+vs\.?\s+|,\s|[，。、！？]|\s(?:if|when|unless|because)\s|(?<=^\p{Lu}\S{2,20}(?: \p{Lu}\S{1,20})?)\. \p{Lu}).*$/su,
    '',
  )
}

/** Without marks, numbers, brackets and maker around a name: "Sunsama" of "**1. Sunsama** (by X)". */
export function tidyHead(text: string): string {
  return text
    .replace(/\s*[(（].*$/su, '')
    .replace(/^[\s*_]*\d\ufe0f?\u20e3/u, '')
    .replace(/^[^\p{L}\p{N}.]+|[\s*_`"“”'’.,:;：)\]」』》】–—-]+$/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^(?:\d{1,2}(?:[.)] |[、．])|[①-⑳一二三四五六七八九十]+、|[①-⑳] ?|[A-H][.)] |\d{1,2} · )/u, '')
    .replace(/^(.{2,}?)(?:,? (?:by|von|par|de la société|di|od)|, (?:de|da|van|from)) \p{Lu}.*$/u, '$1')
}
