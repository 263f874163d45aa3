import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endedMail, startedMail } from '../../pipeline/render/mails.ts'

const PAGE = 'https://reports.example/r/8Jx0Wq3nV5bT7yKd2Lr9Ac'

test('the mail names the product and holds the address on a line of its own', () => {
  expect(startedMail({ brand: 'Acme & Sons', url: PAGE, simulated: false })).toEqual({
    subject: 'Your report on Acme & Sons has started',
    text: `A report on Acme & Sons has been started. This is its page:

${PAGE}

It takes several minutes; until then the page shows its progress.
Anyone with this address can read the report, so share it with care.
`,
  })
})

test('a report of another country and language says so in its subject and text', () => {
  const german = { brand: 'Acme', country: 'DE', language: 'de', url: PAGE, simulated: false }
  for (const mail of [startedMail(german), endedMail(german, { named: { runs: 4, of: 10 } })])
    expect(mail).toEqual({
      subject: expect.stringContaining('report on Acme (Germany, German) '),
      text: expect.stringContaining('eport on Acme (Germany, German) '),
    })
  const english = { ...german, country: 'US', language: 'en' }
  expect(startedMail(english)).toEqual(startedMail({ brand: 'Acme', url: PAGE, simulated: false }))
})

test('a simulated report is announced as one, in the subject and first in the text', () => {
  const { subject, text } = startedMail({ brand: 'Acme', url: PAGE, simulated: true })
  expect(subject).toBe('[simulated] Your report on Acme has started')
  expect(text).toMatch(/^SIMULATED: the answers in this report are made up\./)
  expect(text.split('\n')).toContain(PAGE)
})

test('a brand of several lines becomes one', () => {
  const { subject } = startedMail({
    brand: ' Acme\r\nBcc: a@b.example\u2028\u202e\0end\t',
    url: PAGE,
    simulated: false,
  })
  expect(subject).toBe('Your report on Acme Bcc: a@b.example end has started')
})

test('any brand leaves the lines the same and no text truncated', () => {
  const lines = startedMail({ brand: 'Acme', url: PAGE, simulated: false }).text.split('\n').length
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.constantFrom('<%= it.url %>', '<b>&amp;', '$& $1', '\ud800', '\u0085\u000b\u000c', 'سوق\u061c'),
  )
  fc.assert(
    fc.property(hostile, (brand) => {
      const { subject, text } = startedMail({ brand, url: PAGE, simulated: false })
      expect(subject).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
      expect(subject.isWellFormed() && text.isWellFormed()).toBe(true)
      expect(text.split('\n')).toHaveLength(lines)
      expect(text.split('\n')).toContain(PAGE)
    }),
  )
  const plain = '<%= it.url %> <b>&amp; $& $1'
  expect(startedMail({ brand: plain, url: PAGE, simulated: false }).subject).toContain(plain)
})

test('the mail at the end says how often the product was named, and where the page is', () => {
  expect(endedMail({ brand: 'Acme', url: PAGE, simulated: false }, { named: { runs: 4, of: 10 } })).toEqual({
    subject: 'Your report on Acme is complete',
    text: `The report on Acme is complete: the product was named in 4 of 10 counted answers.
This is its page:

${PAGE}

Anyone with this address can read the report, so share it with care.
`,
  })
})

test.each([
  ['returned', 'Its credit is back in the balance.'],
  ['held', 'Its credit is held until the operator has looked at it.'],
  ['none', 'This is its page:'],
] as const)('the mail of a report that did not finish says why, and that its credit is %s', (credit, sentence) => {
  const mail = endedMail({ brand: 'Acme', url: PAGE, simulated: true }, { error: 'It was late.', credit })
  expect(mail.subject).toBe('[simulated] Your report on Acme did not finish')
  expect(mail.text).toContain(`\nThe report on Acme did not finish. It was late.\n${sentence}\n`)
})
