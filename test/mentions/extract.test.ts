import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proposeNames } from '../../pipeline/mentions/extract.ts'
import type { AnswerText } from '../../pipeline/mentions/names/brand.ts'
import { isSectionHead } from '../../pipeline/mentions/words/sections.ts'

function answer(text: string, ...domains: string[]): AnswerText {
  return { text, question: '', citations: domains.map((domain) => ({ url: `https://${domain}/a`, domain })) }
}

const CRM = `Here are the best CRMs for small teams:

1. **HubSpot CRM** – Free plan, easy to use
   - **Key features:** contact management, email tracking
   - **Pricing:** Free; Starter from $20
2. **Pipedrive** – Great for pipelines
   - **Pros:** simple UI
   - **Cons:** limited marketing
3. **Zoho CRM** – Affordable
4. **Close** – calling built in
5. **Copper** – for Google Workspace

### Key considerations
- **Ease of use**: make sure it's simple
- **Integrations**: Gmail, Outlook, Slack
- **GDPR compliance**: important

**Bottom line:** HubSpot is best overall.`

test.each([
  ['a numbered list with features below', 'CRM software', CRM, ['Close', 'Copper', 'HubSpot', 'Pipedrive', 'Zoho CRM']],
  [
    'headings that label their choice',
    'CRM software',
    '## Best overall: HubSpot\nText.\n\n## Best for sales: Pipedrive\n\n## Runner-up: Zoho CRM\n\n## Conclusion\nDone.',
    ['HubSpot', 'Pipedrive', 'Zoho CRM'],
  ],
  [
    'bold labels',
    'CRM software',
    '- **Best overall:** HubSpot\n- **Best value**: Freshsales',
    ['Freshsales', 'HubSpot'],
  ],
  [
    'a table',
    'CRM software',
    '| Tool | Best for |\n|---|---|\n| **HubSpot** | SMB |\n| Salesforce Essentials | big |\n| monday.com | x |',
    ['HubSpot', 'Salesforce Essentials', 'monday.com'],
  ],
  [
    'an enumeration in prose',
    'project management',
    'Popular options include tools such as Asana, Trello, Notion and ClickUp. It works on the Web.',
    ['Asana', 'ClickUp', 'Notion', 'Trello'],
  ],
  [
    'an enumeration from a sentence start',
    'notes',
    'Try Evernote, Joplin, and Obsidian.',
    ['Evernote', 'Joplin', 'Obsidian'],
  ],
  [
    'German',
    'Buchhaltungssoftware',
    'Die besten Programme für Selbstständige, nicht nur für eine Branche:\n\n1. **Lexware Office** – ideal\n   - **Preis:** ab 7 €\n   - **Vorteile:** einfach\n2. **sevDesk** – modern\n3. **WISO MeinBüro** – günstig\n\n**Fazit:** Lexware ist für die meisten ideal.',
    ['Lexware', 'WISO MeinBüro', 'sevDesk'],
  ],
  [
    'French',
    'logiciel de facturation',
    "Voici les meilleurs logiciels :\n\n- **Pennylane** : complet et moderne\n- **Tiime** : gratuit\n- **Facture.net** : simple\n\n### Critères de choix\n- **Prix** : variable\n- **Facilité d'utilisation** : importante",
    ['Facture.net', 'Pennylane', 'Tiime'],
  ],
  [
    'Japanese',
    '会計ソフト',
    'おすすめは次の通りです。\n\n1. **マネーフォワード クラウド** - 連携\n2. **freee会計** - 初心者向け\n\n### まとめ\n- **料金**: 安い\n- **サポート**: 良い',
    ['freee会計', 'マネーフォワード クラウド'],
  ],
  [
    'models with numbers',
    'running shoes',
    "For beginners I'd go with:\n\n**Brooks Ghost 16** – comfy\n**Hoka Clifton 9** – soft\n**ASICS Gel-Nimbus 26** – plush\n\nTips:\n- Replace after 500 km\n- Visit a local shop",
    ['ASICS', 'Brooks Ghost', 'Hoka'],
  ],
  [
    'a maker behind its product',
    'planner',
    '1. **Sunsama by Summay Inc** - calm\n2. **Akiflow** - fast',
    ['Akiflow', 'Sunsama'],
  ],
  [
    'no features',
    'CRM',
    '- **Contact Management**: good\n- **API Access**: good\n- **SOC 2**: yes\n- **Free Trial**',
    [],
  ],
  [
    'the initials of the category behind a name',
    'warehouse management systems',
    '- **Kestrel WMS** is fine.\n- **Lantern EDI** is fine.\n- **Vokiro** is good.\n- **Nordix** is dear.',
    ['Kestrel WMS', 'Nordix', 'Vokiro'],
  ],
  [
    'what is best, which is no name',
    'monitors',
    '## Best Overall\n**Vokiro X27**\n\n## Best for Esports\n**Nordix Q24**\n\n## Best HDR\n**Zettelix P32**',
    ['Nordix', 'Vokiro', 'Zettelix'],
  ],
  ['no countries', 'CRM', '- **Germany**: strict\n- **France**: strict', []],
  ['no sources', 'CRM', 'Good.\n\n## Sources\n1. TechRadar\n2. PCMag', []],
  ['no category', 'CRM software', '1. **CRM Software** - x\n2. **HubSpot** - y', ['HubSpot']],
  ['nothing', 'CRM', '', []],
] as const)('%s', (_, category, text, expected) => {
  expect(proposeNames([answer(text)], category).map(({ name }) => name)).toEqual(expected)
})

describe('a name of Han characters is proposed', () => {
  test.each([
    ['a bold list head', '- **苔鯨** - 軽い\n- **霧箱舟**：安い\n\n### まとめ\n- **料金**: 安い', ['苔鯨', '霧箱舟']],
    ['a bold line', '**苔鯨**\n説明です。\n\n**錆雀堂**\n説明です。\n\n**まとめ**\nよい。', ['苔鯨', '錆雀堂']],
    ['a table', '| 製品 | 料金 |\n|---|---|\n| 苔鯨 | 1 |\n| **凪梯子** | 2 |', ['凪梯子', '苔鯨']],
    ['quotes in prose', 'おすすめは「苔鯨」や『霧箱舟』です。「使いやすさ」と「操作性」が大事。', ['苔鯨', '霧箱舟']],
    ['a quoted list head', '1. 「苔鯨」は軽いです\n2. 「凪梯子」：強い', ['凪梯子', '苔鯨']],
    ['numbers', '1. 苔鯨：良い\n2. 凪梯子（なぎ）：良い', ['凪梯子', '苔鯨']],
    ['numbers without a space', '1.苔鯨\n2.凪梯子', ['凪梯子', '苔鯨']],
    ['numbers in circles', '①苔鯨\n②凪梯子', ['凪梯子', '苔鯨']],
    ['Chinese numbers', '1、苔鯨，功能强大\n2、霧箱舟，价格低', ['苔鯨', '霧箱舟']],
    ['numbered headings', '### 1. 苔鯨\n良い。\n### 2. 凪梯子\n### まとめ\n', ['凪梯子', '苔鯨']],
    ['ranks', '## 第1位：苔鯨\n\n## 第2位：凪梯子\n\n## 選び方', ['凪梯子', '苔鯨']],
    [
      'other names around it',
      '- **苔鯨**: light\n- **HubSpot**: good\n- **Pipedrive**: x',
      ['HubSpot', 'Pipedrive', '苔鯨'],
    ],
    ['an ordinary word among coined names', '1. **苔鯨**\n2. **花王**\n3. **灯籠魚**', ['灯籠魚', '花王', '苔鯨']],
    ['simplified characters', '1. **飞书** - 协作\n2. **钉钉** - 考勤\n\n## 总结\n- **优点**：便宜', ['钉钉', '飞书']],
  ] as const)('from %s', (_, text, expected) => {
    expect(proposeNames([answer(text)], '会計ソフト').map(({ name }) => name)).toEqual(expected)
  })

  test.each([
    ['Japanese sections', '## まとめ\n## 特徴\n## 料金\n## 選び方\n## 主な特徴\n## 注意点'],
    ['Japanese bold lines', '**まとめ**\n**特徴**：良い\n**料金プラン**\n**サポート体制**\n**セキュリティ対策**'],
    ['Chinese sections', '**总结**：好\n**优点**：好\n**缺点**\n**性价比**：高\n**适用人群**：学生\n**優點**'],
    [
      'Japanese features',
      '1. **操作性**\n2. **導入実績**\n3. **初期費用**\n4. **保湿力**\n5. **コストパフォーマンス**',
    ],
    ['Chinese features', '1. **预算**\n2. **团队规模**\n3. **数据安全**\n4. **无需安装**\n5. **扩展性**'],
    ['a table of features', '| 項目 | A |\n|---|---|\n| 初期費用 | 1 |\n| 対応端末 | 2 |\n| 無料枠 | 3 |'],
    ['fragments', '1. 無料で試す\n2. 契約前に確認\n- 支持多平台\n- 开源免费\n- 适合初学者'],
    ['words in quotes', '「電子帳簿保存法」に対応し、「使いやすさ」「初期費用」「税理士」が大事です。'],
    ['what is said of a name', '1. **苔鯨的优点**\n2. **苔鯨の特徴**'],
  ])('not from %s', (_, text) => {
    expect(proposeNames([answer(text)], '会計ソフト')).toEqual([])
  })
})

test.each([
  ['German', 'Vorteile, Nachteile, Fazit, Preise, Kosten, Preis-Leistungs-Verhältnis, Vor- und Nachteile, Zielgruppe'],
  ['French', 'Avantages, Inconvénients, Points forts, Prix, Tarifs, Rapport qualité-prix, Conclusion, Public cible'],
  [
    'Spanish',
    'Ventajas, Desventajas, Puntos fuertes, Precio, Relación calidad-precio, Conclusión, Resumen, Características',
  ],
  [
    'Italian',
    'Vantaggi, Svantaggi, Punti di forza, Prezzo, Rapporto qualità-prezzo, Conclusione, Riepilogo, Funzionalità',
  ],
  ['Portuguese', 'Vantagens, Desvantagens, Pontos fortes, Preço, Custo-benefício, Conclusão, Resumo, Funcionalidades'],
  ['Dutch', 'Voordelen, Nadelen, Sterke punten, Prijs, Prijs-kwaliteitverhouding, Conclusie, Samenvatting, Kenmerken'],
  ['Japanese', 'メリット, デメリット, 強み, 料金, コストパフォーマンス, まとめ, 概要, 特徴'],
])('sections of choices in %s are no names, though they stand among names', (_, sections) => {
  const items = (heads: readonly string[]) => heads.map((head, i) => `${i + 1}. **${head}** - x`).join('\n')
  const heads = sections.split(', ')
  expect(heads.filter((head) => !isSectionHead(head))).toEqual([])
  for (const head of heads.slice(0, 2)) {
    const names = proposeNames([answer(items(['HubSpot', 'Pipedrive', 'sevDesk', head]))], 'CRM').map(
      ({ name }) => name,
    )
    expect(names).toEqual(['HubSpot', 'Pipedrive', 'sevDesk'])
  }
})

test.each(['Tableau', 'Avis', 'Notion', 'Rapport'])('%s is a name among names', (name) => {
  const of = answer(`1. **HubSpot** - x\n2. **Pipedrive** - y\n3. **${name}** - z`)
  expect(proposeNames([of], 'CRM')).toContainEqual({ name, domain: null, byRules: true })
})

test('a link to the name’s own domain gives the domain', () => {
  const of = answer('- [Bitwarden](https://bitwarden.com/x): open source\n- [Keeper](https://www.keeper.example): safe')
  expect(proposeNames([of], 'password manager')).toContainEqual({
    name: 'Bitwarden',
    domain: 'bitwarden.com',
    byRules: true,
  })
})

test('an ordinary word is proposed where its own domain is cited', () => {
  const of = (...domains: string[]) => proposeNames([answer('1. **Front** - shared inbox', ...domains)], 'shared inbox')
  expect(of()).toEqual([])
  expect(of('front.com')).toEqual([{ name: 'Front', domain: 'front.com', byRules: true }])
})

test('any order of the answers gives the same names', () => {
  const answers = [
    answer(CRM),
    answer('1. **Hubspot CRM** - x\n2. **Close** - y', 'close.com', 'close.io'),
    answer('1. **Folk** - x'),
  ]
  const expected = proposeNames(answers, 'CRM')
  fc.assert(
    fc.property(fc.shuffledSubarray(answers, { minLength: answers.length }), (shuffled) => {
      expect(proposeNames(shuffled, 'CRM')).toEqual(expected)
    }),
  )
})

test('no text breaks it', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '- ',
      '1. ',
      '**',
      '| ',
      '|---|\n',
      '## ',
      ': ',
      '\n',
      ', ',
      ' and ',
      'Asana',
      '、',
      '苔鯨',
      '「',
      '」',
      '：',
      '①',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.string(), (parts, category) => {
      for (const { name } of proposeNames([answer(parts.join(''))], category)) expect(name.trim()).not.toBe('')
    }),
  )
})

test('a host that somebody works with is a name', () => {
  const proposed = (text: string) => proposeNames([answer(text)], 'chat widgets').map(({ name }) => name)
  expect(proposed('Mostly dear. With quillpad.io you get two seats.')).toEqual(['quillpad.io'])
  expect(proposed('Mostly dear. Read it on quillpad.io or with e.g. a friend.')).toEqual([])
})

test('heads that a dictionary of the language has are no names where all of them are such', () => {
  const line =
    'Producentów, którzy używają tego materiału, jest w Polsce niewielu, i na to trzeba zwrócić uwagę przy wyborze.\n\n'
  const list = (...heads: string[]) => `${line}${heads.map((head) => `* **${head}** – to jest dobrze.`).join('\n')}`
  const proposed = (text: string) => proposeNames([answer(text)], 'materace').map(({ name }) => name)
  expect(proposed(list('Stelaż', 'Zapach', 'Pokrowiec'))).toEqual([])
  expect(proposed(list('Vokirn', 'Zettelio', 'Quillado'))).toEqual(['Quillado', 'Vokirn', 'Zettelio'])
})

describe('heads that stand for others', () => {
  const proposed = (text: string, question = ''): string[] =>
    proposeNames([{ text, question, citations: [] }], 'gadgets').map(({ name }) => name)
  const table = (...rows: string[]): string =>
    `| Model | Price |\n|---|---|\n${rows.map((row) => `| ${row} | $9 |`).join('\n')}`

  test('a head that is the end or the middle of another is no other name', () => {
    const list = '**1. Vokirn Spire**\nBig.\n\n**2. Lumexa Harbor**\nOld.\n\n**3. Zartin**\nNew.\n\n'
    expect(proposed(`${list}${table('Spire', 'Harbor', 'Zartin')}`)).toEqual(proposed(list))
    expect(proposed(`${list}${table('Spire', 'Quillado', 'Zartin')}`)).toEqual([...proposed(list), 'Quillado'].sort())
  })

  test('a word that the question has in small letters is no name, but one that it has with a capital letter', () => {
    const text = '## Vokirn vs. Segmental\nBoth are good.'
    expect(proposed(text, 'Which segmental gadgets are good?')).not.toContain('Segmental')
    expect(proposed(text, 'Is Segmental good, as segmental gadgets go?')).toEqual(proposed(text))
    expect(proposed(text, 'segmental or vokirn gadgets?')).toEqual(proposed(text))
  })
})

test('no name is a word that a condition begins with, nor two ways to be in the net', () => {
  const proposed = (text: string) => proposeNames([answer(text)], 'gadgets').map(({ name }) => name)
  expect(proposed('Mark a page and sign it. Whichever does both without swearing is yours.')).toEqual([])
  expect(proposed('It is fine in the woods. All four use 4G LTE; none needs a cable.')).toEqual([])
})

describe('where many choices are known', () => {
  const known = ['Aquor', 'Bexil', 'Cantor', 'Dovima', 'Elgora', 'Fintra']
  const proposed = (text: string): string[] =>
    proposeNames([answer(text)], 'tools', known).flatMap(({ name }) => (known.includes(name) ? [] : [name]))

  test.each([
    ['a row of names in English', 'People often use Vokirn, Lumexa and Zartin for it.', ['Lumexa', 'Vokirn', 'Zartin']],
    ['a row with a known one', 'La gente usa mucho Vokirn, Lumexa y Aquor en la oficina.', ['Lumexa', 'Vokirn']],
    ['a row of names in Spanish', 'La gente usa mucho Vokirn, Lumexa y Zartin en la oficina.', []],
    ['a name that its sentence does not speak of', 'That is what the people at Vokirn think, too.', []],
    ['a name that its sentence speaks of', 'Vokirn is the one for you, and it costs less.', ['Vokirn']],
  ])('%s', (_, text, names) => {
    expect(proposed(text)).toEqual(names)
  })

  const LIST = '- **Aquor**: dear\n- **Bexil**: cheap\n- **Dovima**: small\n\n'
  test.each([
    ['ordinary words in a list of their own', `${LIST}Options include:\n\n- Quilt: soft\n- Ladder: high`, []],
    [
      'ordinary words in a numbered list',
      `${LIST}Options include:\n\n1. Quilt: soft\n2. Ladder: high`,
      ['Ladder', 'Quilt'],
    ],
    [
      'ordinary words in a list with known ones',
      '- Quilt: soft\n- Aquor: dear\n- Bexil: cheap\n- Dovima: small',
      ['Quilt'],
    ],
    [
      'ordinary words with a verb behind them beside known ones',
      '- Aquor – dear\n- Quilt Studio House – soft\n- Bexil – cheap\n- Dovima – small',
      ['Quilt Studio House'],
    ],
    ['so many words', '- Aquor – dear\n- Quilt Studio House Park Lane – soft\n- Bexil – cheap\n- Dovima – small', []],
    ['words in small letters', '- Aquor – dear\n- Quilt studio house – soft\n- Bexil – cheap\n- Dovima – small', []],
    ['a feature', '- Aquor – dear\n- Key Features – soft\n- Bexil – cheap\n- Dovima – small', []],
    [
      'beside one known of many',
      '- Aquor – dear\n- Quilt Studio House – soft\n- Garden Table Chair – soft\n- Winter Summer Spring – soft\n- House Door Window – soft\n- Orange Apple Pear – soft',
      [],
    ],
    [
      'an ordinary word with others that are none',
      `${LIST}Options include:\n\n- Quilt: soft\n- Vokirn: high`,
      ['Vokirn'],
    ],
  ])('%s', (_, text, names) => {
    expect(proposed(text)).toEqual(names)
  })

  test('words among known ones, where few are known', () => {
    const text = '- Aquor – dear\n- Quilt Studio House – soft\n- Bexil – cheap'
    expect(proposeNames([answer(text)], 'tools', ['Aquor', 'Bexil']).map(({ name }) => name)).not.toContain(
      'Quilt Studio House',
    )
  })

  test('an ordinary word whose own domain is cited', () => {
    const cited = answer(`${LIST}Options include:\n\n- Quilt: soft\n- Ladder: high`, 'quilt.com')
    expect(proposeNames([cited], 'tools', known).map(({ name }) => name)).toContain('Quilt')
  })
})
