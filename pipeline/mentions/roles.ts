import { cjkRoleAt } from './cjk-roles.ts'
import { isTelling } from './name-shape.ts'
import { isOrdinaryWord } from './ordinary.ts'
import type { Role } from './role.ts'
import { isSystem, WORD, wordBits } from './role-words.ts'
import { isChoiceLabel } from './sections.ts'
import { isTechnicalTerm } from './technical.ts'

/** How far a sentence is read before and after a name, in UTF-16 units, and how many words of it. */
const REACH = 120
const MOST_WORDS = 9

const WORD_OR_END = /\p{L}[\p{L}\p{M}\p{N}'’-]*|\p{N}[\p{N}\p{L}.]*|[.!?;:|\n()，。！？；：（）–—]|,/gu
const NAME_LIKE = /^[\p{Lu}\p{N}]|\p{Ll}\p{Lu}/u
const JOINS = new Set(
  'and or und oder sowie et ou y o e ed i oraz lub albo czy en of och eller og samt nebo ve veya und/oder bzw & plus и или'.split(
    ' ',
  ),
)
const AND_WORDS = new Set('und oder et ou y o e oraz lub albo czy en of och eller og a nebo ve veya и или'.split(' '))
const RIGHT_REACH = 60
/** The longest line, up to a name, whose label is read. */
const LINE = 300
const LINE_LABEL = /^[\s>\d.)•*-]*[*_]{1,2}([^*_\n:：?？]{2,50})(?:[.:：?？]?[*_]{1,2}|[:：?？])/u
/** Prepositions that say whose or for whom, and not where something is sold. */
const OF = new Set('of von de di van od da do du des del dos das für pour para per dla voor'.split(' '))
const ALREADY = new Set(
  'already existing current bereits schon bestehendes bestehende bestehenden déjà existant ya existente già esistente já już reeds al bestaande'.split(
    ' ',
  ),
)
const GOT_FROM = new Set(['at', 'from', 'through', 'via'])
const GOT_AT = /(?<!\p{L})(?:find|found|pay|try|tried|order|ordered|pick|picked|get)(?!\p{L})|[$€£]\d/u
const INSTITUTION_LEFT =
  /(?<!\p{L})(?:[Tt]he|la|le|les|il|lo|el|del|al|della|dalla|alla|o|a|do|da|het|de) $|[ldLD][’']$/u
/** Another name with its article beside one in capitals: "la MAIF, la Macif et la GMF". */
const ARTICLED_LEFT =
  /(?:^|[^\p{L}])\p{Lu}\p{Ll}[\p{L}-]*[*_]*(?:,| et| y| e| und| en| and) (?:la|le|el|il|a|o|die|der|de) [*_]*$/u
const ARTICLED_RIGHT = /^[*_]*(?:,| et| y| e| und| en| and) (?:la|le|el|il|a|o|die|der|de) [*_]*\p{Lu}\p{Ll}/u
const INSTITUTION = /^\p{Lu}{2,6}$/u
/** Behind a name: what makes it something that a product works with, a certificate, or a judge. */
const RIGHT_LINK =
  /^(?:[’']s)?[ -](?:integrations?|plugins?|plug-ins?|add-ons?|extensions?|sidebar|apps? store|calendar sync|export|exports|import|schnittstelle|anbindung|konto-?abgleich|stores?(?! (?:everything|all|your|the|its|them|it|data|only|each|an?|both|most|no)(?!\p{L}))|shops?|sites?|brands?|merchants?|users?|devices?|ecosystem|accounts?)(?!\p{L})/iu
const RIGHT_RULE =
  /^[ -](?:certif\w+|complian\w+|authori[sz]ed|cleared|registered|listed|verified|approved|ready|rules?|requirements?|guidelines?|statements?|paperwork|regulations?|laws?|seals?|filings?|audits?|e-file|konform\p{L}*|zertifi\p{L}*|protected|standards?|norm\p{L}*|certyfi\p{L}*|zgodn\p{L}*|files?|formats?|charts?|methods?|protocols?|specs?|specification|registration|approval|clearance|reconciliation|streaming|motors?|mid-drives?|engines?|chips?|chipsets?|sensors?|drivetrain|outsoles?)(?!\p{L})/iu
const RIGHT_RATES =
  /^(?:[’']s)?,? (?:both |all |also |también |auch |aussi |anche |também )?(?:rates?|scores?(?! (?:\p{Ll}+ly|well|high(?:er|est)?|low(?:er)?|best|worst|above|below|[\p{N}]))|ratings?|reviews?|guides?|rankings|rated|measures?|measured|ranks?(?! (?:\p{Ll}+ly|well|high(?:er|est)?|low(?:er)?|best|first|second|third|last|above|below|among|[\p{N}#]))|ranked|has (?:had|named|rated|ranked|tested|recommended) (?:it|them|both)|reviewers?|testers?|editors|readers|reports|report(?= that)|found|finds|praises?|awarded|named|tested|suggests?|argues?|agrees?|notes|writes|says|said|explains|recommends|bewertet|testet|schreibt|empfiehlt|urteilt|bemängelt|lobt|kritisiert|kürte|vergibt|prefers|picks|warns|bemängelt|kritisiert|lobt|note|écrit|recommande|valora|recomiendan?|escribe|valuta|consiglia|scrive|avalia|recomenda|ocenia|poleca|pisze)(?!\p{L})/u
const RIGHT_PERSON =
  /^ ?(?:さん|氏|様|先生|女士|博士|씨|님|교수|대표)|^, [^.,;\n]{0,28}\d{2} (?:ans|years?|Jahre|años|anni|anos|jaar|lat)(?!\p{L})/u
/** What makes the name of a street or a river of it. */
const RIGHT_PLACE =
  /^ (?:Square|Street|Road|Avenue|Lane|Stadium|Airport|Bridge|River|County|Valley|Beach|Station|Island)(?!\p{L})/u
/** What a shop does with the products of others. */
const RIGHT_SELLS =
  /^ (?:(?:both |all )?stocks?(?= (?:only|it|them|both|most|all|several|a few))|has (?:carried|stocked))(?!\p{L})/u
/** A surname and a verb of speech. */
const RIGHT_SPEAKS =
  /^ (?:has|had) (?:said|noted|argued|written)(?!\p{L})|^ \p{Lu}[\p{Ll}’'-]+,? (?:also )?(?:says|said|points|notes|explains|recommends|writes|adds|argues|warns|sagt|meint|erklärt|rät|schreibt|explique|dit|conseille|dice|explica|recomienda|spiega|consiglia|diz|recomenda|mówi|poleca)(?!\p{L})/u
/**
 * What the name is in its sentence when it isn't a choice: something that a product works with, a shop, who is cited or
 * tested, a person, a place, an owner, a standard or a feature. Names in a row are judged together; a term of computing is
 * a standard unless it is `known` to be somebody's. Null for a choice.
 */
export function roleAt(text: string, start: number, end: number, known = false): Role | null {
  const name = text.slice(start, end)
  if (isInstitution(name)) return 'standard'
  if (isSystem(name.toLowerCase())) return 'platform'
  const after = text.slice(end, end + RIGHT_REACH)
  const before = text.slice(Math.max(0, start - REACH), start)
  const cjk = isBesideCjk(text, start, end)
  return (
    roleAfter(after, name) ??
    roleOfLine(text, start) ??
    (cjk ? cjkRoleAt(name, before, after) : null) ??
    roleBefore(before, after, name) ??
    (isAmongNouns(before, after) ? 'feature' : null) ??
    (!known && !isOrdinaryWord(name) && isTechnicalTerm(name) && !isBesideName(before, after) ? 'standard' : null)
  )
}

/** Whether a letter or a mark of Chinese, Japanese or Korean stands in a name or next to it; costs next to nothing in other texts. */
function isBesideCjk(text: string, start: number, end: number): boolean {
  const at = (place: number): number => text.charCodeAt(place)
  return (at(start - 3) | at(start - 2) | at(start - 1) | at(start) | at(end) | at(end + 1) | at(end + 2)) > 0x2e80
}

const NOUN_LEFT = /(?<![\p{L}\p{N}’'-])\p{Ll}{3,}, [*_]*$/u
const NOUN_RIGHT = /^[*_]*, \p{Ll}{3,20}(?:,| (?:and|or|und|oder|et|ou|y|o|e|ed|en|of|i|lub|oraz) )\p{Ll}/u

/** Whether it is one of a list of common nouns: "conta digital, boletos, Pix, cartão e emissão". */
function isAmongNouns(before: string, after: string): boolean {
  return NOUN_RIGHT.test(after) && NOUN_LEFT.test(before)
}

const NAME_LEFT = /(?<![\p{L}\p{N}.-])(\p{Lu}\p{L}+)(?:, | and | or | und | oder )[*_]*$/u
const NAME_RIGHT =
  /^[*_]*(?:, (?:and |or )?| and | or | und | oder )(\p{Lu}\p{L}+)(?:, | and | or | und | oder |[.;:])/u

/** Whether it stands in a row with a name that no lexicon knows: "Cube, Haibike und KTM". */
function isBesideName(before: string, after: string): boolean {
  const other = NAME_RIGHT.exec(after)?.[1] ?? NAME_LEFT.exec(before.slice(-40))?.[1]
  return other !== undefined && isTelling(other) && !isTechnicalTerm(other) && !isSystem(other.toLowerCase())
}

const ARTICLE_FIRST = /(?:^|[.!?\]]\s+|\n)[*_]*(?:As?|Os?|Já [ao]s?) [*_]*$/u
const INSTITUTIONS =
  /^(?:agen(?:cia|ce|zia|cja|cji)|minist\p{L}+|commission|comisión|commissione|comissão|kommission|komisj\p{L}+|autorit\p{L}+|authority|stiftung|stichting|fondation|fundación|fondazione|fundação|fundacj\p{L}+|bundes(?:amt|anstalt|verband|netz\p{L}+)|instituto|urzą?d|urzęd\p{L}+|garante|verbraucher\p{L}+|cámara|chambre) \p{L}| (?:foundation|authority|commission|council|institute|association|warentest)$|^\p{Lu}\p{Ll}{3,}(?:behörde|zentrale|verband|ministerium|dienst|bond|netzagentur)$|^(?:banco central|banque centrale|banca centrale|banco de españa|banca d['’]italia|banque de france)(?!\p{L})/iu

/** "Agenzia delle Entrate" */
const INSTITUTION_OF =
  /(?<!\p{L})(?:Agenc[ei]a?|Agenzia|Ministère|Ministerio|Ministero|Ministério|Autorité|Autorità|Autoridade?|Commission|Comisión|Fondation|Fundación|Fundação|Banco|Banque|Banca) (?:de|des|du|del|della|delle|dei|di|do|da|das|dos|d[’'])[ ]?$/u

/** Whether a name is a public body's or a foundation's by its words: "Agencia Tributaria", "Stiftung Warentest". */
function isInstitution(name: string): boolean {
  return name.length > 7 && INSTITUTIONS.test(name)
}

/** What the label of a line says of the names in it: "Where to buy:", "**Integrations.**". */
function roleOfLine(text: string, start: number): Role | null {
  const line = text.lastIndexOf('\n', start - 1) + 1
  if (start - line > LINE) return null
  const label = LINE_LABEL.exec(text.slice(line, start))
  if (label === null) return null
  let bits = 0
  for (const word of label[1]?.toLowerCase().match(/\p{L}[\p{L}-]*/gu) ?? []) bits |= wordBits(word)
  if (bits & WORD.link) return 'platform'
  if (bits & WORD.rating && !isChoiceLabel(label[1] ?? '')) return 'source'
  return bits & WORD.shop ? 'shop' : null
}

/** The other members of a row that the name begins: what is said behind them is said of it. */
const REST_OF_ROW = /^(?:, (?:and |or )?| (?:and|or|und|oder|et|ou|y|o|e|i) )\p{Lu}[\p{L}\p{N}.-]*(?=[ ,-])/u

const TITLE_BEHIND = /^, (?:(?:der|die|le|la|el|il|o|a|de|het) )?(\p{Ll}+)(?![\p{L}-])/u

function roleAfter(rest: string, name: string): Role | null {
  let after = rest
  if (after.startsWith(', ') || /^ (?:and|or|und|oder|et|ou|y|o|e|i) \p{Lu}/u.test(after))
    for (let row = REST_OF_ROW.exec(after); row !== null; row = REST_OF_ROW.exec(after))
      after = after.slice(row[0].length)
  // "Claire Martin, directrice commerciale"
  if (name.includes(' ') && after.startsWith(', ') && wordBits(TITLE_BEHIND.exec(after)?.[1] ?? '') & WORD.title)
    return 'person'
  // Nothing of all this begins with a mark.
  if (/^(?:$|[.;:!?*)\]|\n])/.test(after)) return null
  if (RIGHT_PERSON.test(after) || RIGHT_SPEAKS.test(after)) return 'person'
  if (RIGHT_PLACE.test(after)) return 'place'
  if (RIGHT_LINK.test(after)) return 'platform'
  if (RIGHT_RULE.test(after)) return 'standard'
  if (RIGHT_RATES.test(after)) return 'source'
  if (RIGHT_SELLS.test(after)) return 'shop'
  return null
}

const MADE_BY =
  /(?<!\p{L})(?:run|owned|operated|acquired|backed|underwritten|bought|funded|powered|audited) by (?:the )?[*_]*$/u

function roleBefore(before: string, after: string, name: string): Role | null {
  if (/ by (?:the )?[*_]*$/.test(before) && MADE_BY.test(before)) return 'owner'
  if (INSTITUTION_OF.test(before)) return 'standard'
  if (saysNothing(before)) return null
  if (/ part of (?:the )?[*_]*$|\(by [*_]*$|\*\* from [*_]*$/.test(before)) return 'owner'
  const words = wordsBefore(withoutAdverbial(before, after))
  const [nearest = '', second = ''] = words
  const first = wordBits(nearest)
  // "According to Forbes, Nationwide is": the source stands before the comma.
  const clause =
    /, [*_]*$/.test(before) && /^[*_]* (?:is|are|was|has|offers|ist|hat|bietet|est|es|è|jest)(?!\p{L})/u.test(after)
  if (!clause && (first & WORD.source || (nearest === 'to' && second === 'according'))) return 'source'
  if (first & WORD.title) return 'person'
  // "le format X", "im Forum X"
  if (first & WORD.decree) return 'standard'
  if (first & WORD.medium) return 'source'
  if (first & WORD.addition) return 'platform'
  if (isSaidBy(words)) return 'source'
  if (ON.has(nearest) && PRICED_ON.test(before)) return 'shop'
  if (ON.has(nearest) && COMPARED_ON.test(before)) return 'source'
  if (
    nearest === 'inside' ||
    (words.slice(0, 3).some((word) => ALREADY.has(word)) && !/(?<!\p{L})Já (?:[ao]s? )?[^.!?]{0,24}$/u.test(before))
  )
    return 'platform'
  if ((nearest === 'a' || nearest === 'an') && second === 'as') return 'platform'
  // "the FCA", "l'URSSAF": a brand in capitals has no article, but before its product.
  if (
    INSTITUTION_LEFT.test(before) &&
    INSTITUTION.test(name) &&
    !/^ [\p{Lu}\p{N}]/u.test(after) &&
    name.length > 2 &&
    !ARTICLED_LEFT.test(before) &&
    !ARTICLED_RIGHT.test(after)
  )
    return 'standard'
  if (nearest === 'under' && INSTITUTION.test(name) && !/^ [\p{Lu}\p{N}]/u.test(after)) return 'standard'
  // "the reports of Gartner"
  if (nearest === 'of' && /^(?:reports?|rankings?|surveys?|studies|quadrants?)$/.test(second)) return 'source'
  if (first & WORD.owner) return 'owner'
  if (first & WORD.reaches) return 'platform'
  let bits = 0
  let at = 0
  // "with your favourite tools like": up to the preposition at the name, whatever describes it.
  while (
    at < words.length &&
    at < 3 &&
    (isArticle(words, at) || !(wordBits(words[at] ?? '') & (WORD.before | WORD.examples)))
  )
    at += 1
  if (CHOSEN.has(`${words[at + 1] ?? ''} ${words[at] ?? ''}`)) return null
  // "A **Stone** libera": at a sentence's start it is Portuguese for "the".
  if (at === 0 && ARTICLE_FIRST.test(before)) return null
  const own = at < words.length ? wordBits(words[at] ?? '') : 0
  if (at > 0 && !(wordBits(words[0] ?? '') & (WORD.determiner | WORD.examples))) return null
  if (!(own & (WORD.before | WORD.examples))) return null
  for (let k = at; k < words.length; k += 1) {
    const word = words[k] ?? ''
    // "Comprueba que": between words it compares nothing.
    if (word === 'que') continue
    // "systems that work without a contract, including X": only what works with something is linked to it.
    const idle = /^works?$/.test(word) && /^(?:without|well|best|fine|great|for|better)$/.test(words[k - 1] ?? '')
    bits |= idle ? 0 : wordBits(word)
    if (bits & WORD.compares) return null
  }
  if (bits & (WORD.link | WORD.reaches)) return 'platform'
  // "Analysts such as Forrester"
  if (
    own & WORD.examples &&
    wordBits(words.slice(at).find((word) => !(wordBits(word) & (WORD.examples | WORD.before))) ?? '') & WORD.rating
  )
    return 'source'
  if (bits & WORD.shop || (GOT_FROM.has(words[at] ?? '') && GOT_AT.test(`${before.slice(-60)} ${after}`))) return 'shop'
  if (bits & WORD.deed && !(own & WORD.examples)) return 'person'
  if (bits & WORD.survey || (bits & WORD.rating && own & WORD.agent)) return 'source'
  // "Premium makers such as X" are choices.
  const makers = own & WORD.examples && words.slice(at, at + 3).some((word) => word === 'makers' || word === 'firms')
  if (bits & WORD.owner && !makers) return 'owner'
  if (bits & WORD.rule && words[at] !== 'on') return 'standard'
  if (bits & WORD.place) return 'place'
  const rest = after.replace(/(?:[.!?;](?=\s)|\n)[\s\S]*$/u, '').toLowerCase()
  for (const word of rest.match(/\p{L}[\p{L}-]*/gu) ?? []) {
    const said = wordBits(word)
    if (said & WORD.shop && !OF.has(words[at] ?? '') && !(own & WORD.examples)) return 'shop'
    // "wurde 1900 von Robert Thomas gegründet"
    if (said & WORD.deed && own & WORD.agent) return 'person'
    if (said & WORD.rating && (words[at] === 'on' || (words.length === 1 && ON.has(words[0] ?? '')))) return 'source'
    // German has its verb at the end: "wenn du mit X arbeitest".
    if (said & WORD.link && words[at] === 'mit') return 'platform'
  }
  return null
}

const ON = new Set('auf sur su en na no op w on'.split(' '))
/** "150 euro su X" */
const PRICED_ON = /(?:\d ?€|€ ?\d[\d.,]*|\d (?:euros?|zł)) (?:sur|su|auf|op) [*_]*$/u
/** "vergleiche auf X", "comparez sur X", "consulta en X" */
const COMPARED_ON =
  /(?<!\p{L})(?:vergleich(?:e|en|t|st)|compar(?:e[rz]?|a|ar|en|ate)|confront(?:a|are|ate)|porówn(?:aj|ać)|vergelijk(?:en|t)?|consult(?:a|ar|e|ez)|nachlesen|check)(?: [^.,;:!?\n]{0,24})? (?:auf|sur|su|en|na|no|op|w|on) [*_]*$/iu

/** Whether what stands before a name says that it is quoted: "según los usuarios de X", "laut den Tests von X". */
function isSaidBy(words: readonly string[]): boolean {
  return (
    (wordBits(words[0] ?? '') & (WORD.before | WORD.determiner)) !== 0 &&
    words.slice(1, 5).some((word) => (wordBits(word) & WORD.source) !== 0)
  )
}

/** A verb and its preposition that say that what stands behind them is chosen. */
const CHOSEN = new Set(
  'look at|looking at|go with|going with|start with|stick with|go for|opt for|settle on|switch to|move to|lean to|lean towards|gravitate to|end up on'.split(
    '|',
  ),
)
/** Words before an English article, which other languages write as a preposition. */
const BEFORE_ARTICLE = new Set(
  'buy get take try want use pick need find order grab choose as is with for of'.split(' '),
)

/** "Buy a Desky" */
function isArticle(words: readonly string[], at: number): boolean {
  return /^an?$/.test(words[at] ?? '') && BEFORE_ARTICLE.has(words[at + 1] ?? '')
}

const ADVERBIAL =
  /(?:^|[.!?\n] *)[*_]*(?:In|At|On|For|From|With|Among|According to|After|Before|Since|If|When|While|Where|Because|As|Unlike|Like) [^,.!?;:\n]{3,90}, (?=[^,]*$)/u

/** Without the words that open an English sentence before its comma, where no row goes on there: "If you pay for Acme, Quillpad is". */
function withoutAdverbial(before: string, after: string): string {
  const opening =
    before.includes(', ') && !/^[*_]*(?:,| (?:and|or) \p{Lu}[^.!?]{0,40},)/u.test(after) ? ADVERBIAL.exec(before) : null
  return opening === null || !/ (?:the|you|your|of|by|to) /.test(opening[0])
    ? before
    : before.slice(opening.index + opening[0].length)
}

const SMALL_WORD = /(?:^|[^\p{L}\p{M}’'-])(\p{Ll}[\p{L}\p{M}’'-]*) $/u
const ALREADY_BEFORE =
  /(?:already|existing|current|bestehende[ns]?|existante?|existente|esistente|bestaande|bereits|schon|déjà|ya|già|já|już|reeds|al) /u

/** Whether the word right before a name is a small one that says nothing of it, as before most names; the rest costs more. */
function saysNothing(before: string): boolean {
  const near = before.slice(-40)
  const word = SMALL_WORD.exec(near.slice(-20))?.[1]
  return (
    word !== undefined && wordBits(word) === 0 && !JOINS.has(word) && word !== 'inside' && !ALREADY_BEFORE.test(near)
  )
}

/** The words of the sentence before the row of names that ends there, the nearest first, in lower case. */
function wordsBefore(before: string): string[] {
  const tokens = before.match(WORD_OR_END) ?? []
  const words: string[] = []
  let row = true
  // Behind a comma or a word for "and" a capital letter makes a name; right beside a name, "Dr" or "Tierarzt" is a word.
  let beside = true
  for (let k = tokens.length - 1; k >= 0 && words.length < MOST_WORDS; k -= 1) {
    const token = tokens[k] ?? ''
    // "l'enquête"
    const lower = token.toLowerCase().replace(/^(?:[ldnsjcmt]|qu|dell|all|nell|sull|dall)[’'](?=\p{L})|[’']$/u, '')
    if (row) {
      if (token === ',' && k < tokens.length && !NAME_LIKE.test(tokens[k - 1] ?? '')) {
        // "Among large makers, X and Y": what stands before the comma says nothing of them, but for "tools, such as X".
        return []
      }
      // Dutch has "en" between names, Spanish before one: "se vende en".
      const joins = JOINS.has(lower) && (lower !== 'en' || NAME_LIKE.test(tokens[k - 1] ?? '') || tokens[k - 1] === ',')
      if (token === ',' || joins) {
        beside = false
        continue
      }
      // "chez Darty, Boulanger et la Fnac", "ao Mercado Livre, à Shopee e à Magalu"
      const left = tokens[k - 1] ?? ''
      if (
        beside &&
        k > 1 &&
        wordBits(lower) & (WORD.determiner | WORD.before) &&
        (left === ',' || AND_WORDS.has(left)) &&
        NAME_LIKE.test(tokens[k - 2] ?? '')
      )
        continue
      if (NAME_LIKE.test(token) && !(beside && wordBits(lower) > 0)) {
        beside = true
        continue
      }
      row = false
    }
    if (token === ',') {
      // "tools, such as X": the comma before the examples doesn't end what is said.
      if (
        words.every((word) => wordBits(word) & (WORD.examples | WORD.before)) &&
        words.some((word) => wordBits(word) & WORD.examples)
      )
        continue
      break
    }
    // "integrations (over 250, including X": what is in brackets says more of what stands before them.
    if (token === '(' && wordBits(words[0] ?? '') & WORD.examples) continue
    if (/^[^\p{L}\p{N}]/u.test(token)) break
    words.push(lower)
  }
  return words
}
