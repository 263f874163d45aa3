import { fold } from './fold.ts'
import { isKatakanaWord } from './lexicon.ts'
import { isOrdinaryWord } from './ordinary.ts'
import { COMMON_HAN, LINKING_WORDS, SECTION_WORDS } from './section-words.ts'

/** English words that begin the head of a section or a feature, where the lexicon alone would let it be a name. */
const ENGLISH_STARTS =
  'pro pros con cons pricing price prices cost costs feature features overview summary conclusion verdict note notes tip tips ' +
  'why how what when where who which best top other others budget free paid enterprise security support integration ' +
  'integrations review reviews rating ease key alternative alternatives final bottom quick strength strengths weaknesses ' +
  'drawback drawbacks downside downsides limitation limitations benefit benefits advantage advantages disadvantage ' +
  'disadvantages recommendation recommendations comparison honorable honourable use ideal good great for if choose consider ' +
  'pick avoid total winner runner no not beyond before after about more common typical hidden other key quick our my every each'

/** English words that end the head of a section. */
const ENDS = new Set(
  'cost costs price prices pricing fees features options tips notes reviews alternatives plans considerations limitations requirements'.split(
    ' ',
  ),
)

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const listed = Object.values(SECTION_WORDS).flatMap((words) => words.split(/\s+/).map(fold))
const sectionWords = new Set(listed)
const linkingWords = new Set(LINKING_WORDS.split(' ').map(fold))
const starts = new Set([...ENGLISH_STARTS.split(' '), ...listed])
const unspacedWords = listed.filter((word) => UNSPACED.test(word)).sort((a, b) => b.length - a.length)
const unspaced = new RegExp(unspacedWords.join('|'), 'gu')
const unspacedLinks = new RegExp(`[\\s&/+${fold(COMMON_HAN)}のとやなはにも]`, 'gu')

/**
 * Whether words alone head a section or a feature, in any of the languages known: "Key features", "Preise und Kosten",
 * "料金プラン".
 */
export function isSectionHead(text: string): boolean {
  const folded = fold(text)
  if (UNSPACED.test(folded)) {
    const rest = withoutWords(folded)
    return rest !== folded && rest.replace(unspacedLinks, '') === ''
  }
  const words = wordsOf(folded)
  if (words.length > 0 && words.every((word) => sectionWords.has(word) || isOrdinaryWord(word))) return true
  return (
    words.some((word) => sectionWords.has(word)) &&
    words.every((word) => sectionWords.has(word) || linkingWords.has(word) || isOrdinaryWord(word))
  )
}

const KATAKANA = /[\u30a1-\u30ff\u3099\u309a]/

/** A folded text without its section words; チャット of チャットワーク is none, as the rest of its letters is no word. */
function withoutWords(folded: string): string {
  return folded.replace(unspaced, (word, at: number) => {
    if (!KATAKANA.test(word.charAt(0))) return ''
    let start = at
    let end = at + word.length
    while (start > 0 && KATAKANA.test(folded.charAt(start - 1))) start -= 1
    while (end < folded.length && KATAKANA.test(folded.charAt(end))) end += 1
    return isPartOfWords(folded.slice(start, at)) && isPartOfWords(folded.slice(at + word.length, end)) ? '' : word
  })
}

function isPartOfWords(part: string): boolean {
  return part === '' || part.replace(unspaced, '') === '' || isKatakanaWord(part.normalize('NFC'))
}

/** The text without the section words that it holds, where words aren't spaced. */
export function withoutSectionWords(text: string): string {
  return UNSPACED.test(text) ? withoutWords(fold(text)).normalize('NFC') : text
}

/** Whether the head of ordinary words stands among names without being one, such as "Pricing" or "Vorteile". */
export function isFeature(head: string): boolean {
  const folded = fold(head)
  if (UNSPACED.test(folded)) return withoutWords(folded) !== folded
  const words = wordsOf(folded)
  return starts.has(words[0] ?? '') || (words.length > 1 && ENDS.has(words.at(-1) ?? ''))
}

function wordsOf(folded: string): string[] {
  return folded.split(/[\s,&/]+/).filter((word) => word !== '')
}

const CHOICE_LABEL =
  /(?<!\p{L})(?:(?:l[ea]s?|el|l[oa]s) (?:plus|moins|más|menos)|(?:il|l[ao]|i|le) (?:più|meno)|[oa]s? (?:mais|menos)|(?:der|die|das) \p{Ll}{4,}ste|best|top|most|winner|runner|pick|choice|overall|budget|premium|value|favou?rite|recommended|recommendation|beste[rsn]?|testsieger|empfehlung|für|meilleure?s?|choix|pour|mejor(?:es)?|opción|para|melhor(?:es)?|escolha|migliori?|scelta|per|beste|voor|wahl|favorit(?:in)?|alternativen?|alternatives?|alternativas?|alternativ[ae]|(?:\p{L}+-?)?tipp|sieger|preis-leistungs-sieger|ganador|gagnant|vincitore|vencedor|favorito|préféré|preferit[oa]|najleps[zi]\p{L}*|polecan\p{L}*|runner-ups?|mentions?)(?!\p{L})|^[\s>*_+•-]*(?:prendi|scegli|evita|ignora|va bene anche|nimm|nehmt|meide|vermeide|vergiss|choisis(?:sez)?|prends|prenez|évitez?|à éviter|elige|evite|escolha|kies|neem|vermijd|weź|wybierz|unikaj)[\s*_:：]*$|^(?:(?:\d+(?:st|nd|rd|th)|(?:no\. ?|nr\. ?|#)\d+|(?:first|second|third|fourth|fifth|last)(?: (?:place|option|stop|quote|one|step up))?|also good|or|the \p{Ll}{3,}est(?: (?:one|option|way|start))?|option [a-h\d]|if you(?: \p{L}[\p{L}’']*){2,9})$|for (?!(?:example|instance|reference|context|comparison|more|now|that|this|these|those|it|all)(?!\p{L}))\p{L})|おすすめ|最佳|推荐|推薦|首选|首選|추천|^第?[\d一二三四五六七八九十]+(?:位|名|款)$/iu

/** Whether a label before a colon says that what follows is a choice: "Best overall", "Runner-up", "Für Teams". */
export function isChoiceLabel(text: string): boolean {
  return CHOICE_LABEL.test(text)
}

const FEATURE_COLUMN =
  /^(?:(?:\p{L}+ )?(?:features?|aspects?|criteri(?:a|on)|factors?|what(?: [\p{L} ]+)?|merkmale?|kriterium|kriterien|eigenschaft(?:en)?|critères?|caractéristiques?|criterios?|característica|características|aspecto|caratteristic[ah]e?|criteri[oe]?|aspetto|conceptos?|detalles?|puntos?|punkte?|aspekte?|themen?|leistung(?:en)?|funktion(?:en)?|funci(?:ón|ones)|fonctions?|funzion[ei]|fun(?:ção|ções)|functies?|funkcj[ae]|posten|position(?:en)?|kosten(?:punkt|art|post)|partidas?|rubriques?|ítem|parameter|paramètres?|parámetros?|parametr[oiy]?|parâmetros?|profile?|perfil|profil[oiy]?|profiel|situation|situaci(?:ón|ones)|situazione|situação|situatie|sytuacja|frage|pregunta|domanda|pergunta|vraag|pytanie|fall|voc[ei]|element[oi]?|élément|poste|ligne|onderdeel|punt(?:en)?|pozycja|zagadnienie|cech[ay]|kryterium|kryteria|recursos?|kenmerk(?:en)?|eigenschap|specs?|specification|category)|[\p{L} ]{0,8}(?:項目|機能|基準|ポイント|観点|特征|对比项|项目|指标|标准|维度|方面|因素|항목|기능|구분|기준|조건|요소))?$/iu

/** Whether a table's first column, by its head, has what choices are compared by, so that the choices head the others. */
export function isFeatureColumn(head: string): boolean {
  return FEATURE_COLUMN.test(head.trim())
}

const KIND_OF_CHOICE =
  /^(?:consider|our picks?|top picks?|go with|try|systems?|insurers?|makers?|suppliers?|banks?|plans?|sites?|websites?|libraries|programs?|products?|tools?|models?|brands?|names?|software|providers?|apps?|services?|options?|companies|company|vendors?|platforms?|produkte?|modelle?|anbieter|marken?|programm|gerät|produits?|modèles?|marques?|outils?|logiciels?|fournisseurs?|solutions?|productos?|modelos?|marcas?|herramientas?|proveedor|prodott[oi]|modell[oi]|march[ie]|marca|strument[oi]|produtos?|ferramentas?|produkty?|marki|marka|aplikacj[ae]|narzędzi[ea]|merk(?:en)?|(?:(?:製品|サービス|ブランド|商品|メーカー|ソフト|ツール|アプリ|会社|機種|型番|保険会社|品牌|型号|型號|产品|產品|机型|機型|平台|工具|软件|軟體|应用|應用|卡片|(?:\p{Script=Han}{2})?(?:公司|机构|機構|銀行|银行|厂商|廠商)|브랜드|제품|모델|서비스|협업 툴|툴|도구|앱|프로그램|업체|회사|상품)(?:名|명|名称|名稱|이름)?[ ・/／·]?)+)$/iu

/** Whether a column's head says that the choices stand in it. */
export function isKindOfChoice(head: string): boolean {
  return KIND_OF_CHOICE.test(head.trim())
}

/** Words of a line that says that choices follow, and of one that says that something else does. */
const CHOICES =
  /(?<!\p{L})(?:choices?|options?|picks?|recommend\p{L}*|suggest\p{L}*|shortlist|favou?rites?|alternatives?|candidates?|contenders?|providers?|brands?|makers?|vendors?|tools?|apps?|platforms?|services?|companies|products?|names|models?|winners?|rivals?|empfehl\p{L}*|auswahl|favorit\p{L}*|anbieter|hersteller|marken|alternativen|modelle|programme|choix|recommand\p{L}*|outils|marques|logiciels|fournisseurs|modèles|opciones|recomend\p{L}*|marcas|herramientas|alternativas|modelos|opções|ferramentas|opzioni|consigli\p{L}*|marche|strumenti|modelli|aanraders?|merken|aanbieders|opties|polec\p{L}*|marki|propozycje|narzędzia)(?!\p{L})/iu
const NO_CHOICES =
  /(?<!\p{L})(?:features?|criteri\p{L}*|factors?|questions?|check\p{L}*|look for|tips?|things?|points?|reasons?|steps?|differences?|pros|cons|depends?|ask|know|why|how|when choosing|before|kriterien|fragen|achte\p{L}*|worauf|funktionen|merkmale|critères|fonctionnalités|questions|vérifi\p{L}*|criterios|funciones|preguntas|aspectos|critérios|perguntas|criteri|domande|funzioni|vragen|functies|let op|kryteria|pytania|funkcje)(?!\p{L})/iu

/** Whether the words of a title are of choices. */
export function isChoiceTitle(title: string): boolean {
  return CHOICES.test(title)
}

/** Whether the words of a title are of what to look at. */
export function isCriteriaTitle(title: string): boolean {
  return NO_CHOICES.test(title)
}

/** Whether a line before a list says that its items are choices; `kinds` are the folded words of the category. */
export function isChoiceIntro(line: string, kinds: ReadonlySet<string>): boolean {
  const text = line.replace(/[*_]+/g, '').trim()
  if (!/[:：]$/u.test(text)) return false
  const last = text.slice(text.search(/[^.!?]*$/u))
  if (NO_CHOICES.test(last)) return false
  return CHOICES.test(last) || (fold(last).match(/\p{L}+/gu) ?? []).some((word) => word.length > 3 && kinds.has(word))
}
