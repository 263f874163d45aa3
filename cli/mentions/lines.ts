import type { Readable } from 'node:stream'
import { z } from 'zod'
import { toCitation } from '../../pipeline/engines/citations.ts'
import { nameSurvey } from '../../pipeline/mentions/count.ts'
import { normaliseDomain } from '../../pipeline/report/product.ts'
import { CommandError, EXIT, type Terminal } from '../terminal/output.ts'

/** One line of `--jsonl` (contract.md, section 4). */
const line = z.object({
  id: z.union([z.string(), z.number()]),
  category: z.string().default(''),
  question: z.string().default(''),
  answer: z.string(),
  citations: z.array(z.object({ url: z.string(), title: z.string().nullish() })).default([]),
  product: z.object({ brand: z.string(), domain: z.string(), aliases: z.array(z.string()).default([]) }).nullish(),
  names: z.array(z.object({ name: z.string(), domain: z.string().nullish() })).nullish(),
  reading: z
    .array(z.object({ name: z.string(), role: z.enum(['choice', 'passing']), domain: z.string().nullish() }))
    .nullish(),
})

/** Writes one line for each line as soon as it is read; `whole` adds what isn't counted, and why. Throws a `CommandError` at a line that isn't valid. */
export async function judgeLines(terminal: Terminal, input: Readable, whole: boolean): Promise<void> {
  let number = 0
  for await (const raw of linesOf(input)) {
    // Nobody reads the output any more, and the input may never end.
    if (process.stdout.errored !== null) return
    number += 1
    if (raw.trim() === '') continue
    const { refused, unverified, ...line } = judgeLine(raw, number)
    terminal.out(`${JSON.stringify(whole ? { ...line, refused, unverified } : line)}\n`)
  }
}

/** Lines end with a line feed only: a string in JSON may contain other line separators, which `node:readline` splits at. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let open = ''
  for await (const chunk of input.setEncoding('utf8')) {
    const [end = '', ...rest] = String(chunk).split('\n')
    open += end
    for (const next of rest) {
      yield open
      open = next
    }
  }
  yield open
}

function judgeLine(raw: string, number: number) {
  const { id, category, question, answer, citations, product = null, names, reading } = parseLine(raw, number)
  const read = {
    text: answer,
    question,
    citations: citations.flatMap(({ url, title }) => toCitation(url, title) ?? []),
    reading: reading?.map((each) => ({ ...each, domain: each.domain ?? null })) ?? null,
  }
  const {
    mentions: named,
    refused,
    unverified,
  } = nameSurvey([read], {
    category,
    known: names?.map(({ name, domain }) => ({ name, domain: domain ?? null })) ?? [],
    rulings: [],
    product: product && { ...product, domain: normaliseDomain(product.domain) ?? product.domain.toLowerCase() },
  }).judge(read)
  const own = named.find(({ brand }) => brand === product?.brand)
  return {
    id,
    productNamed: own !== undefined,
    productPosition: own?.position ?? null,
    brands: named.map(({ brand, start, end, rule }) => ({ name: brand, start, end, rule })),
    refused: refused.map(({ brand, start, end, reason }) => ({ name: brand, start, end, reason })),
    unverified,
  }
}

function parseLine(raw: string, number: number): z.infer<typeof line> {
  let json: unknown
  try {
    // Without a byte order mark, which trimming takes for a blank.
    json = JSON.parse(raw.trim())
  } catch {
    throw new CommandError(`Line ${number} is not JSON; each line must be one object with id and answer.`, EXIT.usage)
  }
  const { data, error } = line.safeParse(json)
  if (data !== undefined) return data
  const fields = [...new Set(error.issues.map(({ path: [field] }) => String(field ?? 'the object itself')))]
  throw new CommandError(`Line ${number} has invalid fields: ${fields.join(', ')}.`, EXIT.usage)
}
