import { expect, test } from 'vitest'
import { report } from '../../pipeline/contract/report.ts'
import { frozenReport } from './reports.ts'

test('the hand-made report has the form of the contract, and its counts are those of its answers', () => {
  const made = frozenReport()
  expect(report.safeParse({ ...made, url: 'https://x.example/r/1' }).error).toBeUndefined()
  for (const row of made.ledger) expect(row.counted + row.noAnswer + row.failed + row.skipped).toBe(row.planned)
  const answers = made.questions.flatMap((question) => question.answers)
  const counted = answers.filter((answer) => !answer.failed && !answer.noAnswer)
  expect(counted).toHaveLength(made.answersCounted)
  for (const { engine, runsMentioned, runsTotal } of made.engines) {
    const own = counted.filter((answer) => answer.engine === engine)
    expect([own.length, own.filter((answer) => answer.productNamed).length]).toEqual([runsTotal, runsMentioned])
  }
  for (const { name, mentions } of made.competitors)
    expect(counted.filter((answer) => answer.brands.some((brand) => brand.name === name))).toHaveLength(mentions)
  for (const { domain, citations } of made.sources)
    expect(counted.flatMap((answer) => answer.citations).filter((citation) => citation.domain === domain)).toHaveLength(
      citations,
    )
})
