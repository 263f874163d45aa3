import { roleAt } from '../roles/roles.ts'
import { hasCapitalNouns } from '../words/context.ts'
import { CJK, isDistinctive, isPlace, isTelling } from '../words/name-shape.ts'
import { isNativeName, type Native, startsPhrase } from '../words/native.ts'
import { isFrequentWord } from '../words/ordinary.ts'
import { GERMAN, type Run, readPassages, readRuns, type Writing } from '../words/runs.ts'
import { isTechnicalTerm } from '../words/technical.ts'
import { isClaimedAbroad, isHardlyGerman } from './abroad.ts'
import { leftOf, rightOf } from './beside.ts'
import { isClaimed, isSentenceAdverb, readSmallSubjects } from './english.ts'
import { isSpokenOf, VERB_ENDINGS } from './foreign.ts'
import { isGermanNoun, withoutGenitive } from './german-nouns.ts'
import { mayBeName } from './may-be-name.ts'
import { isMadeModel, isMaker } from './models.ts'
import { namesHost, readRenamed } from './renamed.ts'
import { joins, opensSentence, smallMember, smallMembers } from './rows.ts'
import { isSure, SUBJECT } from './sure-names.ts'

/** A name in running text, with those that stand in a row with it. */
export interface ProseName {
  readonly name: string
  /** Its sentence speaks of it. */
  readonly subject: boolean
  readonly start: number
  /** By itself its place says that it is a name; else only beside others that are. */
  readonly sure: boolean
  /** Which row of names it stands in; -1 for none. */
  readonly row: number
}

/** "Mealie and Tandoor are free" */
const ROW_SUBJECT =
  /^[*_]* (?:and|or) [*_]*\p{Lu}[\p{L}\p{N}.&’'-]*(?: (?:& )?\p{Lu}[\p{L}\p{N}.&’'-]*){0,3}[*_]*(?: \([^()\n]{2,40}\))? (?:are|have|can|will|do|both|also|offer|add|cover|work|cost|let|keep|need|support)(?!\p{L})/u

/** Where names that aren't choices stand: "in Zurich", "made by NatWest". */
const AT_PLACE =
  /(?<!\p{L})(?:in|near|outside|(?<!followed |swears? )by|aus|nach|en|à|w|we|z|ze|do|na|em|op|uit|rond|nabij|cerca de|autour de|près de|intorno a|perto de|około|wokół|rund um) (?:the |la |el |le |los |las |les |i |gli |den |dem |der )?[*_"“[]*$/iu
/** "Vokima, à Marseille, propose": a place behind a name is no row with it. */
const OWN_PREPOSITION = /^[*_]*, (?:à|in|en|em|na|no) $/
/** "une petite maison d'Auvergne", "un'azienda di Reggiolo": where a company is, or whose it is. */
const COMPANY_OF =
  /(?<!\p{L})(?:empresa|compañía|firma|start-?up|fabricante|entreprise|maison|société|fabricant|azienda|ditta|società|gruppo|produttore|unternehmen|hersteller|familienbetrieb|betrieb) (?:\p{Ll}{1,20} )?(?:(?:de|di|da|do|du|del|della|dello|aus) (?:la |las |los |el )?|d[’']|dell[’'])[*_]*$/iu
const FROM_AFTER_NAME = /\p{Lu}[\p{L}\p{N}]*[*_]*,? (?:from|of|aus|de|da|z) $/u

/** "Confira se a", "Compruebe también que": what stands before is a verb that a sentence begins with. */
const ADVISES_THAT =
  /^ (?:(?:também|también|anche|aussi|auch) )?(?:que|si|ob|dass|che|czy|że|se (?:a|o|as|os|há|você))(?!\p{L})/u

const OBLIQUE =
  /(?<!\p{L})(?:to|into|onto|with|for|on|through|via|inside|mit|zu|für|auf|an|über|avec|pour|sur|vers|con|para|hacia|por|per|su|com|ao|à|na|z|dla|do|met|voor) (?:the |a |an |la |le |el |il |o )?[*_"“[]*$/iu
const CHOOSES_BEFORE =
  /(?<!\p{L})(?:switch\w*|mov\w+|go(?:ing|es)?|went|stick\w*|start\w*|turn\w*|points?|opt\w*|alternatives?|compar\w+|prefer\w*|similar|close|next|lean\w*|look\w*|upgrad\w+|vot\w+|settl\w+|wechsel\w*|greif\w*|fährst|fahren|anfang\w*|pass\w*|passez|opte\w*|choisi\w*|alternativ\w*|decan\w+|jetez|œil|regard\w*|blick|vistazo|occhiata|olhada|kijk\w*|zerknij|réservés?|optar|elegir|apuest\w*|scegli\w*|pass\w*|puntare|optar|escolh\w*|wybierz|postaw\w*)(?!\p{L})[^.!?\n]{0,24}$/iu

/** "à Vokiro, dont …": what is said of a name in languages other than English. */
const SAID = /^[*_ ]*, (?:dont|qui|cuy[oa]|que|die|der|das|który|która|które|waarvan|cujo|cuja)(?!\p{L})/u

/**
 * The names of a clean text that its running sentences hold: words in capitals that no lexicon knows, and those in a row
 * with them. `isChoice` says of a line's head whether it is taken for a choice: what is said of it names others aside.
 */
export function readProse(clean: string, whole: Writing, isChoice: (head: string) => boolean): ProseName[] {
  const lower = new Set(clean.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]+(?![\p{L}\p{M}]|\.\p{Ll})/gu) ?? [])
  const cjk = CJK.test(clean)
  const names: ProseName[] = []
  let row = -1
  for (const passage of readPassages(clean, isChoice)) {
    const writing = whole.nouns || cjk ? whole : writingOf(clean.slice(passage.start, passage.end), whole)
    let last: Run | undefined
    let rowStart = 0
    if (!writing.foreign)
      for (const { name, at } of readSmallSubjects(clean.slice(passage.start, passage.end)))
        names.push({ name, start: passage.start + at, sure: true, subject: true, row: -1 })
    for (const each of readRuns(clean, passage.start, passage.end, writing, lower)) {
      const run = writing.nouns ? withoutGenitive(clean, each, writing.native) : each
      const between = last === undefined ? '' : clean.slice(last.end, run.start).replace(/ {2,}/g, ' ')
      const member = smallMember(between)
      const joined =
        last !== undefined &&
        joins(between) &&
        // "In Germany, Nordivo and Kontix lead"
        (writing.foreign || between !== ', ' || !isPlace(last.name) || isPlace(run.name)) &&
        (writing.foreign || !opensSentence(clean, last.start, between, run.end))
      if (joined && member !== undefined && !lower.has(`${member}s`))
        names.push({ name: member, start: (last?.end ?? 0) + 2, sure: false, subject: false, row })
      if (!joined) {
        row += 1
        rowStart = run.start
      }
      last = run
      if (writing.foreign && !cjk)
        for (const small of smallMembers(clean, run, writing.native, lower))
          names.push({ ...small, sure: false, subject: false, row })
      // "Today, Firefox and Brave": the first word of a sentence isn't in the row behind it.
      if (run.startsSentence && isFrequentWord(run.name) && !namesHost(clean.slice(run.end, run.end + 48), run.name))
        continue
      if (!writing.foreign && isSentenceAdverb(clean, run)) continue
      const maker = writing.foreign && !cjk && isMaker(clean, run, writing)
      if (writing.foreign && !cjk && isMadeModel(clean, run, writing)) continue
      if (maker) {
        names.push({ name: run.name, start: run.start, sure: true, subject: true, row })
        continue
      }
      if (
        startsPhrase(run.name, writing.language) ||
        (run.startsSentence && writing.foreign && ADVISES_THAT.test(clean.slice(run.end, run.end + 16))) ||
        !mayBeName(run, clean, lower) ||
        isAlias(clean, run, writing) ||
        roleAt(clean, run.start, run.end) !== null
      )
        continue
      const place =
        isAtPlace(clean, OWN_PREPOSITION.test(between) && writing.language !== 'dutch' ? run.start : rowStart) ||
        (writing.nouns && !isEmphasised(clean, run) && isGermanNoun(clean, run, writing.native)) ||
        (writing.foreign && POSSESSIVE.test(clean.slice(Math.max(0, run.start - 12), run.start)))
      const claimed =
        (writing.foreign && !cjk && isClaimedAbroad(clean, run, writing.native, writing.language, passage.aside)) ||
        (!writing.foreign && !passage.aside && !place && isClaimed(clean, run))
      // "Vokirns Netz": what something belongs to is spoken of.
      const owner = run !== each && !passage.aside
      const answer =
        owner || claimed || (!cjk && (writing.foreign ? isAnswer(clean, run, writing.native) : isOpening(clean, run)))
      const sure = answer || (!passage.aside && !place && !cjk && isSure(clean, run, writing, lower))
      names.push({
        name: run.name,
        start: run.start,
        sure:
          claimed || owner || (sure && (!isOblique(clean, rowStart) || SAID.test(clean.slice(run.end, run.end + 12)))),
        subject:
          answer ||
          (!writing.foreign && claimed) ||
          (writing.foreign && !cjk && SAID.test(clean.slice(run.end, run.end + 12))) ||
          SUBJECT.test(rightOf(clean, run.end, 24)) ||
          (!writing.foreign && ROW_SUBJECT.test(rightOf(clean, run.end, 90))) ||
          (writing.foreign &&
            !cjk &&
            isSpokenOf(
              clean.slice(run.end, run.end + 60),
              writing.nouns && !sure ? undefined : VERB_ENDINGS[writing.language],
            )),
        row: place ? -1 : row,
      })
    }
  }
  if (!cjk)
    for (const { name, start } of readRenamed(clean, whole))
      if (roleAt(clean, start, start + name.length) === null)
        names.push({ name, start, sure: true, subject: true, row: -1 })
  return whole.nouns || (whole.foreign && !cjk) ? withSureRows(names, whole) : names
}

/** How a passage is written: as the whole is, or in German where that writes no noun with a capital letter. */
function writingOf(passage: string, whole: Writing): Writing {
  return hasCapitalNouns(passage) ? GERMAN : whole
}

/**
 * The names with those sure whose row says so, in languages other than English: three words beside each other that no lexicon
 * knows, in German none with a noun's article or ending.
 */
function withSureRows(names: readonly ProseName[], writing: Writing): ProseName[] {
  const sure = new Set<number>()
  for (const [row, members] of Map.groupBy(names, (one) => one.row)) {
    if (row < 0 || members.length < 3) continue
    const unknown = members.flatMap(({ name }) => (isUnknown(name, writing) ? [name] : []))
    const told = new Set(unknown)
    const others = members.filter(({ name }) => !told.has(name))
    if (unknown.length > (writing.nouns ? 0 : 1) && !others.some(({ name }) => isWords(name, writing))) sure.add(row)
  }
  return names.map((one) => (sure.has(one.row) ? { ...one, sure: true } : one))
}

/** Whether no lexicon knows a name, and in German none of its words looks like a noun. */
function isUnknown(name: string, { nouns, native }: Writing): boolean {
  return isDistinctive(name) && (!nouns || isHardlyGerman(name.split(' ')[0] ?? '')) && !isNativeName(name, native)
}

function isWords(name: string, { native }: Writing): boolean {
  return name.split(' ').every((word) => native(word) > 0)
}

/** Whether it stands in bold by itself, as no noun of a row does. */
function isEmphasised(clean: string, { start, end }: Run): boolean {
  return clean.startsWith('**', start - 2) && clean.startsWith('**', end)
}

/** "ING. Lleva en España …", "… → Revolut": a line that begins with a name and a full stop, or what an arrow leads to. */
function isAnswer(clean: string, { name, start, end }: Run, native: Native): boolean {
  if (/^\p{Nd}/u.test(name) || (isNativeName(name, native) && (native(name) > 0 || isFrequentWord(name)))) return false
  const before = clean.slice(Math.max(0, start - 8), start)
  const after = clean.slice(end, end + 6)
  if (/(?:→|⇒|➡️?|->|=>) *[*_]*$/u.test(before)) return /^[*_]*(?:\s*$|\s*\n|[.,;:(]| [(–—-])/u.test(after)
  if (!/(?:^|\n)[>*_ ]*(?:\d{1,2}[.)] )?[*_]*$/u.test(before)) return false
  return (
    /^[*_]*\.(?:\s|$)/u.test(after) ||
    (/\?[*_]*\n+[>*_ ]*$/u.test(before) && !name.includes(' ') && /^[*_]*(?:,| \(| [–—] )/u.test(after))
  )
}

/** Whether an English line begins with a name and a full stop: "Quillpad. It costs", "Quillpad by Vestrix. It costs". */
function isOpening(clean: string, { name, start, end }: Run): boolean {
  if (!/^[*_]*(?: by \p{Lu}[\p{L}\p{N}]*)?\.[*_]* +\S/u.test(clean.slice(end, end + 40))) return false
  if (!/(?:^|\n)[*_ ]*$/.test(clean.slice(Math.max(0, start - 4), start))) return false
  return name.split(' ').some(isTelling) || (/^\p{Lu}{3,5}$/u.test(name) && !isTechnicalTerm(name))
}

/** "(formerly Cashplus)", "Mettle by NatWest": another name of what stands before it, or who makes it. */
function isAlias(clean: string, { start }: Run, { nouns, native }: Writing): boolean {
  const before = clean.slice(Math.max(0, start - 30), start)
  // "Modelle von Tineco"
  const noun = nouns ? /(\p{Lu}\p{L}*) von $/u.exec(before)?.[1] : undefined
  if (noun !== undefined && native(noun) > 0) return false
  return /(?:[(（][^()（）]{0,24}|\p{Lu}\p{L}* of (?:the )?|\p{Lu}[\p{L}\p{N}]*[*_]* (?:by|von|par|di) )$/u.test(before)
}

/** "into Toast, Clover and Square": what something is brought to isn't what is chosen, unless it is. */
function isOblique(clean: string, rowStart: number): boolean {
  const before = leftOf(clean, rowStart, 60)
  return OBLIQUE.test(before) && !CHOOSES_BEFORE.test(before)
}

/** "con il suo X", "mit ihrem X": a part of what is spoken of. */
const POSSESSIVE =
  /(?<!\p{L})(?:(?:ihr|sein|dein|euer|unser)(?:e[mnrs]?)?|sus?|leurs?|ses|suo|sua|suoi|sue|seus?|suas?|zijn|haar|hun|swój|swoj\p{L}+|jego|jej|ich) [*_]*$/iu

/** Whether what stands there is where something is: "in Zurich", "near Boston". */
export function isAtPlace(clean: string, start: number): boolean {
  const before = leftOf(clean, start, 40)
  return AT_PLACE.test(before) || FROM_AFTER_NAME.test(before) || COMPANY_OF.test(before)
}
