import { describe, expect, test } from 'vitest'
import { createCounter, createJudge, DETECTOR } from '../../pipeline/mentions/count.ts'
import { formsOf } from '../../pipeline/mentions/find/spelling.ts'
import type { AnswerText, Brand } from '../../pipeline/mentions/names/brand.ts'

function brand(name: string, domain: string | null = null, ...spellings: string[]): Brand {
  return { name, domain, spellings: [name, ...spellings] }
}

function answer(text: string, domains: readonly string[] = [], question = ''): AnswerText {
  return { text, question, citations: domains.map((domain) => ({ url: `https://${domain}/`, domain })) }
}

/** What is counted, as `brand=slice:rule`. */
function counted(brands: readonly Brand[], of: AnswerText): string[] {
  return createCounter(brands)(of).map((m) => `${m.brand}=${of.text.slice(m.start, m.end)}:${m.rule}`)
}

const hubspot = brand('HubSpot', 'hubspot.com')

describe('a distinctive name', () => {
  test.each([
    ['as written', 'We like HubSpot best.', 'HubSpot:name'],
    ['lower case', 'we like hubspot best.', 'hubspot:name'],
    ['upper case', 'HUBSPOT WINS', 'HUBSPOT:name'],
    ['parted', 'Hub Spot is fine', 'Hub Spot:case'],
    ['hyphenated', 'Hub-Spot is fine', 'Hub-Spot:case'],
    ['with a no-break hyphen', 'Hub‑Spot is fine', 'Hub‑Spot:case'],
    ['possessive', 'HubSpot’s free plan', 'HubSpot:name'],
    ['possessive, straight', "HubSpot's free plan", 'HubSpot:name'],
    ['plural', 'two HubSpots', 'HubSpots:inflected'],
    ['compound', 'a HubSpot-based stack', 'HubSpot:name'],
    ['full width', 'ＨｕｂＳｐｏｔ', 'ＨｕｂＳｐｏｔ:name'],
    ['mathematical bold', '𝐇𝐮𝐛𝐒𝐩𝐨𝐭 wins', '𝐇𝐮𝐛𝐒𝐩𝐨𝐭:name'],
    ['with a soft hyphen', 'Hub\u00adSpot', 'Hub\u00adSpot:name'],
    ['with a trademark sign', 'HubSpot® wins', 'HubSpot:name'],
    ['with a footnote digit', 'HubSpot¹ wins', 'HubSpot:name'],
    ['as a host in prose', 'see hubspot.com for more', 'hubspot.com:domain-name'],
    ['as another host', 'see hubspot.de for more', 'hubspot:domain-name'],
    ['in bold', '**HubSpot** wins', 'HubSpot:name'],
    ['as a link label', '[HubSpot](https://x.example/a)', 'HubSpot:name'],
    ['in a table', '| HubSpot | 5 |', 'HubSpot:name'],
    ['in a heading', '## 1. HubSpot', 'HubSpot:name'],
    ['French elision', "la version d'HubSpot", 'HubSpot:name'],
    ['Polish locative', 'zostań w HubSpotze, jeśli coś boli', 'HubSpotze:inflected'],
    ['Polish instrumental', 'pracuję z HubSpotem', 'HubSpotem:inflected'],
    ['Turkish locative', "HubSpot'ta var", 'HubSpot:name'],
    ['Korean particle', 'HubSpot은 좋다', 'HubSpot:name'],
    ['Japanese neighbours', '私はHubSpotを使う', 'HubSpot:name'],
    ['Chinese neighbours', '推荐HubSpot作为', 'HubSpot:name'],
    ['before a citation mark', 'HubSpot[1] wins', 'HubSpot:name'],
    ['at a sentence end without a space', 'use HubSpot.Then go', 'HubSpot:name'],
  ])('%s', (_, text, expected) => {
    expect(counted([hubspot], answer(text))).toEqual([`HubSpot=${expected}`])
  })

  test.each([
    ['a longer word', 'hubspotting'],
    ['a word before', 'GitHubSpot'],
    ['digits behind', 'HubSpot2'],
    ['an address', 'see https://hubspot.com/pricing'],
    ['an address without a scheme', 'see www.hubspot.com now'],
    ['a path', 'see hubspot.com/pricing'],
    ['a mail address', 'write to sales@hubspot.com'],
    ['a sub-domain', 'see blog.hubspot.com'],
    ['a link target', '[this CRM](https://www.hubspot.com/crm "HubSpot")'],
    ['a link citation', 'It is good ([hubspot.com](https://hubspot.com/x?utm_source=openai)).'],
    ['a bracketed citation', 'It is good. [[1]](https://hubspot.com)'],
    ['a footnote', 'Good.[^1]\n\n[^1]: HubSpot, pricing page'],
    ['a numbered source', 'Good. [1]\n\n[1] HubSpot pricing https://hubspot.com'],
    ['a list of sources', 'Good.\n\n## Sources\n- HubSpot pricing page\n- G2'],
    ['a list of sources in German', 'Gut.\n\n**Quellen:**\n1. HubSpot Preise'],
    ['a citation token', 'Good \ue200cite\ue202HubSpot\ue201.'],
    ['an older citation token', 'Good 【4†HubSpot pricing】.'],
    ['an image', '![HubSpot logo](https://x.example/a.png)'],
    ['an HTML attribute', '<a title="HubSpot">this</a>'],
    ['a language tag', '```hubspot\nx = 1\n```'],
    ['a parted name across sentences', 'It is a hub. Spot the difference.'],
    ['halves around a mark', 'Hubs[1]pot'],
    ['a lower-case phrase', 'a hub spot for travellers'],
  ])('not %s', (_, text) => {
    expect(counted([hubspot], answer(text))).toEqual([])
  })
})

test.each([
  ['Yahoo!', 'Use Yahoo! Finance', 'Yahoo!:name'],
  ['Yahoo!', 'with Yahoo, say', 'Yahoo:case'],
  ['.NET', 'built on .NET today', '.NET:case'],
  ['AT&T', 'from AT&T today', 'AT&T:name'],
  ['AT&T', 'from AT and T today', 'AT and T:case'],
  ['AT&T', 'from at & t', null],
  ['LL Bean', 'from L.L.Bean today', 'L.L.Bean:case'],
  ['LL Bean', 'from L.L. Bean today', 'L.L. Bean:case'],
  ['LL Bean', 'from l.l. bean today', null],
  ['JP Morgan', 'from J.P. Morgan today', 'J.P. Morgan:name'],
  ['Vokir & Tarv', 'mit Vokir und Tarv', 'Vokir und Tarv:name'],
  ['Vokir & Tarv', 'avec Vokir et Tarv', 'Vokir et Tarv:name'],
  ['Vokir & Tarv', 'con Vokir y Tarv', 'Vokir y Tarv:name'],
  ['Vokir et Tarv', 'avec Vokir & Tarv', 'Vokir & Tarv:name'],
  ['Vok & Tar', 'avec VoketTar', null],
  ['Cal.com', 'with cal.com it is free', 'cal.com:domain-name'],
  ['Cal.com', 'with Calcom it is free', 'Calcom:name'],
  ['Disney+', 'on Disney Plus tonight', 'Disney Plus:name'],
  ['Disney', 'on Disney+ tonight', null],
  ['C++', 'in C++ it is', 'C++:name'],
  ['C', 'in C++ it is', null],
  ["McDonald's", 'at McDonalds now', 'McDonalds:name'],
  ["L'Oréal", 'by L’Oreal', 'L’Oreal:name'],
  ['Citroën', 'by CITROEN', 'CITROEN:name'],
  ['Nestlé', 'will nestle', null],
  ['Nestlé', 'by Nestle\u0301 now', 'Nestle\u0301:name'],
  ['Škoda', 'ein Skoda', 'Skoda:name'],
  ['Weißbrot', 'von WEISSBROT', 'WEISSBROT:name'],
  ['Marks & Spencer', 'at Marks and Spencer', 'Marks and Spencer:name'],
  ['Ben & Jerry’s', "Ben & Jerry's wins", "Ben & Jerry's:name"],
  ['Dr. Martens', 'my Dr Martens boots', 'Dr Martens:name'],
  ['1Password', 'with 1Password or 11Password', '1Password:name'],
  ['iPhone', 'can I phone them', null],
  ['QuickBooks', 'with Quick Books', 'Quick Books:case'],
  ['QuickBooks', 'read quick books', null],
  ['Constant Contact', 'with Constant Contact you mail', 'Constant Contact:case'],
  ['Constant Contact', 'keep in constant contact', null],
  ['Constant Contact', '## Keep Constant Contact With Customers', null],
  ['Node.js', 'in Node.js', 'Node.js:name'],
  ['Node', 'in Node.js', null],
  ['Asana', 'by asana.', 'asana:name'],
  ['Яндекс', 'вместе с Яндексом', 'Яндексом:inflected'],
  ['Яндекс', 'ЯНДЕКС', 'ЯНДЕКС:name'],
  ['노션', '노션을 추천합니다', '노션을:inflected'],
  ['노션', '노션을'.normalize('NFD'), null],
  ['노셔', '노션 추천', null],
  ['슬랙', '슬랙스 바지', null],
  ['スラック', 'スラックを使う', 'スラック:name'],
  ['スラック', 'スラックスを買う', null],
  ['ハブ', 'ﾊﾌﾞを使う', 'ﾊﾌﾞ:name'],
  ['ハブ', 'パブを使う', null],
  ['小米', '我推荐小米手机', '小米:name'],
  ['Vers', 'a verse', null],
  ['HP', 'an HP laptop', 'HP:case'],
  ['HP', 'a 300 hp engine', null],
  ['Shell', 'in a Nutshell', null],
  ['Johnson', 'by Johnson&Johnson', null],
] as const)('%s in "%s"', (name, text, expected) => {
  expect(counted([brand(name)], answer(text))).toEqual(expected === null ? [] : [`${name}=${expected}`])
})

describe('a host name', () => {
  const quillmark = brand('Zelva', 'quillmark.com')

  test.each([
    ['at the end', 'see quillmark.com', 'quillmark.com:domain-name'],
    ['at a sentence’s end', 'See quillmark.com. It is free.', 'quillmark.com:domain-name'],
    ['at a sentence’s end without a space', 'See quillmark.com.It is free.', 'quillmark.com:domain-name'],
    ['possessive', 'quillmark.com’s plans', 'quillmark.com:domain-name'],
    ['possessive, straight', "quillmark.com's plans", 'quillmark.com:domain-name'],
    ['before a comma', 'quillmark.com, say', 'quillmark.com:domain-name'],
    ['in a compound', 'quillmark.com-based', 'quillmark.com:domain-name'],
    ['German genitive', 'quillmark.coms Preise', 'quillmark.coms:inflected'],
    ['Korean particle', 'quillmark.com은 좋다', 'quillmark.com:domain-name'],
    ['Japanese neighbours', '私はquillmark.comを使う', 'quillmark.com:domain-name'],
    ['behind a bullet', '-quillmark.com', 'quillmark.com:domain-name'],
    ['behind a dash', 'free–quillmark.com', 'quillmark.com:domain-name'],
  ])('%s', (_, text, expected) => {
    expect(counted([quillmark], answer(text))).toEqual([`Zelva=${expected}`])
  })

  test.each([
    ['under a longer ending', 'see quillmark.community now'],
    ['under another longer ending', 'see quillmark.company now'],
    ['before digits', 'see quillmark.com2 now'],
    ['behind a hyphen', 'see the-quillmark.com now'],
    ['behind a no-break hyphen', 'see the‑quillmark.com now'],
    ['under a country', 'see quillmark.com.au now'],
    ['under another host', 'see app.quillmark.com now'],
  ])('not %s', (_, text) => {
    expect(counted([quillmark], answer(text))).toEqual([])
  })

  test('is not its plural where that is another ending', () => {
    expect(counted([brand('Zelva', 'quillmark.car')], answer('see quillmark.cars now'))).toEqual([])
  })

  test('of somebody else holds no name behind a hyphen', () => {
    expect(counted([hubspot], answer('see the-hubspot.com now'))).toEqual([])
  })
})

test.each(['®', '™', '’', '...', '-', ''])('the name %j has no forms and counts nowhere', (name) => {
  expect(formsOf(name)).toEqual([])
  expect(counted([brand(name), brand('Asana')], answer(`Asana${name} and ${name} are good`))).toEqual([
    'Asana=Asana:name',
  ])
})

describe('a name that is an ordinary word', () => {
  test.each([
    ['Patch', 'apply the patch first', null],
    ['Patch', 'Patch your servers first', null],
    ['Patch', 'We chose Patch for its speed', 'case'],
    ['Patch', 'PATCH MANAGEMENT MATTERS', null],
    ['Segment', '## Customer Segment Reports', null],
    ['Segment', 'Customer Segment reports are useful', null],
    ['Segment', 'Use Segment to collect events', 'case'],
    ['Segment', 'Alternatives are Mixpanel, Segment, and Amplitude', 'case'],
    ['Segment', '1. Segment - a data platform', 'list-head'],
    ['Segment', '- **Segment**: a data platform', 'list-head'],
    ['Segment', '- **[Segment](https://segment.com)**: a data platform', 'list-head'],
    ['Segment', '- segment: divide the list', null],
    ['Segment', '### 2. Segment', 'heading'],
    ['Segment', '### Best overall: Segment', 'heading'],
    ['Segment', 'a tool called **Segment** is', 'bold'],
    ['Segment', '| Tool | Price |\n|---|---|\n| Segment | $5 |', 'table-cell'],
    ['Segment', '| Segment | Price |\n|---|---|\n| Small | $5 |', null],
    ['Segment', 'see segment.com for it', 'domain-name'],
    ['Segment', 'one-Segment-per-user', null],
    ['Mint', 'We run Linux Mint here', null],
    ['Mint', 'We budget with Mint here', 'case'],
    ['Signal', 'Das Signal ist stark und die App ist für alle, nicht nur für eine.', null],
    ['Signal', 'Wir chatten mit Signal und das ist für alle gut, nicht nur für eine.', 'case'],
    ['Monday', 'We meet on Monday again', null],
    ['Monday', '2. **Monday** - boards', 'list-head'],
    ['Tide', 'with Tide, Starling and others', 'case'],
    ['Notion', 'I have no notion of it', null],
    ['Pitch', '“Pitch” is a word', null],
  ] as const)('%s in "%s"', (name, text, rule) => {
    expect(counted([brand(name)], answer(text))).toEqual(
      rule === null ? [] : [`${name}=${rule === 'domain-name' ? 'segment' : name}:${rule}`],
    )
  })

  test('counts at a sentence start with its domain cited', () => {
    const of = answer('Patch is fast.', ['patch.io'])
    expect(counted([brand('Patch', 'patch.io')], of)).toEqual(['Patch=Patch:domain-cited'])
    expect(counted([brand('Patch', 'patch.dev')], of)).toEqual([])
    expect(counted([brand('Patch', 'patch.io')], answer('patch it now', ['patch.io']))).toEqual([])
  })

  test('counts from its first appearance once it is named elsewhere', () => {
    const of = answer('Patch is fast. Asana is slow. We chose Patch.')
    expect(counted([brand('Patch'), brand('Asana')], of)).toEqual(['Patch=Patch:named-elsewhere', 'Asana=Asana:name'])
  })

  test('is not the host of somebody else', () => {
    expect(counted([brand('Patch', 'patch.io')], answer('news at patch.com'))).toEqual([])
  })
})

test.each(['*', '#', '_', '- ', '1. ', '> ', ' ', '"', '(', '|', '📌'])(
  'long runs of %j are read in no time',
  (mark) => {
    const run = mark.repeat(300)
    const of = answer(`${run}x Segment${run}x`)
    expect(createCounter([brand('Segment')])(of).length).toBeLessThan(2)
  },
)

describe('several names', () => {
  const sales = [brand('Salesforce'), brand('Salesforce Essentials'), brand('Linux Mint'), brand('Mint')]

  test('the longest wins', () => {
    expect(counted(sales, answer('Salesforce Essentials and Linux Mint'))).toEqual([
      'Salesforce Essentials=Salesforce Essentials:name',
      'Linux Mint=Linux Mint:name',
    ])
  })

  test('each counts once, by its first appearance, ranked', () => {
    const of = answer('Trello, Asana, Trello and ClickUp')
    const mentions = createCounter([brand('Asana'), brand('ClickUp'), brand('Trello')])(of)
    expect(mentions.map(({ brand: name, start, position }) => [name, start, position])).toEqual([
      ['Trello', 0, 1],
      ['Asana', 8, 2],
      ['ClickUp', 26, 3],
    ])
  })

  test('the order of the brands changes nothing', () => {
    const of = answer('Salesforce Essentials, Salesforce, We use Mint.')
    expect(createCounter(sales.toReversed())(of)).toEqual(createCounter(sales)(of))
  })

  test('of two that overlap, the first wins', () => {
    const two = [brand('Zelva Brond'), brand('Brond Quill')]
    expect(counted(two, answer('with Zelva Brond Quill'))).toEqual(['Zelva Brond=Zelva Brond:name'])
  })

  test('a spelling that two brands share is the same one’s in any order', () => {
    const two = [brand('Zelva', null, 'Brond'), brand('Quill Zelva', null, 'Brond')]
    expect(counted(two, answer('Brond'))).toEqual(counted(two.toReversed(), answer('Brond')))
  })

  test('a domain that two brands share is neither', () => {
    const google = [brand('Google Docs', 'google.com'), brand('Google Meet', 'google.com')]
    expect(counted(google, answer('see google.com'))).toEqual([])
  })

  test('an alias counts as its brand', () => {
    expect(counted([brand('Brevo', null, 'Sendinblue')], answer('Sendinblue is fine'))).toEqual([
      'Brevo=Sendinblue:spelling',
    ])
  })
})

describe('the question repeated', () => {
  const question = 'Is HubSpot good for small teams?'

  test('is not counted', () => {
    expect(counted([hubspot], answer(`**${question}**\n\nYes, it is.`, [], question))).toEqual([])
    expect(counted([hubspot], answer(`is hubspot good for small teams? Yes.`, [], question))).toEqual([])
    const french = 'Par quoi remplacer HubSpot ?'
    expect(counted([hubspot], answer(`*${french}*\n\nPar rien.`, [], french))).toEqual([])
    expect(counted([hubspot], answer('*Par quoi remplacer HubSpot\u202f?*\n\nPar rien.', [], french))).toEqual([])
  })

  test('only hides that sentence', () => {
    const of = answer(`${question} HubSpot is.`, [], question)
    expect(createCounter([hubspot])(of)[0]?.start).toBe(question.length + 1)
    expect(counted([hubspot], answer('Ask whether is HubSpot good for small teams or not', [], question))).toHaveLength(
      1,
    )
  })
})

describe('a name isn’t counted', () => {
  const two = [brand('Velkora'), brand('Quonto')]
  /** Why each isn't counted. */
  const refused = (brands: readonly Brand[], text: string): string[] =>
    createJudge(brands)(answer(text)).refused.map(({ brand: name, reason }) => `${name}: ${reason}`)

  test.each([
    ['in brackets', 'Velkora (formerly Quonto) is good.'],
    ['behind a comma', 'Velkora, formerly known as **Quonto**, is good.'],
    ['behind more words', 'Velkora cloud hosting (once called Quonto) is good.'],
    ['behind a link', '[Velkora](https://velkora.example/a) (formerly Quonto) is good.'],
    ['in German', 'Velkora, früher Quonto, ist gut.'],
    ['in French', 'Velkora (anciennement Quonto) est bon.'],
    ['in Korean', 'Velkora(구 Quonto)는 좋다.'],
  ])('as a former one %s', (_, text) => {
    expect(refused(two, text)).toEqual(['Quonto: former'])
  })

  test.each([
    ['a present one', 'Velkora (now Quonto) is good.'],
    ['one of another sentence', 'Velkora is good. So (formerly Quonto) was it.'],
    ['one far behind', 'Velkora is good for everybody in the wide world, formerly Quonto.'],
    ['none before it', 'It is good (formerly Quonto).'],
  ])('but %s is', (_, text) => {
    expect(counted(two, answer(text))).toContain('Quonto=Quonto:name')
  })

  test('but the former one of a product is the product', () => {
    const own = [brand('Velkora'), { ...brand('Quonto'), own: true }]
    expect(counted(own, answer('Velkora (formerly Quonto) is good.'))).toContain('Quonto=Quonto:name')
  })

  test('as a term of computing, unless it has a domain or is written as no term', () => {
    const text = 'We like JSON here.'
    expect(refused([brand('JSON')], text)).toEqual(['JSON: standard'])
    expect(refused([brand('JSON', 'json.example')], text)).toEqual([])
    expect(refused([brand('JSON!')], text)).toEqual([])
    expect(counted([brand('JSON!')], answer(text))).toEqual(['JSON!=JSON:name'])
  })
})

test('the detector has a version', () => {
  expect(DETECTOR).toMatch(/^mentions-\d+$/)
})

test('a name of ordinary words is one where its host is written', () => {
  const count = createCounter([{ name: 'Crisp', domain: 'crisp.chat', spellings: ['Crisp', 'Crisp Chat'] }])
  const rules = (text: string) => count({ text, question: '', citations: [] }).map(({ rule }) => rule)
  expect(rules('With crisp.chat you get two seats.')).toEqual(['domain-name'])
  expect(rules('Keep it crisp. chat less.')).toEqual([])
  expect(rules('A crisp chat is short.')).toEqual([])
})
