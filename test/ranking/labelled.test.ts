import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import { nameSurvey } from '../../pipeline/mentions/count.ts'
import { readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { readCorpus } from '../corpus/corpus.ts'
import { toAnswer } from '../corpus/score.ts'
import { ranMonth } from '../support/month.ts'
import { startSvc } from '../support/process/svc.ts'
import { freshFolder, freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { answersIn, scriptedScribe } from '../support/vendors/scripted-scribe.ts'

const corpus = readCorpus(join(import.meta.dirname, '..', 'corpus')).filter(({ source }) => source === 'saccarab')
const RUNS = 3
/** Each category with the answers to each of its questions, one a run. */
const categories = [...Map.groupBy(corpus, ({ category }) => category)].map(([category, labelled], at) => ({
  slug: `category-${at}`,
  category,
  labelled,
  byQuestion: Map.groupBy(labelled, ({ question }) => question),
}))

/** The rankings of a month whose engine gives the labelled answers and whose reader gives the readings recorded for them. */
async function publishedMonth(): Promise<FrozenRanking[]> {
  const { db } = await freshStore()
  const engine = scriptedEngine('OPENAI', ({ category, question, tag }) => {
    const of = categories.find((each) => each.category === category)
    const answer = of?.byQuestion.get(question)?.[Number(tag.slice(-1))]
    return said(answer?.answer ?? '')
  })
  const readings = new Map(corpus.map(({ answer, reading }) => [answer.trim(), reading]))
  const reader = scriptedScribe(({ prompt }) => ({
    readings: answersIn(prompt).map(({ answer, text }) => ({ answer, names: readings.get(text) })),
  }))
  const specs = categories.map(({ byQuestion, ...spec }) => ({ ...spec, questions: [...byQuestion.keys()] }))
  await ranMonth(db, specs, { engines: [engine], scribes: [reader], runs: RUNS })
  const rankings = await Promise.all(categories.map(({ slug }) => readRanking(db, slug)))
  return rankings.flatMap((ranking) => ranking ?? [])
}

/** What `svc mentions --jsonl` names in each labelled answer, given its reading and the brands of its category. */
async function namesOfLines(rankings: readonly FrozenRanking[]): Promise<[id: string, names: string[]][]> {
  const lines = corpus.map(({ id, category, question, answer, reading }) => {
    const brands = rankings.find((ranking) => ranking.category === category)?.brands ?? []
    return JSON.stringify({ id, category, question, answer, reading, names: brands })
  })
  const svc = startSvc(['mentions', '--jsonl'], { cwd: freshFolder() })
  svc.child.stdin?.end(lines.join('\n'))
  const { out } = await svc.ended
  return out
    .trim()
    .split('\n')
    .map((line) => LINE.parse(JSON.parse(line)))
    .map(({ id, brands }) => [id, brands.map(({ name }) => name)])
}

const LINE = z.object({ id: z.string(), brands: z.array(z.object({ name: z.string() })) })

test('a published month and svc mentions count the same names in each labelled answer as the figures', async () => {
  const counted = categories.flatMap(({ category, labelled }) => {
    const answers = labelled.map((each) => ({ ...toAnswer(each, true), citations: [] }))
    const survey = nameSurvey(answers, { category, known: [], rulings: [], product: null })
    return answers.map((answer, at) => [labelled[at]?.id, survey.judge(answer).mentions.map(({ brand }) => brand)])
  })
  const rankings = await publishedMonth()
  const published = rankings.flatMap(({ category, prompts, answers }) =>
    answers.map(({ question, run, brands }) => {
      const of = categories.find((each) => each.category === category)?.byQuestion.get(prompts[question] ?? '')
      return [of?.[run]?.id, brands]
    }),
  )
  expect(published).toHaveLength(96)
  expect(Object.fromEntries(published)).toEqual(Object.fromEntries(counted))
  expect(Object.fromEntries(await namesOfLines(rankings))).toEqual(Object.fromEntries(counted))
})
