import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnswerText } from '../../pipeline/mentions/brand.ts'
import { proposeNames } from '../../pipeline/mentions/extract.ts'

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
  [
    'a numbered list with features below',
    'CRM software',
    CRM,
    ['Close', 'Copper', 'HubSpot CRM', 'Pipedrive', 'Zoho CRM'],
  ],
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
    ['Lexware Office', 'WISO MeinBüro', 'sevDesk'],
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
    ['ASICS Gel-Nimbus 26', 'Brooks Ghost 16', 'Hoka Clifton 9'],
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
  ['no countries', 'CRM', '- **Germany**: strict\n- **France**: strict', []],
  ['no sources', 'CRM', 'Good.\n\n## Sources\n1. TechRadar\n2. PCMag', []],
  ['no category', 'CRM software', '1. **CRM Software** - x\n2. **HubSpot** - y', ['HubSpot']],
  ['nothing', 'CRM', '', []],
] as const)('%s', (_, category, text, expected) => {
  expect(proposeNames([answer(text)], category).map(({ name }) => name)).toEqual(expected)
})

test('a link to the name’s own domain gives the domain', () => {
  const of = answer('- [Bitwarden](https://bitwarden.com/x): open source\n- [Keeper](https://www.keeper.example): safe')
  expect(proposeNames([of], 'password manager')).toContainEqual({ name: 'Bitwarden', domain: 'bitwarden.com' })
})

test('an ordinary word is proposed where its own domain is cited', () => {
  const of = (...domains: string[]) => proposeNames([answer('1. **Front** - shared inbox', ...domains)], 'shared inbox')
  expect(of()).toEqual([])
  expect(of('front.com')).toEqual([{ name: 'Front', domain: 'front.com' }])
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
    fc.constantFrom('- ', '1. ', '**', '| ', '|---|\n', '## ', ': ', '\n', ', ', ' and ', 'Asana', '、'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.string(), (parts, category) => {
      for (const { name } of proposeNames([answer(parts.join(''))], category)) expect(name.trim()).not.toBe('')
    }),
  )
})
