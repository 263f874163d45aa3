import { expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { marketOf } from '../../pipeline/engines/simulated/market.ts'
import { ORDINARY_WORDS } from '../../pipeline/engines/simulated/names.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { questionsCall } from '../../pipeline/scribe/questions.ts'
import { fromReadingReply, readingCall } from '../../pipeline/scribe/readings.ts'
import { createSimulatedScribe } from '../../pipeline/scribe/simulated.ts'

const { signal } = new AbortController()
const CATEGORY = 'CRM software'
const product = { brand: 'Acme', domain: 'acme.com' }

async function texts(): Promise<string[]> {
  const engine = createSimulated('OPENAI')
  const askings = Array.from({ length: 60 }, (_, at) => ({
    question: `Which CRM ${at}?`,
    category: CATEGORY,
    market: DEFAULT_MARKET,
    tag: `q${at}/r0`,
    product,
  }))
  const replies = await Promise.all(askings.map((asking) => engine.ask(asking, [], signal)))
  return replies.flatMap(({ body }) => {
    const reading = engine.read([body])
    return reading.kind === 'answered' ? [reading.text] : []
  })
}

async function readWith(model: 'simulated-reader-1' | 'simulated-reader-2', all: readonly string[]) {
  const scribe = createSimulatedScribe('OPENAI', model)
  const { call, keys } = readingCall(CATEGORY, all)
  const { raw, costUsd } = await scribe.send(call, signal)
  expect(JSON.parse(raw)).toMatchObject({ simulated: true })
  expect([costUsd, scribe.worstUsd(call)]).toEqual([0, 0])
  const readings = fromReadingReply(scribe.read(JSON.parse(raw)), keys)
  return keys.map((key) => readings.get(key)?.map(({ name }) => name) ?? [])
}

test('a simulated reader finds the brands and the product in simulated answers, and no ordinary words', async () => {
  const all = await texts()
  const read = await readWith('simulated-reader-1', all)
  expect(read.filter((names) => names.length > 0).length).toBeGreaterThan(40)
  for (const [at, names] of read.entries()) {
    for (const name of names) expect(all[at]).toContain(name)
    expect(names.includes('Acme')).toBe(all[at]?.includes('[Acme](') === true)
  }
  const market = marketOf(CATEGORY)
  const isPart = (name: string) => market.some((other) => other.name !== name && other.name.includes(name))
  const plain = market.filter(({ name, distinctive }) => distinctive && !isPart(name))
  expect(plain.length).toBeGreaterThan(3)
  for (const { name } of plain)
    expect(read.filter((names) => names.includes(name)).length).toBe(all.filter((text) => text.includes(name)).length)
  const traps = Object.values(ORDINARY_WORDS).flat().join(' ')
  expect(await readWith('simulated-reader-1', [traps])).toEqual([[]])
})

test('two simulated readers differ slightly, and each is deterministic', async () => {
  const all = await texts()
  const [first, second] = [await readWith('simulated-reader-1', all), await readWith('simulated-reader-2', all)]
  const overlooked = first.flat().length - second.flat().length
  expect(overlooked / first.flat().length).toBeGreaterThan(0.01)
  expect(overlooked / first.flat().length).toBeLessThan(0.1)
  expect(await readWith('simulated-reader-2', all)).toEqual(second)
})

test('it writes no questions, so templates are used', async () => {
  const scribe = createSimulatedScribe('OPENAI', 'simulated-reader-1')
  expect((await scribe.send(questionsCall({ category: CATEGORY, ...DEFAULT_MARKET }, 10), signal)).body).toMatchObject({
    questions: [],
  })
})
