import { fold } from '../words/fold.ts'
import { isPlace, isTelling } from '../words/name-shape.ts'
import { isNativeName, type Native } from '../words/native.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'
import type { Run, Writing } from '../words/runs.ts'

type Spoken = Pick<Writing, 'native' | 'language'>

/** The articles of languages that have one before a model, and seldom before a brand. */
export const MODEL_ARTICLES: Readonly<Record<string, RegExp>> = {
  german: /(?<!\p{L})(?:der|die|das|den|dem|des) [*_]*$/iu,
  spanish: /(?<!\p{L})(?:el|la|los|las|del|al) [*_]*$/iu,
  french: /(?<!\p{L})(?:(?:le|la|les|du|au) |l[’'])[*_]*$/iu,
  italian: /(?<!\p{L})(?:(?:il|lo|la|le|gli|i|del|della|dal|al) |l[’'])[*_]*$/iu,
  dutch: /(?<!\p{L})(?:de|het) [*_]*$/iu,
}

/** "la Bushva Trail", "dem **Alpiva Rootex**": a brand that no lexicon knows and its model, behind an article. */
export function isModelThere(
  name: string,
  clean: string,
  { native, language }: Spoken,
  kinds: ReadonlySet<string>,
): boolean {
  const article = MODEL_ARTICLES[language]
  if (article === undefined || !isModel(name, native, kinds)) return false
  const at = clean.indexOf(name)
  return at > 0 && article.test(clean.slice(Math.max(0, at - 12), at))
}

/** Whether the heads of a list are all models: of several words each, the first of which no lexicon knows. */
export function areModels(
  heads: readonly string[],
  { native }: Pick<Spoken, 'native'>,
  kinds: ReadonlySet<string>,
): boolean {
  return heads.length > 1 && heads.every((head) => isModel(head, native, kinds))
}

/** "the Lowa Renegade", "The **Waterpik Sonic-Fusion**": the same in English, where only what is made has an article. */
export function isEnglishModel(name: string, clean: string, kinds: ReadonlySet<string>): boolean {
  const [first = '', ...tail] = name.split(' ')
  if (tail.length === 0 || !(isTelling(first) || /^\p{Lu}{3,4}$/u.test(first))) return false
  if (!tail.every((word) => /^[\p{Lu}\p{N}]/u.test(word) && !kinds.has(fold(word)) && !COMPANY.test(word))) return false
  const at = clean.indexOf(name)
  return at > 0 && /(?<!\p{L})[Tt]he [*_[]*$/u.test(clean.slice(Math.max(0, at - 8), at))
}

function isModel(name: string, native: Native, kinds: ReadonlySet<string>): boolean {
  const [first = '', ...tail] = name.split(' ')
  return (
    tail.length > 0 &&
    native(first) === 0 &&
    (isTelling(first) || /^\p{Lu}{3,4}$/u.test(first)) &&
    tail.every(
      (word) =>
        /^[\p{Lu}\p{N}]/u.test(word) &&
        (native(word) === 0 || isOrdinaryWord(word)) &&
        !kinds.has(fold(word)) &&
        !COMPANY.test(word),
    )
  )
}

/** Words behind a name that are part of it, and no model's. */
const COMPANY =
  /^(?:banks?|online|mobile|telecom|energ\p{L}+|insurance|software|crm|erp|cloud|networks?|hosting|office|app|tv|vpn|group|digital|direct|direkt|shoes|bikes|systems?|services?|pay|money|strom|solutions?|works?|labs?|studio|media|books?|desk|suite|one)$/iu

const OF = "(?:(?:de|von|di|van|del|della|do|da) |d[’'])"
const MODEL_BEFORE = new RegExp(
  `((?:der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|het|de) |l[’'])[*_]*([\\p{Lu}\\p{N}][\\p{L}\\p{N}:.+-]*(?: [\\p{Lu}\\p{N}][\\p{L}\\p{N}:.+-]*){0,3})[*_]* ${OF}[*_]*$`,
  'u',
)
const MAKER_BEHIND = new RegExp(`^(?: [\\p{Lu}\\p{N}][\\p{L}\\p{N}:.+-]*){0,3}[*_]* ${OF}[*_]*\\p{Lu}`, 'u')

/** Whether a name is the maker behind its model: "le Saros 10R de Vokirock", "dem GSD von Vokirn". */
export function isMaker(clean: string, { name, start }: Run, { native, language }: Spoken): boolean {
  const article = MODEL_ARTICLES[language]
  if (article === undefined || isNativeName(name, native) || isPlace(name)) return false
  const [, before = '', model = ''] = MODEL_BEFORE.exec(clean.slice(Math.max(0, start - 60), start)) ?? []
  return article.test(before) && isModelName(model, native)
}

/** Whether a name is the model before its maker. */
export function isMadeModel(clean: string, { name, start, end }: Run, { native, language }: Spoken): boolean {
  const article = MODEL_ARTICLES[language]
  return (
    article?.test(clean.slice(Math.max(0, start - 12), start)) === true &&
    isModelName(name, native) &&
    MAKER_BEHIND.test(clean.slice(end, end + 60))
  )
}

function isModelName(model: string, native: Native): boolean {
  return model !== '' && model.split(' ').some((word) => native(word) === 0 && !/^\p{Lu}{2,}$/u.test(word))
}
