import { WORD, wordBits } from '../words/role-words.ts'
import type { Role } from './role.ts'

/** Behind a name: what makes it something that a product works with, a certificate, or a judge. */
const RIGHT_LINK =
  /^(?:[’']s)?[ -](?:integrations?|adapters?|connectors?|drivers?|bindings|SDKs?|plugins?|plug-ins?|add-ons?|extensions?|sidebar|apps? store|calendar sync|export|exports|import|schnittstelle|anbindung|konto-?abgleich|stores?(?! (?:everything|all|your|the|its|them|it|data|only|each|an?|both|most|no)(?!\p{L}))|shops?|sites?|brands?|merchants?|users?|devices?|ecosystem|accounts?)(?!\p{L})/iu
const RIGHT_RULE =
  /^(?: \p{Nd}{1,3})?[ -](?:certif\w+|complian\w+|authori[sz]ed|cleared|registered|listed|verified|approved|ready|rules?|requirements?|guidelines?|statements?|paperwork|regulations?|laws?|seals?|filings?|audits?|e-file|konform\p{L}*|zertifi\p{L}*|protected|standards?|norm\p{L}*|certyfi\p{L}*|zgodn\p{L}*|files?|formats?|charts?|methods?|protocols?|specs?|specification|registration|approval|clearance|reconciliation|streaming|motors?|mid-drives?|engines?|chips?|chipsets?|sensors?|drivetrain|outsoles?)(?!\p{L})/iu
const RIGHT_RATES =
  /^(?:[’']s)?,? (?:both |all |also |también |auch |aussi |anche |também )?(?:rates?|scores?(?! (?:\p{Ll}+ly|well|high(?:er|est)?|low(?:er)?|best|worst|above|below|[\p{N}]))|ratings?|reviews?|guides?|rankings|rated|measures?|measured|ranks?(?! (?:\p{Ll}+ly|well|high(?:er|est)?|low(?:er)?|best|first|second|third|last|above|below|among|[\p{N}#]))|ranked|has (?:(?:had|named|rated|ranked|tested|recommended) (?:it|them|both)|(?:long|always|repeatedly|consistently) (?:preferred|recommended|picked|named|rated|ranked|praised))|reviewers?|testers?|editors|readers|reports|report(?= that)|found|finds|praises?|awarded|named|tested|suggests?|argues?|agrees?|notes|writes|says|said|explains|recommends|bewertet|testet|schreibt|empfiehlt|urteilt|bemängelt|lobt|kritisiert|kürte|vergibt|prefers|picks|warns|note|écrit|recommande|valora|recomiendan?|escribe|valuta|consiglia|scrive|avalia|recomenda|ocenia|poleca|pisze|rät|raten|warnt|beziffert|prüft|(?:hat|hatte|haben) [^.!?\n]{0,24}(?:getestet|bewertet|ausgezeichnet|verglichen|untersucht)|déconseille|estime|prévient|(?:a|ont|avait|avaient) (?:bien |mal )?(?:noté|relevé|testé|comparé|mesuré|épinglé)|aconseja|desaconseja|advierte|(?:ha|han|había) (?:analizado|probado|comparado|publicado)|publicó|sconsiglia|avverte|(?:ha|hanno) (?:testato|provato|premiato|analizzato)|aconselha|desaconselha|alerta|raadt|adviseert|waarschuwt|beoordeelt|testte|vergeleek|heeft [^.!?\n]{0,24}(?:getest|vergeleken|onderzocht)|radzi|odradza|zaleca|ostrzega|przetestował|sprawdził|(?:recuerdan?|advierten?|rappell?ent|rappelle|avertit|ricordan?o?|avvert[eo]n?o?|lembram?|alertam?|destacan?|señalan?|indican?|subrayan?|apuntan?|souligne|indique|précise|signale|sottolinea|segnala|destacam?|apontam?|ressalta|podkreśla|zwraca uwagę|przypomina)(?=,? (?:(?:de )?que(?!\p{L})|qu[’']|che(?!\p{L})|że(?!\p{L})))|erinnert(?= daran)|weist(?= darauf hin)|invitan?o?(?= a \p{Ll}))(?!\p{L})/u
/** "Quilltest's filtered list puts Acme first", "Quilltest lists the Acme as a good one": it gives others their rank. */
const RIGHT_PLACES =
  /^(?:[’']s (?:\p{L}[\p{L}-]* ){1,3})?(?: ?)(?:puts?|places?|lists?|names?|crowns?|ranks?) (?:the )?\p{Lu}[\p{L}\p{N} .+-]{1,40}? (?:as|first|second|third|fourth|last|ahead|on top|at the top|among|above|behind|ou?r best|the best|number|in)(?!\p{L})/u
/** "Quilltest's peer reviews", "Quilltest's annual roundup" */
const RIGHT_SURVEYS =
  /^[’']s (?:[\p{Ll}\p{N}-]+ ){0,2}(?:peer reviews|reviewers?|roundups?|round-ups?|rankings?|ratings|buying guides?|buyer[’']s guides?|lab tests?|testing|summary of (?:the|its))(?!\p{L})|^[’']s (?:[\p{Ll}\p{N}-]+ ){1,4}(?:notes?|says?|found|finds?|shows?|reports?|suggests?|concludes?|warns?|argues?|estimates?) that(?!\p{L})|^ (?:puts?|places?|placed|names?|named|ranks?|ranked|lists?|listed) (?:it|them|both|all \p{L}+) (?:as|first|second|third|fourth|last|among|above|below|in)(?!\p{L})/u
const RIGHT_PERSON =
  /^ ?(?:さん|氏|様|先生|女士|博士|씨|님|교수|대표(?!적))|^, \d{2}, \p{L}|^, [^.,;\n]{0,28}\d{2} (?:ans|years?|Jahre|años|anni|anos|jaar|lat)(?!\p{L})/u
/** What makes the name of a street, a river, a foundation or a law of it. */
const RIGHT_PLACE =
  /^(?: (?:Square|Street|Road|Avenue|Lane|Stadium|Airport|Bridge|River|County|Valley|Beach|Station|Island|Boulevard|Forest|Museum|Hospital|University|Cathedral|Festival|Act|Directive|(?:\p{Lu}\p{L}+ )?(?:Nature Reserve|National Park|State Park|High School))|[ -](?:Stiftung|Foundation|Stichting|Platz|Straße|Allee|Arena|Stadion|Museum|Universität|Preis))(?!\p{L})/u
/** What a shop does with the products of others. */
const RIGHT_SELLS =
  /^ (?:(?:both |all )?stocks?(?= (?:only|it|them|both|most|all|several|a few))|has (?:carried|stocked))(?!\p{L})/u
/** "Vexel Soft, the small company behind it", "Vexel, its owner, said" */
const RIGHT_BEHIND =
  /^, (?:(?:the|an?) [^,.;\n]{0,30}(?:company|maker|firm|team|studio|group|vendor) behind|its (?:\p{Ll}+ )?(?:owner|maker|parent|developer|publisher|creator)s?)(?!\p{L})/u
/** "Vexel took over in 2016", "Vexel has bought Quillpad" */
const RIGHT_OWNS =
  /^ (?:(?:has|had) )?(?:took over|taken over|acquired|bought|retired|(?:held|holds) (?:the|a) (?:majority|stake))(?!\p{L})/u
/** "if Vexel is already in the house" */
const RIGHT_THERE = /^ (?:is|are|was) already (?:in|there|part|your|what|installed|running)(?!\p{L})/u
/** A surname and a verb of speech. */
const RIGHT_SPEAKS =
  /^ (?:has|had) (?:said|noted|argued|written)(?!\p{L})|^ (?:(?:van(?: de[nr]?)?|de|von|di|da) )?\p{Lu}[\p{Ll}’'-]+,? (?:also )?(?:raadt|zegt|adviseert|vertelt|has (?:written|argued|said|noted|recommended|made (?:the|this|that) (?:point|case))|wrote|says|said|points|notes|explains|recommends|writes|adds|argues|warns|sagt|meint|erklärt|rät|schreibt|explique|dit|conseille|dice|explica|recomienda|spiega|consiglia|diz|recomenda|mówi|poleca)(?!\p{L})/u
/** The other members of a row that the name begins: what is said behind them is said of it. */
const REST_OF_ROW = /^(?:, (?:and |or )?| (?:and|or|und|oder|et|ou|y|o|e|i) )\p{Lu}[\p{L}\p{N}.-]*(?=[ ,-])/u
/** ", directrice commerciale" */
const TITLE_BEHIND = /^, (?:(?:der|die|le|la|el|il|o|a|de|het) )?(\p{Ll}+)(?![\p{L}-])/u

/**
 * What the words right behind a name say that it is, and behind the row that it begins: a source for `roleAfter(' reviewers found
 * it slow', 'PCMag')`. Null where they say nothing.
 */
export function roleAfter(rest: string, name: string): Role | null {
  if (RIGHT_BEHIND.test(rest) || RIGHT_OWNS.test(rest)) return 'owner'
  if (RIGHT_THERE.test(rest)) return 'platform'
  let after = rest
  if (after.startsWith(', ') || /^ (?:and|or|und|oder|et|ou|y|o|e|i) \p{Lu}/u.test(after))
    for (let row = REST_OF_ROW.exec(after); row !== null; row = REST_OF_ROW.exec(after))
      after = after.slice(row[0].length)
  // "Claire Martin, directrice commerciale"
  if (name.includes(' ') && wordBits(TITLE_BEHIND.exec(after)?.[1] ?? '') & WORD.title) return 'person'
  // Nothing of all this begins with a mark.
  if (/^(?:$|[.;:!?*)\]|\n])/.test(after)) return null
  if (RIGHT_PERSON.test(after) || RIGHT_SPEAKS.test(after)) return 'person'
  if (RIGHT_PLACE.test(after)) return 'place'
  if (RIGHT_LINK.test(after)) return 'platform'
  if (RIGHT_RULE.test(after)) return 'standard'
  if (RIGHT_RATES.test(after) || RIGHT_SURVEYS.test(after) || RIGHT_PLACES.test(after)) return 'source'
  if (RIGHT_SELLS.test(after)) return 'shop'
  return null
}
