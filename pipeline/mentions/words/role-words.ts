/** What a word before a name says of it. Numbers are bits, so that one word may say several things. */
export const WORD = {
  /** A preposition, or what introduces examples. */
  before: 1,
  /** Between a preposition and its name: articles, pronouns. */
  determiner: 2,
  /** Speaks of what a product works together with. */
  link: 4,
  /** The same, with the name as its object: "supports", "unlocks". */
  reaches: 8,
  /** Speaks of where something is bought. */
  shop: 16,
  /** Names a source by itself: "laut", "selon". */
  source: 32,
  /** Names what asks or compares: who stands behind it is no choice. */
  survey: 32768,
  /** Speaks of tests and reviews. */
  rating: 64,
  /** A title or a profession, before a person's name. */
  title: 128,
  /** Speaks of what somebody did: "founded by". */
  deed: 256,
  /** Speaks of where something is. */
  place: 512,
  /** Speaks of whose something is. */
  owner: 1024,
  /** Speaks of rules and certificates. */
  rule: 2048,
  /** What a rule, a format or a certificate is called, right before its name: "le format X". */
  decree: 65536,
  /** What is read or asked, right before its name: "el foro X". */
  medium: 131072,
  /** What is added to something, right before whose it is: "une extension X". */
  addition: 262144,
  /** Compares: what follows is another choice. */
  compares: 4096,
  /** Introduces examples: "such as". */
  examples: 8192,
  /** A preposition before who tests or where it is said. */
  agent: 16384,
} as const

type Kind = keyof typeof WORD

/** Whole words, folded, by what they say; all languages together. */
const WORDS: Readonly<Partial<Record<Kind, string>>> = {
  before: `with to into from at on in inside via by through for of and mit zu zum zur an am ans auf in im ins über ueber bei beim aus
    von vom für per nach unter ab avec à a au aux en dans chez par sur vers de du des d sous con en por desde hacia hasta
    su da dal dalla dai in nel nella nei presso con per sotto tra com em ao aos no na nos nas do dos das pelo pela sob z ze w we na do
    u od przez dla przy pod met naar bij op via uit voor door in van с со в во на у из для через от по ile için`,
  shop: 'sale sales seen',
  reaches:
    'integra integran integrano integram integriert integrieren integre integrent integreert integreren integruje',
  survey: 'foro forum fora portale portalen portales portails portali portais portaal portalu portalach',
  medium: `foro forum fora portal portail portale portalen portalu portaal zeitschrift zeitschriften tijdschrift revista revistas
    rivista riviste revue czasopismo czasopisma rankingu rankingach serwisie testmagazin fachmagazin vergleichsportal comparateur
    comparatore comparador vergelijkingssite porównywarka porównywarce`,
  addition: `extension extensions erweiterung extensión extensiones estensione estensioni extensão wtyczka wtyczki wtyczkę plugin plugins
    complemento complementos connecteur connecteurs conector conectores connettore connettori intégration intégrations integración
    integraciones integrazione integrazioni integração integrações integracja integracje integrację koppeling koppelingen`,
  decree: `format formats formate formato formatos formati formaat formatu règlement reglamento regolamento regulamento reglement verordnung
    gesetz ley loi legge ustawa ustawy norm norme normes norma normas normy estándar certificat certificats certificato certificati certificado certificados certificaat certificaten certyfikat
    certyfikatu certyfikaty référentiel référentiels fichier fichiers archivo archivos ficheiro ficheiros datei dateien label labels atest atestu atesty attestation zertifikate certification certifications certificación certificaciones certificazione certificação zertifizierung zertifikat siegel gütesiegel protocole
    protocolo protocollo protokoll dispositif kod kodu kodem podatek podatku artikel artículo article articolo artigo`,
  agent: 'by on from at von bei auf par sur por en da su di przez na door op от на',
  determiner: `the a an your our their its his her my this these both all other tools apps services der die das den dem des ein eine
    einen einem einer dein deine ihre ihrem ihren le la les l un une vos votre el los las un una tu su sus il lo gli i uno
    una o os as um uma seu sua het een de jouw uw twoim twoją`,
  examples:
    'like such as including include includes wie etwa b comme tels telles como tales come quali ad esempio exemple ejemplo exemplo przykład beispiel voorbeeld zoals jak takie takich например как',
  source: 'laut laute selon según segun secondo segundo według wedlug volgens dapres согласно gemäß gemaess zufolge',
  title: `sir dr mr mrs ms herr herrn frau prof professor m mme monsieur madame señor señora sr sra don doña signor signora dottor
    dottoressa senhor senhora pan pani dhr mevrouw ceo cto cfo chef chefkoch by-line`,
  compares:
    'than unlike versus vs als statt gegenüber que contre contra rispetto do-que niż dan чем alternative alternatives alternativen alternativas alternativa competitor competitors rival rivals',
}

/** Beginnings of words, folded, of four letters or more, by what they say. */
const STEMS: Readonly<Partial<Record<Kind, string>>> = {
  link: `integra integrier synchron sync connect conect conness verbind anbind anbindung schnittstelle kompatib compatib connexion
    collega połącz polacz integrac koppel export import plug extension erweiterung estensione extensión
    cobrar cobros pagar pagos pagament zahlart zahlungsart paiement payer zahlung bezahl payment płatno betaal
    add-on addon hosting hosted deploy logged talk send sends works work pairs pair hooks arbeit läuft laeuft funktioniert fonctionne funciona funziona działa
    werkt runs plug push load stream install pull pulls feed feeds login logs widget workspace upload`,
  reaches: `supports embeds embed accepts support unlock unblock unterstützt unterstuetzt bloquea débloqu debloqu soporta sblocca obsługuj ondersteunt
    streams`,
  shop: `kauf käuf kaeuf einkauf gekauft erhältlich erhaeltlich händler haendler rabatt angebot buy bought sold seller sell retail shop
    store purchas discount onsale coupon deal achet achat vendu vente magasin boutique revend compra comprar venda vende vendi vendon vendr vendu venta tienda
    acquist negozi offerta sconto loja desconto kup sklep sprzeda koop gekocht winkel verkrijg
    marketplace checkout warehouse chain shelf shelves supermarket`,
  survey: `enquet encuest indagin umfrage onderzoek inquerit sondag sondeo ranglijst classement palmares barometr comparateur
    comparatif comparator comparador vergleichsport vergleichsseit vergleichstest vergelijkingssit vergelijker porownywar`,
  rating: `report analyst avis valoracion opini beoordeling recensies recenzj omdöm review rating rated tested tester testing testsieg scored scores bewertung getestet recensi avaliaç avaliac análisis ranking
    survey study studie recommended-by awarded magazine magazin redaktion editorial reseñas opinion opinie ocen praise stars sterne étoiles estrellas stelle gwiazd`,
  deed: `creado creada creato creata criado criada cree creee stworzon founde founder gründe gegründet gruende fondat fondé fondée fonde fundad założ zaloz opgericht gesticht invent erfind entwickelt
    developed created design tuned audited backed funded réalisé written hosted ambassador partnership collaborat`,
  title: `psychiatr oprichter mitgrund cofonda cociner econom ricercat chercheur prezes zalozyciel medico medecin ingegner gezondheidseconoom advogad abogad avocat avvocat rechtsanw scientist neuroscien psycholog therapist teacher physician editor author founder co-founder cofounder journalist directeur directric redakteur redaktor autor gründer grueder experte expert analyst blogger
    tierarzt doctor arzt ärztin lawyer steuerberater berater consultant director direktor président presidente president
    fondateur fondatrice fundador fundadora fondatore rédacteur redactor redattore developer entwickler professor trainer coach
    barista fotograf writer reviewer critic blogger youtuber streamer vlogger cyclist athlete designer ingenieur engineer programista biolog`,
  place: `based headquarter located offices warehouse sitz ansässig ansaessig stammt gefertigt manufactured factory fabriquee fabriques fabrication basée
    située sede radicad ubicad hergestellt server servers serverstandort data-cent datacenter siedzib gevestigd travel
    reise viaj voyag`,
  owner: `owned owner belong subsidiary parent acquir bought-by takeover taken gehört gehoert tochter konzern mutter gruppe filiale
    filial groupe grupo gruppo group appartien pertenec propiedad propriét propriet proprietà należy nalezy spółk eigendom
    dochter makers maker hinter partner firms auditor`,
  rule: `cumpl homolog adaptad vigor zgodn obowiązk label complian certif konform zertifi conform normes standard norm regulat gesetz directive richtlinie under-the audit`,
}

/** Without accents, which are left out and written alike. */
function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}+/gu, '')
}

const exact = new Map<string, number>()
const stems = new Map<string, [string, number][]>()
for (const kind of Object.keys(WORD) as Kind[]) {
  for (const word of bare(WORDS[kind] ?? '').split(/\s+/))
    if (word !== '') exact.set(word, (exact.get(word) ?? 0) | WORD[kind])
  for (const stem of bare(STEMS[kind] ?? '').split(/\s+/)) {
    if (stem === '') continue
    const key = stem.slice(0, 3)
    const list = stems.get(key) ?? []
    list.push([stem, WORD[kind]])
    stems.set(key, list)
  }
}

/** Whether a lower-case word is one of the small words that stand before names, not the beginning of a longer one. */
export function isSmallWord(word: string): boolean {
  return ((exact.get(bare(word)) ?? 0) & ~(WORD.decree | WORD.medium | WORD.addition)) !== 0
}

const known = new Map<string, number>()
/** More words than this are met only in texts made up to fill the memory. */
const MOST_KNOWN = 50_000

/** What a lower-case word says of a name near it, as bits of `WORD`. */
export function wordBits(word: string): number {
  const before = known.get(word)
  if (before !== undefined) return before
  const plain = bare(word)
  let bits = exact.get(plain) ?? 0
  for (const [stem, bit] of stems.get(plain.slice(0, 3)) ?? []) if (plain.startsWith(stem)) bits |= bit
  if (known.size < MOST_KNOWN) known.set(word, bits)
  return bits
}

/** Systems that products of any category run on, and where their programs are got. */
const SYSTEMS = new Set([
  'ios',
  'ipados',
  'android',
  'windows',
  'macos',
  'mac',
  'linux',
  'iphone',
  'ipad',
  'chromeos',
  'app store',
  'google play',
  'play store',
  '아이폰',
  '아이패드',
  '안드로이드',
  '윈도우',
  '윈도',
  '맥',
  '맥북',
  'アンドロイド',
  'ウィンドウズ',
  '安卓',
  '鸿蒙',
  '鴻蒙',
  // What any device may have.
  '3g',
  '4g',
  '5g',
  'lte',
  'volte',
  'esim',
  'nfc',
  'wi-fi',
  'wifi',
  'bluetooth',
])

/** Whether a lower-case name is a system that products run on, with its version or without, or several: "4g lte". */
export function isSystem(name: string): boolean {
  return SYSTEMS.has(name.replace(/ \d+$/, '')) || name.split(' ').every((word) => SYSTEMS.has(word))
}
