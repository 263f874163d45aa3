import { isChoiceLabel, isChoiceTitle, isCriteriaTitle } from './sections.ts'

/** Words that ask how, what or why, at the beginning of a title in languages other than English. */
const ASKS =
  /^\P{L}*(?:was|wie|worauf|woran|wofür|wozu|warum|wann|wo|qué|cómo|cuándo|cuánto|por qué|en qué|a qué|lo que|comment|pourquoi|quand|ce qu(?:e|i|’|')|qu[’']est-ce|quoi|à quoi|que|cosa|come|perché|quando|quanto|che cosa|a cosa|o que|como|por que|wat|hoe|waar\p{L}*|wanneer|na co|co|jak|dlaczego|kiedy|ile)(?!\p{L})/iu
/** Who answers says what they would take: "Lo que yo miraría:". */
const FIRST_PERSON =
  /(?<!\p{L})(?:ich|wir|yo|nosotros|je|nous|io|noi|eu|nós|ik|wij|würde|zou)(?!\p{L})|(?<!\p{L})j[’']|\p{L}(?:ía|íamos|erais|erei|eremmo|aria|eria|iria|łbym|łabym)(?!\p{L})/iu

/** What to take, be it instead: "Co zamiast tego?", "Was kaufen?". */
const WHAT_TO_TAKE =
  /(?<!\p{L})(?:zamiast|statt(?:dessen)?|lugar|place|vez|plaats)(?!\p{L})|^\P{L}*(?:was|qué|que|quoi|(?:che )?cosa|o que|wat|co|lo que|ce que?)(?: \p{Ll}+){0,3} (?:kauf\p{L}*|nehm\p{L}*|nimm\p{L}*|empfehl\p{L}*|wähl\p{L}*|choisi\p{L}*|prendre|acheter|ele[gj]i\p{L}*|compr(?:o|a|ar|e|aría)|escoger|sceglier\p{L}*|prendere|escolher|kiezen|kopen|nemen|wybrać|kupić|wziąć)(?!\p{L})/iu

/** Whether a title in a language other than English asks how, what or why, and not which. */
export function asksHow(line: string): boolean {
  return ASKS.test(line) && isNoChoice(line)
}

/**
 * Whether a title in a language other than English is over what to look at, and not over choices: "Na co zwrócić uwagę",
 * "O que considerar".
 */
export function asksWhatMatters(line: string): boolean {
  return asksHow(line) || (isCriteriaTitle(line) && isNoChoice(line))
}

function isNoChoice(line: string): boolean {
  return !isChoiceTitle(line) && !FIRST_PERSON.test(line) && !WHAT_TO_TAKE.test(line)
}

/** What stands in English over a list of what to look at: "Tips for choosing", "### What to check before you buy". */
const ABOUT_CHOOSING =
  /^[\s#*_]*(?:\d{1,2}[.)] )?(?:(?:a few|some|other|more|quick|practical|useful|key|main|important|final) )?(?:tips?|things|points|questions|factors?|criteria|considerations|features?|steps?|how (?:to|it|i|we)|what to (?!buy|get|pick|choose|use|try)|what (?:matters|you (?:need|should))|before you|when choosing|where to buy)(?!\p{L})/iu

/** Whether an English line stands over a list of what to look at, and not of choices. */
export function isAboutChoosing(line: string): boolean {
  return ABOUT_CHOOSING.test(line) && !isChoiceLabel(line)
}
