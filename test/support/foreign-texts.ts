import { proposeNames } from '../../pipeline/mentions/extract.ts'

/** The names proposed from one answer in another language, by rules alone. */
export function names(text: string, category = ''): string[] {
  return proposeNames([{ text, question: '', citations: [] }], category).map(({ name }) => name)
}

/** Sentences that show a text's language and name nobody. */
export const GERMAN = 'Es ist nicht immer das teuerste Gerät, und für viele ist es das einfache Modell. '
export const SPANISH = 'No es siempre la más cara, y para muchos es el modelo que tiene menos cosas. '
export const FRENCH = "Ce n'est pas toujours le plus cher, et pour beaucoup c'est le plus simple. "
export const ITALIAN = 'Non è sempre la più cara, e per molti è il modello che costa meno. '
export const DUTCH = 'Het is niet altijd de duurste, en voor veel mensen is het de eenvoudigste. '
export const POLISH = 'To nie zawsze jest najdroższy, a dla wielu to po prostu ten, który już się zna. '
