import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCounter } from '../../pipeline/mentions/count.ts'
import type { AnswerText, ProposedName } from '../../pipeline/mentions/names/brand.ts'
import { resolveBrands } from '../../pipeline/mentions/resolve.ts'

function answer(text: string, ...domains: string[]): AnswerText {
  return {
    text,
    question: 'What is the best CRM for a startup?',
    citations: domains.map((domain) => ({ url: `https://${domain}/a`, domain })),
  }
}

function names(...list: string[]): ProposedName[] {
  return list.map((name) => ({ name, domain: null }))
}

test.each([
  ['spellings', ['HubSpot', 'Hubspot CRM', 'hubspot.com', 'Hub Spot', 'HUBSPOT, Inc.', 'HubSpot®'], ['HubSpot']],
  ['accents and Unicode forms', ['Nestlé', 'Nestle\u0301', 'Nestle'], ['Nestlé']],
  ['legal forms', ['Personio', 'Personio GmbH', 'Personio SE'], ['Personio']],
  ['Japanese legal forms', ['株式会社メルカリ', 'メルカリ'], ['メルカリ']],
  ['signs', ['AT&T', 'AT and T'], ['AT&T']],
  ['plus', ['Disney+', 'Disney Plus', 'Disney'], ['Disney', 'Disney+']],
  ['an ordinary word keeps its second', ['Constant Contact', 'Close CRM'], ['Close CRM', 'Constant Contact']],
  ['unless the first is a name too', ['Close', 'Close CRM'], ['Close']],
  ['another product', ['Salesforce', 'Salesforce Essentials'], ['Salesforce', 'Salesforce Essentials']],
  ['a host of an ordinary word', ['Cal.com', 'cal.com'], ['Cal.com']],
  ['nothing', ['', '**', 'x'.repeat(81)], []],
])('one brand for %s', (_, proposed, expected) => {
  const text = 'HubSpot HubSpot. Nestlé Personio メルカリ AT&T Disney+ Disney Close Cal.com'
  expect(resolveBrands(names(...proposed), [answer(text)]).map((brand) => brand.name)).toEqual(expected)
})

test('the most frequent spelling in the texts names the brand', () => {
  const proposed = names('HubSpot', 'Hubspot', 'hubspot.com')
  expect(resolveBrands(proposed, [answer('Hubspot and Hubspot, not HubSpot')])[0]?.name).toBe('Hubspot')
  expect(resolveBrands(names('hubspot.com'), [answer('HubSpot is HubSpot')])[0]?.name).toBe('HubSpot')
  const ladder = answer('Or Ladder. On the price ladder, a ladder is steep.')
  expect(resolveBrands(names('Ladder'), [ladder])[0]?.name).toBe('Ladder')
})

test('the spellings stand longest first and count as the brand', () => {
  const [brand] = resolveBrands(names('HubSpot', 'HubSpot CRM'), [])
  expect(brand?.spellings).toEqual(['HubSpot CRM', 'HubSpot'])
})

test('a domain is proposed, or cited under the name', () => {
  const domains = (proposed: ProposedName[], of: AnswerText[]) =>
    resolveBrands(proposed, of).map(({ domain }) => domain)
  expect(domains([{ name: 'HubSpot', domain: 'https://www.HubSpot.com/x' }], [])).toEqual(['hubspot.com'])
  expect(domains(names('HubSpot'), [answer('', 'g2.com', 'hubspot.com')])).toEqual(['hubspot.com'])
  expect(domains(names('HubSpot'), [answer('', 'g2.com')])).toEqual([null])
  expect(domains([{ name: 'HubSpot', domain: 'no domain' }], [])).toEqual([null])
})

test('any order gives the same brands', () => {
  const proposed = [
    ...names('HubSpot', 'Hubspot CRM', 'hubspot.com', 'Zoho', 'Zoho CRM', 'Close', 'Close CRM', 'AT&T', 'AT and T'),
    { name: 'HubSpot', domain: 'hubspot.com' },
    { name: 'Hubspot', domain: 'hubspot.de' },
  ]
  const answers = [answer('Hubspot', 'zoho.com'), answer('HubSpot Zoho CRM', 'zoho.eu'), answer('**Close** AT and T')]
  const expected = JSON.stringify(resolveBrands(proposed, answers))
  fc.assert(
    fc.property(
      fc.shuffledSubarray(proposed, { minLength: proposed.length }),
      fc.shuffledSubarray(answers, { minLength: answers.length }),
      (someNames, someAnswers) => {
        expect(JSON.stringify(resolveBrands(someNames, someAnswers))).toBe(expected)
      },
    ),
    { numRuns: 50 },
  )
})

test('no name breaks it, and every brand has a name of its own', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 12 })), fc.string({ unit: 'binary' }), (list, text) => {
      const brands = resolveBrands(names(...list), [answer(text)])
      expect(new Set(brands.map((brand) => brand.name)).size).toBe(brands.length)
      createCounter(brands)(answer(text))
    }),
  )
})

test('an ordinary word before its kind is a spelling where no answer writes both', () => {
  const spellings = (text: string) => resolveBrands(names('Anchor CRM'), [answer(text)])[0]?.spellings
  expect(spellings('**Best: Anchor**')).toEqual(['Anchor CRM', 'Anchor'])
  expect(spellings('Anchor CRM drops anchor.')).toEqual(['Anchor CRM'])
})

test('a Chinese name without what the company is counts where no answer writes both', () => {
  const named = (name: string, text: string) =>
    resolveBrands([{ name, domain: null }], [{ text, question: '扫地机?', citations: [] }])[0]?.spellings
  expect(named('霏鲸智能', '想少操心选霏鲸。')).toContain('霏鲸')
  expect(named('霏鲸智能', '霏鲸智能在深圳，霏鲸不贵。')).not.toContain('霏鲸')
  expect(named('中国银行', '中国有很多。')).not.toContain('中国')
})

test.each([
  ['家用智能门锁哪个牌子好？', '霏曼智能门锁', '霏曼的人脸款好。', '霏曼'],
  ['おすすめのウォーターサーバーは？', 'ゾルタンウォーターサーバー', 'ゾルタンが安いです。', 'ゾルタン'],
  ['おすすめのウォーターサーバーは？', 'ゾルタンウォーター', 'ゾルタンウォーターが安いです。', 'ゾルタンウォーター'],
  ['霏曼智能门锁好吗？', '霏曼智能门锁', '霏曼好，霏曼不贵。', '霏曼智能门锁'],
  ['哪家证券好？', '霏曼证券', '霏曼证券好，霏曼不贵。', '霏曼证券'],
  ['哪家好？', '禾硕 Hesol', '推荐禾硕。', '禾硕'],
  ['哪家好？', '中国 Hesol', '中国有很多。', '中国 Hesol'],
])('a question knows the kind that a name ends with: %s %s', (question, name, text, named) => {
  expect(resolveBrands(names(name), [{ text, question, citations: [] }])[0]?.name).toBe(named)
})

test.each([
  ['Welchen Gasgrill nehme ich?', 'Vexel Grills', 'Nimm den Vexel Prestige.', true],
  ['Which gas grill is best?', 'Vexel Grills', 'Take the Vexel Prestige.', true],
  ['Which gas grill is best?', 'Vexel Technologies', 'Take the Vexel Prestige.', true],
  ['Which gas grill is best?', 'Vexel Grills Pro', 'Take the Vexel Prestige.', true],
  ['Which gas grill is best?', 'Vexel Music', 'Take the Vexel Prestige.', false],
  ['Which gas grill is best?', 'Vexel Grills', 'The Vexel Grills 5 is good, the Vexel is not.', false],
])('a name is written without its kind where it never stands in full: %s %s', (question, name, text, short) => {
  const [brand] = resolveBrands(names(name), [{ text, question, citations: [] }])
  expect(brand?.spellings.includes('Vexel')).toBe(short)
})

test.each([
  ['its domain is', [{ name: 'Vexel Ridgepen', domain: 'vexel.com' }], 'A Vexel is dear.', 'Vexel'],
  ['it is no word', [{ name: 'Vexel 1913', domain: 'vexel.com' }], 'A Vexel is dear.', 'Vexel'],
  ['two words', [{ name: 'Vexel Bay Ridgepen', domain: 'vexelbay.com' }], 'Vexel Bay is dear.', 'Vexel Bay'],
])('a name that no answer writes in full is its maker alone: %s', (_, proposed, text, name) => {
  const brands = resolveBrands(proposed, [answer(text)])
  expect(brands.map((brand) => brand.name)).toEqual([name])
  expect(createCounter(brands)(answer(text)).map(({ brand }) => brand)).toEqual([name])
})

test.each([
  ['it stands in full', [{ name: 'Vexel Ridgepen', domain: 'vexel.com' }], 'Vexel sells the Vexel Ridgepen.'],
  ['its domain says something else', [{ name: 'Vexel Ridgepen', domain: 'ridgepen.com' }], 'A Vexel is dear.'],
  ['its domain is not known', names('Vexel Ridgepen'), 'A Vexel is dear.'],
  [
    'its domain has another brand',
    [
      { name: 'Vexel Ridgepen', domain: 'vexel.com' },
      { name: 'Quill Vexel', domain: 'vexel.com' },
    ],
    'A Vexel is dear.',
  ],
])('a name is not its maker alone where %s', (_, proposed, text) => {
  const brands = resolveBrands(proposed, [answer(text)])
  expect(brands.map((brand) => brand.name)).toEqual(proposed.map(({ name }) => name).toSorted())
  expect(brands.flatMap((brand) => brand.spellings)).not.toContain('Vexel')
})

test.each([
  [
    'its product stands',
    [{ name: 'Vexel Zettel Planner', domain: 'vexel.com' }],
    'Vexel works with Zettel Planner.',
    true,
  ],
  ['its product does not', [{ name: 'Vexel Zettel Planner', domain: 'vexel.com' }], 'Vexel works with it.', false],
  ['the kind ends it', [{ name: 'Vexel Zettel Platform', domain: 'vexel.com' }], 'Vexel has a Zettel Platform.', false],
])('a name that no answer writes in full is written without its maker where %s', (_, proposed, text, alone) => {
  const [brand] = resolveBrands(proposed, [answer(text)])
  expect(brand?.spellings.includes('Vexel')).toBe(!alone)
  expect(brand?.name).toBe(alone ? 'Zettel Planner' : 'Vexel')
})

test('none goes by its possessive', () => {
  const proposed = [{ name: 'Vexel Zettel Planner', domain: 'vexel.com' }]
  expect(resolveBrands(proposed, [answer("Vexel's Zettel Planner is good.")])[0]?.name).toBe('Vexel Zettel Planner')
})

test('a maker that is a brand by itself is left to it', () => {
  const brands = resolveBrands(
    [{ name: 'Vexel Ridgepen', domain: 'vexel.com' }, ...names('Vexel')],
    [answer('A Vexel.')],
  )
  expect(brands.map((brand) => brand.name)).toEqual(['Vexel', 'Vexel Ridgepen'])
})

test('a name that answers write only without its kind goes by that, as they write it', () => {
  const named = (text: string) =>
    resolveBrands(names('Vexel Grills'), [{ text, question: 'Which gas grill is best?', citations: [] }])[0]?.name
  expect(named('Take a VEXEL, or take none.')).toBe('VEXEL')
  expect(named('Take the Vexel Grills 5 of Vexel.')).toBe('Vexel Grills')
  expect(named('Take none.')).toBe('Vexel Grills')
  expect(
    resolveBrands(names('Anchor CRM', 'Close CRM'), [answer('Take Anchor. Close it.')]).map(({ name }) => name),
  ).toEqual(['Anchor', 'Close CRM'])
})

test('several words are written without their kind, too', () => {
  const spellings = (name: string) =>
    resolveBrands(names(name), [answer('5. **Capture One** is dear.')]).flatMap((brand) => brand.spellings)
  expect(spellings('Capture One Pro')).toContain('Capture One')
  expect(spellings('Capture of Pro')).not.toContain('Capture of')
})

test.each([
  ['Anchor Grills', ['Anchor Grills', 'Anchor']],
  ['Anchor Gasgrill', ['Anchor Gasgrill', 'Anchor']],
  ['Anchor Pads', ['Anchor Pads']],
])('the kind of thing may be the end of a noun of the question: %s', (name, expected) => {
  const asked = { ...answer('Gut ist **Anchor**.'), question: 'Welche Gasgrills sind gut?' }
  expect(resolveBrands(names(name), [asked])[0]?.spellings).toEqual(expected)
})

test.each([
  ['rules alone', [true, true], 'rules'],
  ['rules and a model', [true, false], 'model'],
  ['a model and rules', [false, true], 'model'],
  ['a model', [false, false], 'model'],
] as const)('a brand of two names that %s proposed', (_, [first, second], expected) => {
  const by = (name: string, byRules: boolean): ProposedName => ({ name, domain: null, ...(byRules ? { byRules } : {}) })
  const glossed = [answer('Aprica（アップリカ）は軽いです。アップリカは安い。')]
  const cased = [answer('HubSpot and Hubspot')]
  const proposers = (...of: Parameters<typeof resolveBrands>) =>
    resolveBrands(...of).map(({ proposedBy }) => proposedBy)
  expect(proposers([by('Aprica', first), by('アップリカ', second)], glossed)).toEqual([expected])
  expect(proposers([by('HubSpot', first), by('Hubspot', second)], cased)).toEqual([expected])
})

test('what a person rules on is not proposed by rules alone', () => {
  const proposed: ProposedName[] = [{ name: 'HubSpot', domain: null, byRules: true }]
  const [brand] = resolveBrands(proposed, [answer('HubSpot')], [{ kind: 'alias', name: 'HubSpot', spelling: 'HS' }])
  expect(brand?.proposedBy).toBe('person')
})

test('what is asked for is no name of a host', () => {
  const asking = (question: string) => [{ ...answer('- **Uptime.com** is good.'), question }]
  expect(resolveBrands(names('Uptime.com'), asking('Which uptime tools are good?'))[0]?.spellings).toEqual([
    'Uptime.com',
  ])
  expect(resolveBrands(names('Uptime.com'), asking('Which tools are good?'))[0]?.spellings).toContain('uptime')
})

test.each([
  ['Best: **Thule Urban Glide 3** and others.', ['Thule']],
  ['- Thule 3 is light.', ['Thule']],
  ['| Thule Urban | light |', ['Thule']],
  ['It snows in Thule Air Base.', []],
  ['- Thule in the north', []],
  ['**Thule** is far. Thule is cold.', []],
])('a place is a name with its models: %s', (text, expected) => {
  expect(resolveBrands(names('Thule'), [answer(text)]).map(({ name }) => name)).toEqual(expected)
  expect(resolveBrands([{ name: 'Thule', domain: null, byRules: true }], [answer(text)])).toEqual([])
})
