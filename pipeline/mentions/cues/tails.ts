import type { Found } from '../find/finder.ts'
import { isPlanWord } from '../words/plan-words.ts'
import { isFeature } from '../words/sections.ts'

/** The rest of a product's name: up to three words with capital letters or numbers, and no more of them. */
const TAIL = /^((?: [\p{Lu}\p{N}][\p{L}\p{N}+.%-]*){1,3}?)(?=[*_]*(?:[,;:)]|\.(?:\s|$)| (?:\p{Ll}|[–—(&|-])|\s*$|\n))/u
const ARTICLE = /(?<!\p{L})(?:[Tt]he|[Dd]e[rmn]?|[Dd]ie|[Dd]as|[Ll][ea]|[Ee]l|[Ii]l|[Hh]et) [*_]*$/u
/** "the Manifest Pro by Kovar": who makes it stands behind it. */
const MAKER = /^[*_]* (?:by|from|von|de|di|van|od) [*_]*\p{Lu}/u
/** A sentence's one subject, or what a condition names: what is said behind it. */
const SPEAKS =
  /^[*_]* (?:is|was|has|offers?|does|lets|makes|gives|comes|costs|keeps|works|ist|hat|bietet|est|propose|offre|es|ofrece|è|jest|geldt|if|when|for|wenn|falls|für|si|pour|se|per|para)(?!\p{L})/u

/** Whether the kind of thing that is asked for stands behind a name in a sentence: "Bunny DNS is usually". */
export function hasKindBehind(after: string, asked: (word: string) => boolean): boolean {
  const tail = TAIL.exec(after)?.[1]?.trim().split(' ')
  const [kind = ''] = tail ?? []
  return tail?.length === 1 && (asked(kind) || isPlanWord(kind) || /^\p{Lu}{2,4}$/u.test(kind))
}

/** Whether an article stands before a name and its model, as before no company: "the Polar Grit X". */
export function isModelWithArticle(before: string, after: string): boolean {
  if (!ARTICLE.test(before)) return false
  const rest = behindTail(after)
  return rest !== null && !MAKER.test(rest)
}

/** A model's word and number, or its code. */
const MODEL_OF_OWN =
  /^(?:(?: \p{Lu}\p{L}+){1,2} \p{Nd}{2,}|(?: \p{Lu}\p{L}+)? \p{Lu}{1,4}-?\p{Nd}{2,}\p{L}{0,3})(?![\p{L}\p{N}%])/u

/** Whether an article and a model with its number stand around the product's name, so that it is no word: "the Quillpad Jet 110". */
export function isModelOfOwn(before: string, after: string): boolean {
  return MODEL_OF_OWN.test(after) && /(?<!\p{L})[Tt]he [*_]*$/u.test(before)
}

/** Whether a sentence begins with a name and its model in bold, and says something of it: "**Intercom Messenger** is". */
export function isBoldSubject(before: string, after: string): boolean {
  if (!/(?:^|\n|[.!?:,;]\s)(?:\*\*|__)$/.test(before)) return false
  const tail = TAIL.exec(after)?.[1]
  return tail !== undefined && /^(?:\*\*|__)/.test(after.slice(tail.length)) && SPEAKS.test(after.slice(tail.length))
}

/** Where an item of a list begins. */
const ITEM_LEFT = /(?:^|\n)[ \t>]*(?:[-*+•]|\d{1,2}[.)])[ \t]+(?:\*\*|__|[*_])?$/u
/** A model of one word or two, and then the item's own mark. */
const MODEL_RIGHT = /^ ((?:\p{Lu}[\p{L}\p{N}]*)(?: \p{Lu}[\p{L}\p{N}]*)?)(?:\*\*|__|[*_])?(?:, \p{Ll}| [–—-] |:|\n|$)/u

/** Whether a name of several words leads an item with its model behind it: "- **Paper Lantern Grande** – 2 kg". */
export function isHeadWithModel(clean: string, { start, end, pattern }: Found): boolean {
  if (
    (pattern.brand.proposedBy !== 'model' && !/^\p{Lu}\S* \p{Lu}/u.test(clean.slice(start, end))) ||
    !ITEM_LEFT.test(clean.slice(Math.max(0, start - 16), start))
  )
    return false
  const model = MODEL_RIGHT.exec(clean.slice(end, end + 40))?.[1]
  return model !== undefined && !isFeature(model)
}

/** A heading with a number, or bold. */
const EMPHASIS_LEFT = /(?:(?:^|\n)#{1,6} |\*\*)(?:\d{1,2}[.)] )?$/u
const REST_OF_EMPHASIS = /^((?: (?:[\p{Lu}\p{N}][\p{L}\p{N}.+-]*|&)){1,5})(?:\*\*| [–—(-]|:|\n|$)/u

/** Whether a name that a model proposed begins a heading or what is in bold, with its product's name behind: "**Dell Latitude**". */
export function leadsBold(clean: string, { start, end, pattern }: Found): boolean {
  if (pattern.brand.proposedBy !== 'model' || !EMPHASIS_LEFT.test(clean.slice(Math.max(0, start - 12), start)))
    return false
  const rest = REST_OF_EMPHASIS.exec(clean.slice(end, end + 48))?.[1]
  return rest !== undefined && !isFeature(rest.trim())
}

/** Whether a name begins a table's cell in bold that a word with a capital letter and a number end: "| **Moustache Samedi 28** |". */
export function isModelInCell(before: string, after: string): boolean {
  return /\| ?\*\*$/.test(before) && /^(?: \p{Lu}[\p{L}\p{M}’']+){1,2} \p{Nd}[\p{L}\p{N}.]*\*\* ?\|/u.test(after)
}

/** Whether a word is written as models are, with a capital letter or a digit within: "Apple AirPods". */
export function isShapedModel(word: string): boolean {
  return /\p{Ll}\p{Lu}|\p{L}\p{Nd}/u.test(word)
}

/** What stands behind a name without the rest of its product's name. */
export function behindTail(after: string): string | null {
  const tail = TAIL.exec(after)?.[1]
  return tail === undefined ? null : after.slice(tail.length)
}
