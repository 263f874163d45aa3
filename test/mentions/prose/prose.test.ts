import { describe, expect, test } from 'vitest'
import { proposeNames } from '../../../pipeline/mentions/extract.ts'
import type { AnswerText } from '../../../pipeline/mentions/names/brand.ts'

const answer = (text: string): AnswerText => ({ text, question: '', citations: [] })

/** The names proposed from one answer; `anchors` are known already. */
function names(text: string, anchors: readonly string[] = [], category = 'gadgets'): string[] {
  return proposeNames([answer(text)], category, anchors).map(({ name }) => name)
}

describe('a German paragraph in an English answer', () => {
  const english =
    'Most teams choose between two tools, and both of them are good at what they do, so think of the price first. '.repeat(
      8,
    )
  const german =
    'Kurz auf Deutsch: Vokirn gilt meist als erste Wahl; wer weniger ausgeben möchte, ist damit gut beraten. Ein Test über zwei Wochen lohnt sich.'

  test('has nouns, which are no names', () => {
    expect(names(`${english}\n\n${german}`)).toEqual(['Vokirn'])
  })

  test('ends with its line', () => {
    expect(names(`${english}\n\n${german}\n\nIn the end consider Zinus, which is cheap.`)).toEqual(['Vokirn', 'Zinus'])
  })
})

describe('running text proposes', () => {
  test.each([
    ['what sounds like a province', 'Quillarra has raised its prices again.', ['Quillarra']],
    ['who a sentence speaks of', 'Klaviyo has raised its prices again.', ['Klaviyo']],
    ['a row', 'The best ones include Mercury, Bluevine, Relay and Novo.', ['Bluevine', 'Mercury', 'Novo', 'Relay']],
    [
      'a row with a name written small',
      'They race in shoes by choice: Nike, adidas and Puma.',
      ['Nike', 'Puma', 'adidas'],
    ],
    ['a host', 'In the end quillpad.com is cheap.', ['quillpad.com']],
    ['what is chosen', 'In the end consider Zinus, which is cheap.', ['Zinus']],
    ['what has a model behind', 'Para correr compra la Hoka Speedgoat 6, que es cara.', ['Hoka']],
    ['bold words', 'Kostenlos ist das **GanttProject**, und das ist für alle gut.', ['GanttProject']],
    [
      'German rows',
      'Häufig genannt werden sevDesk, FastBill und BuchhaltungsButler, weil das für alle gut ist.',
      ['BuchhaltungsButler', 'FastBill', 'sevDesk'],
    ],
    [
      'Polish rows',
      'Do mówienia lepsze są Pimsleur, Preply oraz Babbel, które uczą szybko.',
      ['Babbel', 'Pimsleur', 'Preply'],
    ],
    ['who a clause speaks of', 'It is small, while Streak is the safer choice.', ['Streak']],
    ['two ordinary words', 'That is enough. Sleep Number has two zones.', ['Sleep Number']],
    ['what is advised', 'Then go with Copper and live with fewer rules.', ['Copper']],
    [
      'who a condition asks for',
      'Dagster if you like types, for one. Prefect if you like plain code.',
      ['Dagster', 'Prefect'],
    ],
    ['no figure with its unit', 'A 3 kW load is heavy, and Wasabi is fine.', ['Wasabi']],
    ['what answers a label', '**Hardly ever used:** Wasabi. You pay per month.', ['Wasabi']],
    [
      'who a sentence announces',
      'The most recommended ones in town are Pact Coffee, Rave and Assembly.',
      ['Assembly', 'Pact Coffee', 'Rave'],
    ],
    ['what options include', 'The usual options include Rave, with a free plan.', ['Rave']],
    ['a row with prices', 'Per week: Ollie $62, Zettel $70, Quillpad $75.', ['Ollie', 'Quillpad', 'Zettel']],
    ['a condition within a sentence', 'It is small for chat, Notion if you want it all together.', ['Notion']],
    [
      'what answers a question',
      'Want teachers with an edge? Ten Percent Happier, though it is dear.',
      ['Ten Percent Happier'],
    ],
    ['who follows another', 'It has the highest score, followed by Sagena and one more.', ['Sagena']],
    ['the app of a name', 'And the Aura app picks a track.', ['Aura']],
    ['the owner of a product', 'In the end Acmely Zest’s Health Mate is good.', ['Acmely Zest']],
    ['Spanish names', 'Hoy la opción más conocida para todos es NNormal, una marca nueva.', ['NNormal']],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  test.each([
    ['places', 'The headquarters are in Quillham, near Bristol.'],
    ['languages and countries', 'It is Spanish, made in Germany.'],
    ['what it works with', 'It integrates with Quillpad, Zettel and Notizy.'],
    ['shops', 'It is often on sale at Quillmart or Zettelshop.'],
    ['sources', 'According to Quilltest and Zettelmag, taste matters.'],
    ['persons', 'It was founded by Olivier Quillhard.'],
    ['abbreviations', 'It needs GDPR, SSL and a VPS. DDoS is covered.'],
    ['months and days', 'In March and on Saturdays it is cheaper.'],
    ['provinces', 'Navarra has raised its prices again.'],
    ['former names', 'It is good (formerly Quillpad).'],
    ['German nouns', 'Der Akku und die Laufzeit sind gut, und das ist für alle wichtig.'],
    ['the words of the category', 'Gadgets are good.'],
    ['what something is brought to', 'It pushes every order into Quillpad.'],
    ['units', 'It is loud at 58 dB and takes 2 kWh.'],
    ['people of countries', 'Few Americans know it. Like most Danes, the Swedes buy it.'],
    ['adjectives of countries', 'Since the Austrian and French rulings it is clear. It is the American counterpart.'],
    ['contractions', 'You’ll see. It is small. Don’t.'],
    ['for whom it is', 'They sell Quillix for Healthcare, Inc.'.replace('Quillix for', 'Plans for')],
    ['an article’s noun', 'Get a Quillpad cover.'],
  ])('no %s', (_, text) => {
    expect(names(text)).toEqual([])
  })

  test('less where the choices are known: what its sentence speaks of, and who stands beside them', () => {
    const known = ['Asana', 'Trello', 'Wrike', 'Notion', 'ClickUp', 'Jira']
    const text = 'People like Asana or Quillpad. There, Zettelix and price matter.'
    expect(names(text)).toContain('Zettelix')
    expect(names(text, known)).toEqual(['Asana', 'Quillpad'])
  })
})

test('a name in bold is enough where the choices are known', () => {
  const known = ['Asana', 'Trello', 'Wrike', 'Notion', 'ClickUp', 'Jira']
  const text = 'Für kleine Firmen ist am Ende oft **Quillaro** die beste Wahl, weil das Programm für alle gut ist.'
  expect(names(text, known)).toEqual(['Quillaro'])
  expect(names(text.replaceAll('**', ''), known)).toEqual([])
  expect(names('It is cheap next to **ZettelPad**.', known)).toEqual(['ZettelPad'])
  expect(names('It is cheap next to ZettelPad.', known)).toEqual([])
})

describe('a sentence’s first word before a known name', () => {
  const spanish =
    'Ramp es la mejor opción para las empresas pequeñas, porque no es cara y tiene todo lo que se necesita.'

  test.each([
    ['is none of its own', 'Give Ramp has raised its prices again.'],
    ['is none behind a full stop', 'It is small. Give Ramp has raised its prices again.'],
    ['is none in another language', `Abre ${spanish}`],
  ])('%s', (_, text) => {
    expect(names(text, ['Ramp'])).toEqual([])
  })

  test.each([
    ['within a sentence', 'It is small, and Give Ramp has raised its prices again.', 'Give Ramp'],
    ['that is seldom', 'Quilt Ramp has raised its prices again.', 'Quilt Ramp'],
  ])('but a word %s', (_, text, expected) => {
    expect(names(text, ['Ramp'])).toEqual([expected])
  })

  test('and before no known name', () => {
    expect(names('Give Ramp has raised its prices again.')).toEqual(['Give Ramp'])
  })
})

describe('a product counts as its brand', () => {
  test.each([
    ['with a model', '1. **Brooks Ghost 16** – soft\n2. **Asics Gel-Nimbus 26** – plush', ['Asics', 'Brooks Ghost']],
    [
      'whose name stands alone elsewhere',
      '1. **HubSpot Sales Hub** – good\n2. **Pipedrive** – fine\n\nIn short, HubSpot wins.',
      ['HubSpot', 'Pipedrive'],
    ],
    [
      'by its maker',
      '1. **Mettle by NatWest** – free\n2. **Monzo** – fine\n3. **Revolut** – fine',
      ['Mettle', 'Monzo', 'Revolut'],
    ],
    [
      'with a plan for somebody',
      '1. **Zettelix for Enterprise** – good\n2. **Pipedrive** – fine',
      ['Pipedrive', 'Zettelix'],
    ],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  test('but a product that is called by a word of the category is one by itself', () => {
    const table = '| Tool | Price |\n|---|---|\n| Zoho Desk | 5 |\n| Freshworks | 6 |'
    expect(names(table, ['Zoho'], 'help desk software')).toEqual(['Freshworks', 'Zoho Desk'])
    expect(names(table, ['Zoho'])).toEqual(['Freshworks'])
    const alone = '| Tool | Price |\n|---|---|\n| Zoho Desk | 5 |\n| Zoho | 6 |\n| Freshworks | 6 |'
    expect(names(alone, ['Zoho'], 'help desk software')).toEqual(['Freshworks', 'Zoho'])
  })
})

test('a list is one of choices where the line before it says so', () => {
  const list = '\n\n- **Zoom** – easy\n- **Google Meet** – fine\n- **Whereby** – simple'
  expect(names(`These are my picks:${list}`)).toEqual(['Google Meet', 'Whereby', 'Zoom'])
  expect(names(`Check these features first:${list}`)).toEqual([])
})

test('a label announces the name behind it, of whatever words', () => {
  const text = '## Best Overall: Harvest\nGood.\n\n## Best for Compliance: Deputy\nGood too.'
  expect(names(text)).toEqual(['Deputy', 'Harvest'])
})

test('a label announces a name within its line, before what is said of it', () => {
  expect(names('It is small. Honourable mention: Harvest, a single file.')).toEqual(['Harvest'])
  expect(names('It is small. Honourable mention: Harvest from France.')).toEqual(['Harvest'])
  expect(names('It is small.\n\nHonourable mention: the Harvest Zettel app that it ships.')).toEqual(['Harvest Zettel'])
  expect(names('It is small. Honourable mention: Harvest fees are low.')).toEqual([])
  expect(names('It is small. Made of one thing: Harvest, a fine wool.')).toEqual([])
})

test('the columns of a comparison are choices, its rows are not', () => {
  const table = '| Feature | HubSpot | Attio |\n|---|---|---|\n| Calling | yes | no |\n| Quillsync | yes | no |'
  expect(names(table)).toEqual(['Attio', 'HubSpot'])
})

test('the column of the category holds the choices', () => {
  const table =
    '| Use | Gadget | Price |\n|---|---|---|\n| Mud | Salomon Speedcross 6 | 5 |\n| Rock | Hoka Speedgoat 6 | 6 |'
  expect(names(table, [], 'gadgets')).toEqual(['Hoka', 'Salomon'])
})
