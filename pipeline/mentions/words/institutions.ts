/** An article, which a brand in capitals hasn't. */
const ARTICLE_LEFT = /(?<!\p{L})(?:[Tt]he|la|le|les|il|lo|el|del|al|della|dalla|alla|o|a|do|da|het|de) $|[ldLD][’']$/u
/** Another name with its article beside one in capitals: "la MAIF, la Macif et la GMF". */
const ARTICLED_LEFT =
  /(?:^|[^\p{L}])\p{Lu}\p{Ll}[\p{L}-]*[*_]*(?:,| et| y| e| und| en| and) (?:la|le|el|il|a|o|die|der|de) [*_]*$/u
const ARTICLED_RIGHT = /^[*_]*(?:,| et| y| e| und| en| and) (?:la|le|el|il|a|o|die|der|de) [*_]*\p{Lu}\p{Ll}/u
const ACRONYM = /^\p{Lu}{2,6}$/u
const INSTITUTIONS =
  /^(?:agen(?:cia|ce|zia|cja|cji)|minist\p{L}+|commission|comisión|commissione|comissão|kommission|komisj\p{L}+|autorit\p{L}+|authority|stiftung|stichting|fondation|fundación|fondazione|fundação|fundacj\p{L}+|bundes(?:amt|anstalt|verband|netz\p{L}+)|instituto|urzą?d|urzęd\p{L}+|garante|verbraucher\p{L}+|cámara|chambre) \p{L}| (?:foundation|authority|commission|council|institute|association|warentest)$|^\p{Lu}\p{Ll}{3,}(?:behörde|zentrale|verband|ministerium|dienst|bond|netzagentur)$|^(?:banco central|banque centrale|banca centrale|banco de españa|banca d['’]italia|banque de france)(?!\p{L})/iu
/** "Agenzia delle Entrate" */
const INSTITUTION_OF =
  /(?<!\p{L})(?:Agenc[ei]a?|Agenzia|Ministère|Ministerio|Ministero|Ministério|Autorité|Autorità|Autoridade?|Commission|Comisión|Fondation|Fundación|Fundação|Banco|Banque|Banca) (?:de|des|du|del|della|delle|dei|di|do|da|das|dos|d[’'])[ ]?$/u

/** What a street, a stadium or a foundation is, before whose name it has. */
const BODY_LEFT =
  /(?<![\p{L}-])(?:Fundación|Fondation|Fondazione|Fundação|Fundacj[aąęi]|Stichting|Stiftung|Foundation|Museo|Musée|Museu|Muzeum|Estadio|Estádio|Stade|Stadio|Stadion|Calle|Rue|Piazza|Plaza|Praça|Plac|ulic[ay]|ul\.) $/iu

/** Whether what stands before a name makes it the name of a foundation, a street or a stadium: "Fondation" before Acme. */
export function isOfBody(before: string): boolean {
  return BODY_LEFT.test(before)
}

/** Whether a name is a public body's or a foundation's by its words: "Agencia Tributaria", "Stiftung Warentest". */
export function isInstitution(name: string): boolean {
  return name.length > 7 && INSTITUTIONS.test(name)
}

/** Whether what stands before a name makes it a part of such a body's: "Agenzia delle" before Entrate. */
export function isPartOfInstitution(before: string): boolean {
  return INSTITUTION_OF.test(before)
}

/**
 * Whether it is such a body in capitals by its article or the preposition `nearest` to it, and not before its product: "the
 * FCA", "l'URSSAF", "under GDPR".
 */
export function isInstitutionInCapitals(before: string, name: string, after: string, nearest: string): boolean {
  if (!ACRONYM.test(name) || /^ [\p{Lu}\p{N}]/u.test(after)) return false
  const articled =
    name.length > 2 && ARTICLE_LEFT.test(before) && !ARTICLED_LEFT.test(before) && !ARTICLED_RIGHT.test(after)
  return articled || nearest === 'under'
}
