import { expect, test } from 'vitest'
import { createProductCounter } from '../../../pipeline/mentions/product-counter.ts'

const LAMPS =
  'Four lamps lead the tests of this year, and none of them is dear:\n\n- **Vokiro 3** has a wide arm and dims to one percent.\n' +
  '- **Ridgeloom S** is the brightest, and the heaviest.\n- **Brevant** folds flat, so that it travels well.\n- **Tarvek** costs the least.\n\n'
const TIMER =
  'Set a timer for the evening, so that the light goes out when Emma sleeps, and hang the cord where no child can reach it.'

/** What is counted, refused and weighed of a product alone. */
function judged(brand: string, text: string) {
  const counter = createProductCounter({ brand, domain: 'product.example', aliases: [] }, [], [])
  return counter.judge({ text, question: 'Which desk lamp is best?', citations: [] })
}

test('a product that rules count once and late, where its name is a person’s, is weighed as not named', () => {
  const { mentions, refused, weighed } = judged('Emma', LAMPS + TIMER)
  expect(mentions).toEqual([])
  expect(refused).toEqual([expect.objectContaining({ brand: 'Emma', reason: 'unlikely' })])
  expect(weighed).toEqual([expect.objectContaining({ brand: 'Emma', doubt: 'product' })])
  expect(weighed[0]?.weight).toBeLessThan(0)
  expect(weighed[0]?.properties).toEqual(expect.arrayContaining(['part:6', 'first kind:person', 'some left:small']))
})

test('where the answer marks it, it weighs more', () => {
  const { mentions, weighed } = judged('Emma', LAMPS.replace('Brevant', 'Emma') + TIMER)
  expect(mentions).toEqual([expect.objectContaining({ brand: 'Emma', position: 1 })])
  expect(weighed[0]?.weight).toBeGreaterThan(0)
  expect(weighed[0]?.properties).toEqual(
    expect.arrayContaining(['part:3', 'first place:item', 'heads, counted:true 2']),
  )
})

test.each([
  ['a name that is no word, in its own letters', 'Quillo', LAMPS + TIMER.replace('Emma', 'Quillo')],
  ['the same in other parts', 'Quillo Vestrix', LAMPS + TIMER.replace('Emma', 'Quillo-Vestrix')],
  ['a text of a sentence or two', 'Emma', TIMER],
  ['whom the rules know for a person', 'Emma', `${LAMPS}“My corner was too dark”, says the designer Emma Hartfield.`],
])('the product is in no doubt: %s', (_, brand, text) => {
  expect(judged(brand, text).weighed).toEqual([])
})

/** The properties weighed of a place, whether the rules count it there or not. */
function propertiesOf(brand: string, text: string): string[] {
  const [weighed] = judged(brand, text).weighed
  return (weighed?.properties ?? []).map((property) => property.replace(/^(?:first|some|refused) /, ''))
}

test.each([
  ['LANTERN Duo', 'written:capitals'],
  ['lantern Duo', 'written:small'],
  ['Lantern: Duo', 'right:colon'],
  ['Lantern (Duo)', 'right:bracket'],
  ['Lantern, a lamp', 'right:comma'],
  ['Lantern’s Duo', 'right:possessive'],
  ['Lantern Duo', 'right:capital'],
  ['Lantern 2', 'right:digit'],
  ['Lantern – Duo', 'right:dash'],
  ['Lantern-Duo', 'right:hyphen'],
])('%s at the head of an item has the property %s', (name, property) => {
  const properties = propertiesOf('Lantern', LAMPS.replace('**Brevant**', name) + TIMER)
  expect(properties).toEqual(expect.arrayContaining([property, 'place:item', 'left:dash']))
})

test.each([
  ['## Lantern Duo', 'place:heading'],
  ['| Lantern | $20 |', 'place:first cell'],
  ['| Best | Lantern |', 'place:cell'],
  ['- Cheap and good: Lantern', 'place:within item'],
  ['**Lantern**', 'place:bold item'],
  ['**Cheapest:** for two, the Lantern', 'place:within item'],
  ['- For two **Lantern** will do', 'place:bold item'],
  ['For two, **Lantern** will do.', 'place:bold'],
  ['Lantern', 'place:line'],
  ['For two I’d buy the Lantern.', 'place:prose'],
  ['For two, Lantern', 'left:comma'],
  ['It is cheap. Lantern', 'left:end'],
  ['Vokiro Lantern', 'left:capital'],
  ['for the Lantern', 'left:small'],
  ['since 2025 Lantern', 'left:digit'],
  ['one/Lantern', 'left:dash'],
  ['die 灯Lantern', 'left:joined cjk'],
  ['The “Lantern” is cheap', 'quoted:true'],
  ['a, B, C, D and Lantern', 'capitals:3'],
])('%s has the property %s', (line, property) => {
  expect(propertiesOf('Lantern', `${LAMPS}${line}\n\n${TIMER}`)).toContain(property)
})

test('of a name that is repeated without end the first forty places are read, and the first that counts', () => {
  const often = LAMPS.replace('Brevant', 'Lantern') + 'I’d buy the Lantern. '.repeat(39)
  expect(propertiesOf('Lantern', `${often}It is the “Lantern”.`)).not.toContain('quoted:true')
  const later = `${LAMPS}${'So use a lantern there. '.repeat(60)}\n\n- **Lantern** is cheap.`
  expect(propertiesOf('Lantern', later)).toContain('heads, counted:true 1')
})

test.each([
  ['Lantern', 'word'],
  ['Light', 'frequent'],
  ['Emma', 'person'],
  ['Bright Quillo', 'half'],
  ['ストレラ', 'unknown'],
  ['비오루', 'unknown'],
])('%s is of the kind %s', (brand, kind) => {
  expect(propertiesOf(brand, LAMPS.replace('Brevant', brand) + TIMER)).toContain(`kind:${kind}`)
})

test('a name that no dictionary of the answer’s language could know is in doubt, and so is a compound of its words', () => {
  const german =
    'Vier Lampen sind in diesem Jahr gut, und keine von ihnen ist teuer:\n\n- **Vokiro 3** hat einen Arm und ist für den Tisch.\n' +
    '- **Ridgeloom S** ist hell, aber auch schwer.\n- **Brevant** lässt sich falten und passt in die Tasche.\n\n'
  expect(propertiesOf('Quillo', `${german}Auch Quillo ist nicht schlecht.`)).toContain('kind:unknown')
  expect(propertiesOf('Lichtstrom', `${german}Auch Lichtstrom ist nicht schlecht.`)).toContain('kind:compound')
})

test('without its accent a name is written with its letters', () => {
  const text = LAMPS.replace('Ridgeloom', 'President')
  expect(judged('Président', text).weighed[0]?.properties).toContain('some written:letters')
  expect(judged('Président', text.replace('President', 'president')).weighed[0]?.properties ?? []).not.toContain(
    'some written:letters',
  )
})

test('a name that begins in katakana and goes on in another script is in no doubt', () => {
  const text = `${LAMPS}甘いものが好きなら「サントリーほろよい」がよいです。`
  expect(judged('サントリーほろよい', text)).toMatchObject({ weighed: [], mentions: [{ brand: 'サントリーほろよい' }] })
  expect(judged('サントリー', text.replace('ほろよい', '')).weighed).toHaveLength(1)
})
