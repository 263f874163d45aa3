import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** Whether the product's name counts in a text, alone in it. */
function isNamed(name: string, text: string): boolean {
  const judge = createJudge([{ name, domain: null, spellings: [name], own: true }])
  return judge({ text, question: '', citations: [] }).mentions.length > 0
}

const SPANISH = 'Para elegir los mejores hay que ver lo que cuesta y la calidad:\n\n'

test.each([
  ['in bold', 'Signal', '- **Signal:** two bars\n- **Weight:** 2 lb\n- **Price:** $20'],
  ['plain', 'Signal', '- Lumex: fine\n\nLook at\n\n- Weight: 2 lb\n- Signal: two bars\n- Price: $20'],
  ['below a name', 'Signal', '1. **Lumex**\n   - **Signal:** two bars\n   - **Price:** $20\n   - **Downside:** heavy'],
  [
    'with one that no lexicon knows',
    'Signal',
    '- **Signal:** ok\n- **App:** good\n- **Price:** $20\n- **Weight:** 2 lb',
  ],
  ['in Spanish', 'Precio', `${SPANISH}- **Seguridad:** buena\n- **Precio:** bajo\n- **Potencia:** mucha`],
  ['before an amount', 'Budget', '- **Budget under $50:** a van.\n- **Lumex:** a truck of $90.'],
  ['a row', 'Signal', '| | Lumex | Vokirn |\n|---|---|---|\n| Signal | 2 | 3 |\n| Weight | 5 | 6 |\n| Price | 7 | 8 |'],
])('what choices are judged by is no product: %s', (_, name, text) => {
  expect(isNamed(name, text)).toBe(false)
})

test.each([
  ['whose amount stands later', 'Budget', '- **Budget:** a van under $50\n- **Lumex:** heavy\n- **Vokirn:** $20'],
  ['among names', 'Signal', '- **Signal:** two bars\n- **Lumex:** heavy\n- **Vokirn:** $20'],
  [
    'among names and a feature',
    'Signal',
    '- **Signal:** two bars\n- **Lumex:** heavy\n- **Price:** $20\n- **Vokirn:** light',
  ],
  ['among rare words', 'Ladder', '- **Ladder**: quick\n- **Ethos**: slow\n- **Bestow**: dear'],
  ['without labels', 'Signal', '- **Signal** – quick\n- **Weight** – slow\n- **Price** – dear'],
  [
    'a row among names',
    'Signal',
    '| | Bonus | Lumex |\n|---|---|---|\n| Signal | 2 | 3 |\n| Vokirn | 5 | 6 |\n| Zolnira | 7 | 8 |',
  ],
  ['a row of kinds', 'Signal', '| Brand | Lumex |\n|---|---|\n| Signal | 2 |\n| Weight | 5 |\n| Price | 7 |'],
])('the product heads a line: %s', (_, name, text) => {
  expect(isNamed(name, text)).toBe(true)
})
