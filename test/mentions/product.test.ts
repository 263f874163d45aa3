import { describe, expect, test } from 'vitest'
import { ownLabel } from '../../pipeline/mentions/names.ts'
import { isName, namesProduct } from '../../pipeline/mentions/product.ts'
import { suggestQuestions } from '../../pipeline/scribe/suggest.ts'

/** The product of a name, on a domain of that name, in a category that hasn't its words. */
function product(brand: string, domain = `${brand.toLowerCase().replace(/[^a-z0-9]/g, '')}.com`) {
  return { brand, domain, aliases: [], category: 'CRM software' }
}

describe('a question names the product', () => {
  test.each([
    ['as written', 'Is Acme any good?'],
    ['lower case', 'is acme any good?'],
    ['upper case', 'IS ACME ANY GOOD?'],
    ['by itself', 'Acme'],
    ['plural', 'Are acmes good?'],
    ['genitive', 'What is Acme’s price?'],
    ['genitive, straight', "What is acme's price?"],
    ['with an accent', 'Is Ácmé good?'],
    ['full width', 'Is Ａｃｍｅ good?'],
    ['mathematical bold', 'Is 𝐀𝐜𝐦𝐞 good?'],
    ['with a character without width', 'Is ac\u200bme good?'],
    ['with a soft hyphen', 'Is ac\u00adme good?'],
    ['with a trademark sign', 'Is Acme® good?'],
    ['hyphenated', 'Is ac-me good?'],
    ['in single letters', 'Is a c m e good?'],
    ['dotted', 'Is A.C.M.E. good?'],
    ['in a compound', 'Which acme-like tools are there?'],
    ['joined to another word', 'Is AcmeCRM good?'],
    ['joined in lower case', 'Is acmecrm good?'],
    ['at the end of another word', 'Is MyAcme good?'],
    ['with a digit', 'Is acme2 good?'],
    ['with an underscore', 'Is get_acme good?'],
    ['as a handle', 'What does @acme do?'],
    ['as a tag', 'What is said of #acme?'],
    ['as an address', 'Is https://www.acme.com/pricing?x=1 worth it?'],
    ['as a host', 'Is acme.com good?'],
    ['as a sub-domain', 'Is shop.acme.com good?'],
    ['as a mail address', 'Does sales@acme.com answer?'],
    ['under another ending', 'Is acme.de good?'],
    ['as a link', 'Is [this](https://acme.com) good?'],
    ['as a link’s label', 'Is [Acme](https://x.example) good?'],
    ['in bold', 'Is **Acme** good?'],
    ['in code', 'Is `acme` good?'],
    ['in Chinese', '推荐acme作为首选吗？'],
    ['in Japanese', 'Acmeの代わりは？'],
    ['in Korean', 'acme은 어때?'],
  ])('%s', (_, text) => {
    expect(namesProduct(text, product('Acme'))).toBe(true)
  })

  test.each([
    ['HubSpot', 'is hub spot good?'],
    ['Hubspot', 'is hub spot good?'],
    ['HubSpot', 'is hub-spot good?'],
    ['HubSpot', 'githubspots?'],
    ['37signals', 'are 37 signals any good?'],
    ['AT&T', 'is AT and T good?'],
    ['AT&T', 'is att good?'],
    ['Notion', 'is notion good for notes?'],
    ['Linear', 'is linear better than the rest?'],
    ['Monday', 'is monday worth its price?'],
    ['Best Buy', 'what does best buy sell?'],
    ['The North Face', 'is north face warm?'],
    ['Acme Inc.', 'is acme good?'],
    ['Nestlé', 'is nestle good?'],
    ['楽天', '楽天はいいですか'],
    ['X', 'is X any good?'],
  ])('%s in: %s', (brand, text) => {
    expect(namesProduct(text, product(brand))).toBe(true)
  })

  test('by an alias, and by the label of its domain', () => {
    const named = { brand: 'Acme', domain: 'tryzenbook.co.uk', aliases: ['Roadrunner Kit'], category: 'CRM software' }
    expect(namesProduct('is roadrunner-kit good?', named)).toBe(true)
    expect(namesProduct('is tryzenbook good?', named)).toBe(true)
    expect(namesProduct('is münchen good?', { ...named, domain: 'xn--mnchen-3ya.de' })).toBe(true)
    expect(namesProduct('is the roadrunner a bird?', named)).toBe(false)
  })

  test('by its domain even if its name is a common question word', () => {
    expect(namesProduct('is https://www.best.com/x best?', product('Best'))).toBe(true)
    expect(namesProduct('is mail.best.com good?', product('Best'))).toBe(true)
    expect(namesProduct('is best.net good, or best.com.au, or notbest.com?', product('Best'))).toBe(false)
  })
})

describe('a question does not name the product', () => {
  test.each([
    ['Acme', 'What is the best CRM for a small team?'],
    ['Acme', 'Which ac meters are there?'],
    ['Acme', 'Who has an academy?'],
    ['Fora', 'Which CRM is good for a small team?'],
    ['Isa', 'What is a CRM?'],
    ['Best', 'What is the best CRM?'],
    ['Which?', 'Which CRM should I buy, and which not?'],
    ['Ring', 'Which CRM has good monitoring?'],
    ['X', 'Which CRM has a 3 x 3 view?'],
  ])('%s in: %s', (brand, text) => {
    expect(namesProduct(text, product(brand))).toBe(false)
  })

  test('by the common words of its category', () => {
    const trail = { brand: 'Trail', domain: 'trail.com', aliases: [], category: 'trail shoes' }
    expect(namesProduct('What are the best trail shoes?', trail)).toBe(false)
    expect(namesProduct('Are shoes by Trail any good?', trail)).toBe(true)
    expect(namesProduct('Are the shoes of trail.com any good?', trail)).toBe(true)
    expect(namesProduct('What are the best trail shoes?', { ...trail, category: 'running shoes' })).toBe(true)
  })

  test('so rarely that some template always remains, whatever its name', () => {
    const templates = suggestQuestions('CRM software', Number.POSITIVE_INFINITY)
    const words = new Set(templates.join(' ').match(/\p{L}+/gu))
    words.delete('CRM')
    for (const word of words) {
      const left = templates.filter((template) => !namesProduct(template, product(word)))
      expect({ word, enough: left.length >= 20 }).toEqual({ word, enough: true })
    }
  })
})

test('a name has a letter or a digit', () => {
  expect(['Acme', '3M', '楽天', 'Ω'].filter(isName)).toHaveLength(4)
  expect(['', '!!!', '®', '¹', 'ʼ', '🚀', '\u200b'].filter(isName)).toEqual([])
})

test.each([
  ['acme.com', 'acme'],
  ['shop.acme.co.uk', 'acme'],
  ['acme.example', 'acme'],
  ['acme.github.io', 'acme'],
  ['github.io', 'github'],
  ['xn--mnchen-3ya.de', 'münchen'],
])('the label of %s is %s', (domain, label) => {
  expect(ownLabel(domain)).toBe(label)
})
