import { isClaimedAbroad, isHardlyGerman } from './abroad.ts'
import { namesHost } from './context.ts'
import { ABBREVIATION, isClaimed, isDemonym, isInPassing, readSmallSubjects } from './english.ts'
import { isForeignName, isGermanName, isMadeModel, isMaker, isSpokenOf, VERB_ENDINGS } from './foreign.ts'
import { isAlone } from './model.ts'
import { CJK, hasNameShape, isDistinctive, isPlace, isProvince, isTelling } from './name-shape.ts'
import { isNativeName, type Native, startsPhrase } from './native.ts'
import { isCalendarWord, isFrequentWord, isFunctionWord, isOrdinaryWord } from './ordinary.ts'
import { isSmallWord, isSystem, WORD, wordBits } from './role-words.ts'
import { roleAt } from './roles.ts'
import { joins, opensSentence, smallMember, smallMembers } from './rows.ts'
import { type Run, readPassages, readRuns, type Writing } from './runs.ts'
import { isFeature } from './sections.ts'

/** A name in running text, with those that stand in a row with it. */
export interface ProseName {
  readonly name: string
  /** Its sentence speaks of it. */
  readonly subject: boolean
  /** A word of choosing or of examples stands before it. */
  readonly chosen: boolean
  readonly start: number
  /** By itself its place says that it is a name; else only beside others that are. */
  readonly sure: boolean
  /** Which row of names it stands in; -1 for none. */
  readonly row: number
}

const CHOOSES =
  /(?<!\p{L})(?:look(?:ing)? at|go(?:ing)? (?:for|with)|opt for|settle on|use|try|choose|consider|pick|recommend|prefer|like|likes|as|with|at|for|than|and|or|is|are|include|includes|including|buy|get|take|picks?|suggest|called|vs\.?|versus|between|unlike|against|over) [*_"“[]*$/iu
const SUBJECT =
  /^(?:[’']s |[*_"”)\]]*,? (?:is|are|was|were|has|have|had|can|could|will|would|may|might|does|do|did|also|offers?|lets?|wins?|makes?|gives?|keeps?|[a-z]{2,}(?:s|ed))(?!\p{L}))/u
/** "Mealie and Tandoor are free" */
const ROW_SUBJECT =
  /^[*_]* (?:and|or) [*_]*\p{Lu}[\p{L}\p{N}]*(?: \p{Lu}[\p{L}\p{N}]*)?[*_]* (?:are|have|can|will|do|both|also|offer|add|cover|work|cost|let|keep|need|support)(?!\p{L})/u
const STRICT_SUBJECT =
  /^(?:[’']s |,? (?:is|was|has|had|can|could|will|would|may|does|did|offers?|sits|lets|wins|makes|gives|keeps|owns)(?!\p{L}))/u
const MODEL_RIGHT = /^ (?:\p{Lu}[\p{L}]*\p{Nd}|\p{Nd})/u

/** Where names that aren't choices stand: "in Zurich", "made by NatWest". */
const AT_PLACE =
  /(?<!\p{L})(?:in|near|outside|(?<!followed |swears? )by|aus|nach|en|à|w|we|z|ze|do|na|em|op|uit|rond|nabij|cerca de|autour de|près de|intorno a|perto de|około|wokół|rund um) (?:the |la |el |le |los |las |les |i |gli |den |dem |der )?[*_"“[]*$/iu
const FROM_AFTER_NAME = /\p{Lu}[\p{L}\p{N}]*[*_]*,? (?:from|of|aus|de|da|z) $/u
/** Words in capitals that are written in the middle of a sentence without being names, in languages without the lexicon. */
const POLITE = new Set(
  'co today ai eu uk us tv pc st sie ihre ihrem ihren ihrer ihr ihnen du dein wam was ci cię ciebie twój usted ustedes ud lei'.split(
    ' ',
  ),
)

/** "Memorial Day", "Black Friday" */
const HOLIDAY = / (?:Day|Friday|Monday|Eve|Weekend)s?$/
/** "Confira se a", "Compruebe también que": what stands before is a verb that a sentence begins with. */
const ADVISES_THAT =
  /^ (?:(?:também|también|anche|aussi|auch) )?(?:que|si|ob|dass|che|czy|że|se (?:a|o|as|os|há|você))(?!\p{L})/u

/** "kWh", "dB", "kWh-tarief" */
const UNIT = /^(?:[kMGTmµ]?(?:Wh?p?|Hz|B|bit|bps|Pa|Ah|VA?|N|Nm|cal|J)|dB\p{L}?|[GMT]B?it\/s)(?:-\p{Ll}+)?$/u

const OBLIQUE =
  /(?<!\p{L})(?:to|into|onto|with|for|on|through|via|inside|mit|zu|für|auf|an|über|avec|pour|sur|vers|con|para|hacia|por|per|su|com|ao|à|na|z|dla|do|met|voor) (?:the |a |an |la |le |el |il |o )?[*_"“[]*$/iu
const CHOOSES_BEFORE =
  /(?<!\p{L})(?:switch\w*|mov\w+|go(?:ing|es)?|went|stick\w*|start\w*|turn\w*|points?|opt\w*|alternatives?|compar\w+|prefer\w*|similar|close|next|lean\w*|look\w*|upgrad\w+|vot\w+|settl\w+|wechsel\w*|greif\w*|fährst|fahren|anfang\w*|pass\w*|passez|opte\w*|choisi\w*|alternativ\w*|decan\w+|jetez|œil|regard\w*|blick|vistazo|occhiata|olhada|kijk\w*|zerknij|réservés?|optar|elegir|apuest\w*|scegli\w*|pass\w*|puntare|optar|escolh\w*|wybierz|postaw\w*)(?!\p{L})[^.!?\n]{0,24}$/iu

/** "à Vokiro, dont …": what is said of a name in languages other than English. */
const SAID = /^[*_ ]*, (?:dont|qui|cuy[oa]|que|die|der|das|który|która|które|waarvan|cujo|cuja)(?!\p{L})/u

const CHOSEN =
  /(?<!\p{L})(?:use|try|shortlist|evaluate|choose|consider|pick|recommend(?:ed|s)?|prefer|buy|get|take|install|avoid|suggest|look at|go (?:for|with)|opt for|such as|like|including|include|alternative (?:is|are)|wie|etwa|empfehlen|nehmt|nimm|nutzt|kauft?|comme|tels? que|choisissez|prenez|como|elige|elegir|recomiendo|come|scegli|consiglio|escolha|recomendo|jak|poleca(?:m|my| się)?|wybierz|zoals|kies)(?!\p{L})(?: (?:the|a|die|das|den|la|le|el|il|o|się|przede|wszystkim))* [*_"“]*$/iu

/**
 * The names of a clean text that its running sentences hold: words in capitals that no lexicon knows, and those in a row
 * with them. `isChoice` says of a line's head whether it is taken for a choice: what is said of it names others aside.
 */
export function readProse(clean: string, writing: Writing, isChoice: (head: string) => boolean): ProseName[] {
  const lower = new Set(clean.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]+(?![\p{L}\p{M}]|\.\p{Ll})/gu) ?? [])
  const cjk = CJK.test(clean)
  const names: ProseName[] = []
  let row = -1
  for (const passage of readPassages(clean, isChoice)) {
    let last: Run | undefined
    let rowStart = 0
    if (!writing.foreign)
      for (const { name, at } of readSmallSubjects(clean.slice(passage.start, passage.end)))
        names.push({ name, start: passage.start + at, sure: true, subject: true, chosen: false, row: -1 })
    for (const each of readRuns(clean, passage.start, passage.end, writing, lower)) {
      const run = writing.nouns ? withoutGenitive(clean, each, writing.native) : each
      const between = last === undefined ? '' : clean.slice(last.end, run.start).replace(/ {2,}/g, ' ')
      const member = smallMember(between)
      const joined =
        last !== undefined && joins(between) && (writing.foreign || !opensSentence(clean, last.start, between, run.end))
      if (joined && member !== undefined && !lower.has(`${member}s`))
        names.push({ name: member, start: (last?.end ?? 0) + 2, sure: false, subject: false, chosen: false, row })
      if (!joined) {
        row += 1
        rowStart = run.start
      }
      last = run
      if (writing.foreign && !cjk)
        for (const small of smallMembers(clean, run, writing.native, lower))
          names.push({ ...small, sure: false, subject: false, chosen: false, row })
      // "Today, Firefox and Brave": the first word of a sentence isn't in the row behind it.
      if (run.startsSentence && isFrequentWord(run.name) && !namesHost(clean.slice(run.end, run.end + 48), run.name))
        continue
      const maker = writing.foreign && !cjk && isMaker(clean, run, writing)
      if (writing.foreign && !cjk && isMadeModel(clean, run, writing)) continue
      if (maker) {
        names.push({ name: run.name, start: run.start, sure: true, subject: true, chosen: false, row })
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
        isAtPlace(clean, rowStart) ||
        (writing.nouns && isGermanNoun(clean, run, writing.native)) ||
        (writing.foreign && POSSESSIVE.test(clean.slice(Math.max(0, run.start - 12), run.start)))
      const claimed =
        (writing.foreign && !cjk && isClaimedAbroad(clean, run, writing.native, writing.language, passage.aside)) ||
        (!writing.foreign && !passage.aside && !place && isClaimed(clean, run))
      // "Vokirns Netz": what something belongs to is spoken of.
      const owner = run !== each && !passage.aside
      const answer = owner || claimed || (writing.foreign && !cjk && isAnswer(clean, run, writing.native))
      const sure = answer || (!passage.aside && !place && !cjk && isSure(clean, run, writing, lower))
      names.push({
        name: run.name,
        start: run.start,
        sure:
          claimed || owner || (sure && (!isOblique(clean, rowStart) || SAID.test(clean.slice(run.end, run.end + 12)))),
        subject:
          answer ||
          (writing.foreign && !cjk && SAID.test(clean.slice(run.end, run.end + 12))) ||
          SUBJECT.test(clean.slice(run.end, run.end + 24)) ||
          (!writing.foreign && ROW_SUBJECT.test(clean.slice(run.end, run.end + 60))) ||
          (writing.foreign &&
            !cjk &&
            isSpokenOf(clean.slice(run.end, run.end + 60), writing.nouns ? undefined : VERB_ENDINGS[writing.language])),
        chosen: CHOSEN.test(clean.slice(Math.max(0, rowStart - 40), rowStart)),
        row: place ? -1 : row,
      })
    }
  }
  if (!writing.nouns && (!writing.foreign || cjk)) return names
  // German: three words beside each other that no lexicon knows, none with a noun's article or ending, are names.
  const rows = Map.groupBy(names, (one) => one.row)
  return names.map((one) => {
    const members = one.row < 0 ? [] : (rows.get(one.row) ?? [])
    const unknown = members.filter(
      ({ name }) =>
        isDistinctive(name) &&
        (!writing.nouns || isHardlyGerman(name.split(' ')[0] ?? '')) &&
        !isNativeName(name, writing.native),
    )
    const all =
      members.length > 2 &&
      unknown.length > (writing.nouns ? 0 : 1) &&
      members.every(
        ({ name }) =>
          unknown.some((each) => each.name === name) || !name.split(' ').every((word) => writing.native(word) > 0),
      )
    return all ? { ...one, sure: true } : one
  })
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

/** "Alpinas Ximo" is about Alpina, where that stands in the text. */
function withoutGenitive(clean: string, run: Run, native: Native): Run {
  const [, owner, owned = ''] = /^(\p{Lu}[\p{L}\p{N}]+)s (\p{Lu}\p{L}*)/u.exec(run.name) ?? []
  // "Vokirns Netz": a noun belongs to it.
  const belongs =
    owner !== undefined &&
    (native(owned) > 0 || isOrdinaryWord(owner)) &&
    native(owner) === 0 &&
    native(`${owner}s`) === 0 &&
    !isOrdinaryWord(`${owner}s`)
  if (owner === undefined || !(belongs || isAlone(owner, clean))) return run
  return { ...run, name: owner, end: run.start + owner.length + 1 }
}

/** "You'll", "Don't". */
const CONTRACTION = /^\p{L}+[’'](?:ll|ve|re|d|t|m)$/iu
/** Adjectives of countries: "an American company". */
const DEMONYM_END = /(?:ish|ese|ian|ean|can|man|ench|utch|eek|iss|pean)s?$/u

function mayBeName({ name, end }: Run, clean: string, lower: ReadonlySet<string>): boolean {
  if (CONTRACTION.test(name) || UNIT.test(name.replace(/^[\p{Nd}.,]+ /u, '')) || HOLIDAY.test(name)) return false
  if (
    DEMONYM_END.test(name) &&
    name.split(' ').length < 3 &&
    /^(?: \p{Ll}|,| and )/u.test(clean.slice(end, end + 6)) &&
    isDemonym(name)
  )
    return false
  if (name.length < 2 || isPlace(name) || isProvince(name) || isCalendarWord(name.replace(/s$/, ''))) return false
  if (!name.includes(' ') && isOrdinaryWord(name) && isFeature(name)) return false
  const folded = name.toLowerCase()
  if (wordBits(folded.split(' ')[0] ?? '') & WORD.title && name.includes(' ')) return false
  if (isSystem(folded) || POLITE.has(folded)) return false
  return (
    name.includes(' ') || !(isFunctionWord(name) || isSmallWord(folded) || (lower.has(folded) && !hasNameShape(name)))
  )
}

/** "(formerly Cashplus)", "Mettle by NatWest": another name of what stands before it, or who makes it. */
function isAlias(clean: string, { start }: Run, { nouns, native }: Writing): boolean {
  const before = clean.slice(Math.max(0, start - 30), start)
  // "Modelle von Tineco"
  const noun = nouns ? /(\p{Lu}\p{L}*) von $/u.exec(before)?.[1] : undefined
  if (noun !== undefined && native(noun) > 0) return false
  return /(?:[(（][^()（）]{0,24}|\p{Lu}\p{L}* of (?:the )?|\p{Lu}[\p{L}\p{N}]*[*_]* (?:by|von|par|di) )$/u.test(before)
}

/** A German noun: behind its article, or with a noun's ending, unless its letters are a name's. */
function isGermanNoun(clean: string, { name, start }: Run, native: Native): boolean {
  if (name.includes(' ') || hasNameShape(name) || /^\p{Lu}{2,}$/u.test(name)) return false
  return native(name) > 0 || GERMAN_ARTICLE.test(clean.slice(Math.max(0, start - 12), start))
}

/** "into Toast, Clover and Square": what something is brought to isn't what is chosen, unless it is. */
function isOblique(clean: string, rowStart: number): boolean {
  const before = clean.slice(Math.max(0, rowStart - 60), rowStart)
  return OBLIQUE.test(before) && !CHOOSES_BEFORE.test(before)
}

/** "con il suo X", "mit ihrem X": a part of what is spoken of. */
const POSSESSIVE =
  /(?<!\p{L})(?:(?:ihr|sein|dein|euer|unser)(?:e[mnrs]?)?|sus?|leurs?|ses|suo|sua|suoi|sue|seus?|suas?|zijn|haar|hun|swój|swoj\p{L}+|jego|jej|ich) [*_]*$/iu

/** Whether what stands there is where something is: "in Zurich", "near Boston". */
export function isAtPlace(clean: string, start: number): boolean {
  const before = clean.slice(Math.max(0, start - 40), start)
  return AT_PLACE.test(before) || FROM_AFTER_NAME.test(before)
}

const GERMAN_LEAD =
  /(?<!\p{L})(?:von|wie|etwa|beispiel|außerdem|neben|gegen|statt|nutzt|nutzen|heißt|heißen|inzwischen|vs\.?|bei|zu|ist|sind|allem|sich|kommen|gehören|zählen|vergesst|vergiss|nehmt|nimm|empfehlen|empfehle|bevorzugen|wäre|wären|namens|genannt|→) [*_„"]*$/iu
const GERMAN_ARTICLE = /(?<!\p{L})(?:der|die|das|den|dem|des|eine?[mnrs]?|keine?[mnrs]?|ihre?[mnrs]?|deine?[mnrs]?) $/iu
/** Whether a German word in bold is hardly a noun: in capitals, or no word and without a noun's ending. */
function isBoldName(name: string, native: Native): boolean {
  return /^\p{Lu}{3,}$/u.test(name) || (native(name) === 0 && isHardlyGerman(name))
}

const DEMONYM = /^\p{Lu}\p{Ll}+(?:ish|ese|ian|ean)s?$/u

function isSure(
  clean: string,
  run: Run,
  { nouns, foreign, native, language }: Writing,
  lower: ReadonlySet<string>,
): boolean {
  const { name, start, end, startsSentence } = run
  const before = clean.slice(Math.max(0, start - 40), start)
  // "Cowbell (formerly Cowbell Cyber) connects"
  const after = foreign
    ? clean.slice(end, end + 40)
    : clean.slice(end, end + 80).replace(/^[*_]* \((?:[^a-z()\n]|formerly|now|once)[^()\n]{1,40}\)/, '')
  if (!foreign && isInPassing(clean, run)) return false
  const words = name.split(' ')
  const model = words.length > 1 && words.slice(1).some((word) => /\p{Nd}/u.test(word)) && isTelling(words[0] ?? '')
  if (model && (!nouns || isHardlyGerman(words[0] ?? ''))) return true
  const shaped = words.some((word) => hasNameShape(word) && !/^\p{Nd}/u.test(word)) || /^\p{Nd}+\p{L}{3,}/u.test(name)
  if (/^\p{Lu}\p{Nd}{2,3}$/u.test(name))
    return SUBJECT.test(after) || /^ \p{Ll}{3,}(?:e|a|en|an|t)(?!\p{L})/u.test(after)
  if (foreign && /[\p{Ll},] \*\*$/u.test(before) && /^\*\*/.test(after) && (!nouns || isBoldName(name, native)))
    return true
  if (/^[\p{Lu}\p{N}&-]{2,5}$/u.test(name))
    return startsSentence && ((foreign && isSpokenOf(after)) || STRICT_SUBJECT.test(after) || /^ from /.test(after))
  if (/^[-]\p{Ll}/u.test(after)) return false
  if (words.length === 1 && lower.has(name.toLowerCase())) return false
  if (
    words.every((word) => ABBREVIATION.test(word) || /^\p{Lu}\p{N}\p{Lu}$/u.test(word)) ||
    /(?<!\p{L})(?:an?|[Ii]ts|[Tt]heir|his|her|[Yy]our|[Oo]ur|seinen?|ihren?|sus?|leurs?|suo|sua|seu) [*_]*$/u.test(
      before,
    ) ||
    (DEMONYM.test(name) && /^ \p{Ll}/u.test(after))
  )
    return false
  // "den Helm von Wout van Aert"
  if (nouns && words.length === 1 && /^ (?:van|von|de|di|del|da|ter) \p{Lu}/u.test(after)) return false
  if (nouns)
    return (
      (shaped && !/-/.test(name)) ||
      (isDistinctive(name) &&
        !isNativeName(name, native) &&
        (MODEL_RIGHT.test(after) || (isHardlyGerman(words[0] ?? '') && GERMAN_LEAD.test(before)))) ||
      (isHardlyGerman(words[0] ?? '') && isGermanName(clean, run, { native, language, lower }))
    )
  if (foreign) return isForeignName(clean, run, { native, language, lower })
  if (isDistinctive(name)) {
    if (shaped || words.length > 2) return true
    // Two words that no lexicon knows are more often a person than a name and its product.
    if (words.length === 2) return !words.every(isTelling) || MODEL_RIGHT.test(after)
    return !startsSentence || SUBJECT.test(after) || /^[*_"”]*(?:,|[.!?]|$| (?:and|or|for|if|from) )/u.test(after)
  }
  if (words.length > 1 && words.length < 4 && !startsSentence && !nouns && SUBJECT.test(after)) return true
  return (
    (!startsSentence &&
      words.length <= 2 &&
      CHOOSES.test(before) &&
      /^(?:,? (?:which|who|whose|if|because|for) |[*_"”]*[.;])/u.test(after)) ||
    (!startsSentence && words.length <= 2 && SUBJECT.test(after) && CHOOSES.test(before))
  )
}
