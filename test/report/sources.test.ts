import { describe, expect, it } from 'vitest'
import type { ReportAnswer } from '../../pipeline/contract/report.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { toCitation } from '../../pipeline/engines/citations.ts'
import { kindOfDomain } from '../../pipeline/report/source-kinds.ts'
import { rankSources } from '../../pipeline/report/sources.ts'
import { citedDomains } from '../../pipeline/survey/sources.ts'

const PRODUCT = { domain: 'ridgeloom.example' }

function answer(engine: EngineName, ...urls: string[]): ReportAnswer {
  const citations = urls.flatMap((url) => toCitation(url) ?? [])
  const flags = { productNamed: false, position: null, failed: false, noAnswer: false, grounded: true, model: 'm' }
  return { engine, run: 0, text: '', brands: [], citations, evidence: [], ...flags }
}

describe('the sources of a report', () => {
  it('count a page at each citation and an answer once, and say which engines cited them §2.5.7', () => {
    const answers = [
      answer('GEMINI', 'https://www.reviews.example/a', 'https://reviews.example/b'),
      answer('OPENAI', 'https://reviews.example/a', 'https://pacewell.example/'),
    ]
    expect(rankSources(answers, PRODUCT, new Set(['pacewell.example']))).toEqual([
      {
        domain: 'reviews.example',
        citations: 3,
        answers: 2,
        own: false,
        engines: ['OPENAI', 'GEMINI'],
        kind: 'review',
      },
      { domain: 'pacewell.example', citations: 1, answers: 1, own: false, engines: ['OPENAI'], kind: 'rival' },
    ])
    expect(citedDomains(answers).find(({ domain }) => domain === 'reviews.example')?.answers).toEqual(answers)
  })

  it('leave out a page without a domain', () => {
    expect(rankSources([answer('OPENAI', 'https://192.0.2.1/a')], PRODUCT, new Set())).toEqual([])
  })

  it("know the product's own site, also under another host of it §2.5.8", () => {
    const own = (url: string, domain: string) =>
      rankSources([answer('OPENAI', url)], { domain }, new Set()).map((source) => [source.own, source.kind])
    expect(own('https://blog.ridgeloom.example/x', 'ridgeloom.example')).toEqual([[true, 'own']])
    expect(own('https://ridgeloom.example/x', 'app.ridgeloom.example')).toEqual([[true, 'own']])
    expect(own('https://ridgeloom.github.io/x', 'ridgeloom.github.io')).toEqual([[true, 'own']])
    expect(own('https://pacewell.github.io/x', 'ridgeloom.github.io')).toEqual([[false, 'other']])
    expect(own('https://notridgeloom.example/x', 'ridgeloom.example')).toEqual([[false, 'other']])
  })

  it('classify the site of a brand named instead as that brand’s, whatever kind it looks like', () => {
    const answers = [answer('OPENAI', 'https://youtube.com/watch?v=1')]
    expect(rankSources(answers, PRODUCT, new Set(['youtube.com']))[0]?.kind).toBe('rival')
  })

  it('have the same order for any order of the answers', () => {
    const answers = [
      answer('OPENAI', 'https://b.example/', 'https://a.example/'),
      answer('GROK', 'https://c.example/1', 'https://c.example/2'),
    ]
    const order = (list: ReportAnswer[]) => rankSources(list, PRODUCT, new Set()).map(({ domain }) => domain)
    expect(order(answers)).toEqual(['c.example', 'a.example', 'b.example'])
    expect(order(answers.toReversed())).toEqual(order(answers))
  })
})

describe('the kind of a domain', () => {
  it.each([
    ['https://www.reddit.com/r/sales/comments/1', 'community'],
    ['https://www.youtube.com/watch?v=1', 'video'],
    ['https://www.g2.com/categories/crm', 'review'],
    ['https://www.techradar.com/best/crm', 'editorial'],
    ['https://forum.askaround.example/x', 'community'],
    ['https://threadnook.example/t/1234/anyone', 'community'],
    ['https://clipcove.example/watch?v=2', 'video'],
    ['https://siftwell.example/compare/a-vs-b', 'review'],
    ['https://almanac.example/best-crm', 'editorial'],
    ['https://blog.almanac.example/x', 'editorial'],
    ['https://almanac.example/', 'other'],
    ['https://almanac.example/bestiary', 'other'],
  ])('of %s is %s', (url, kind) => {
    const page = toCitation(url)
    expect(page === null ? null : kindOfDomain(page.domain ?? '', [page])).toBe(kind)
  })

  it('is what most of its cited pages are', () => {
    const pages = ['/best-crm', '/t/1/a', '/t/2/b'].flatMap((path) => toCitation(`https://mixed.example${path}`) ?? [])
    expect(kindOfDomain('mixed.example', pages)).toBe('community')
    expect(kindOfDomain('mixed.example', pages.slice(0, 1))).toBe('editorial')
  })
})
