import type { Found } from '../find/finder.ts'
import { NEAR } from './cue.ts'
import type { Scene } from './scene.ts'

/** "Wolfs Basistarif": a genitive before what it has; a noun's has an article and stands behind it. */
const GENITIVE_RIGHT = /^ \p{Lu}\p{L}+ \p{Ll}/u
/** "unter der Marke Wolf", "Schweizer Hersteller ist Wolf aus" */
const GERMAN_KIND_LEFT =
  /(?:Marke|Anbieter|Hersteller|Unternehmen|Firma|Modell|Dienst|Versicherer|Namen)(?: (?:ist|heißt|wie))? [*_„"«]*$/u
/** "ist Wolf ein guter Einstieg": a noun that is spoken of has an article. */
const TURNED_LEFT = /(?<!\p{L})(?:ist|hat|bietet|bleibt|kostet|wäre|liefert|macht|gilt|überzeugt|punktet) [*_]*$/u
const TURNED_RIGHT =
  /^[*_]* (?:ein|eine|einen|der|die|das|den|als|am|im|mit|nur|meist|die|oft|besonders|hier)(?!\p{L})/u

/** "Auch der Wolf-Tarif MeinSchutz 75": what is made by it, before its own name. */
const OF_MAKER = /^-\p{Lu}\p{Ll}+ (?=\p{Lu})(?:\p{L}+\p{Lu}\p{L}*|\p{L}+ ?\p{Nd}+)(?!\p{L})/u

/** Whether a German sentence has the product's name where a noun would have an article. */
export function isGermanName({ clean, capitalNouns }: Scene, { pattern, start, end, rule }: Found): boolean {
  if (pattern.brand.own !== true || !capitalNouns() || !/^\p{Lu}/u.test(clean.slice(start, end))) return false
  const [before, after] = [clean.slice(Math.max(0, start - 28), start), clean.slice(end, end + NEAR)]
  if (rule === 'inflected') return clean.charAt(end - 1) === 's' && GENITIVE_RIGHT.test(after)
  if (OF_MAKER.test(after)) return true
  return GERMAN_KIND_LEFT.test(before) || (TURNED_LEFT.test(before) && TURNED_RIGHT.test(after))
}
