import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { toCitation } from '../../pipeline/engines/citations.ts'
import type { Judgement, Product, Reason } from '../../pipeline/mentions/answer.ts'
import { DETECTOR, nameSurvey } from '../../pipeline/mentions/count.ts'
import { brandOfDomain, normaliseDomain } from '../../pipeline/report/product.ts'
import type { CommonFlags } from '../command/command.ts'
import type { Terminal } from '../terminal/output.ts'
import { CommandError, EXIT, plain, printJson } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

interface MentionsFlags extends CommonFlags {
  readonly brand?: string
  readonly domain?: string
  readonly jsonl?: boolean
}

/** `svc mentions`: what is counted in a text and by which rule, and what is not and why. */
export async function mentions(terminal: Terminal, file: string | undefined, flags: MentionsFlags): Promise<number> {
  const product = productOf(flags)
  const input = file === undefined ? process.stdin : createReadStream(file)
  try {
    if (flags.jsonl === true) await judgeLines(terminal, input, flags.json === true)
    else show(terminal, await text(input), product, flags)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new CommandError('The file cannot be read; check its path.', EXIT.usage)
    throw error
  }
  return EXIT.done
}

function productOf({ brand, domain }: MentionsFlags): Product | null {
  if (brand === undefined && domain === undefined) return null
  if (domain === undefined) throw new CommandError("Give the product's --domain too, such as acme.com.", EXIT.usage)
  const host = normaliseDomain(domain)
  if (host === null) throw new CommandError('--domain is not a domain; give one such as acme.com.', EXIT.usage)
  return { brand: brand ?? brandOfDomain(host), domain: host, aliases: [] }
}

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

/** Writes one line for each line as soon as it is read; `whole` adds what isn't counted, and why. */
async function judgeLines(terminal: Terminal, input: Readable, whole: boolean): Promise<void> {
  let number = 0
  for await (const raw of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    if (raw.trim() === '') continue
    const { refused, unverified, ...line } = judgeLine(raw, number)
    terminal.out(`${JSON.stringify(whole ? { ...line, refused, unverified } : line)}\n`)
  }
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
    json = JSON.parse(raw)
  } catch {
    throw new CommandError(`Line ${number} is not JSON; each line must be one object with id and answer.`, EXIT.usage)
  }
  const { data, error } = line.safeParse(json)
  if (data !== undefined) return data
  const fields = [...new Set(error.issues.map(({ path: [field] }) => String(field ?? 'the object itself')))]
  throw new CommandError(`Line ${number} has invalid fields: ${fields.join(', ')}.`, EXIT.usage)
}

/** Why a name isn't counted. */
const REASONS: Readonly<Record<Reason, string>> = {
  passing: 'named in passing, not as a choice',
  doubt: 'in doubt: the readings disagree',
  word: 'an ordinary word here',
  longer: 'part of a longer name',
  ignored: 'a ruling ignores it',
}

function show(terminal: Terminal, input: string, product: Product | null, flags: MentionsFlags): void {
  const answer = { text: input, question: '', citations: [], reading: null }
  const judged = nameSurvey([answer], { category: '', known: [], rulings: [], product }).judge(answer)
  if (flags.json === true) printJson(terminal, { detector: DETECTOR, ...judged })
  else terminal.out(toText(input, judged, product))
}

function toText(answer: string, { mentions: named, refused }: Judgement, product: Product | null): string {
  const parts: string[] = []
  if (product !== null) {
    const position = named.find(({ brand }) => brand === product.brand)?.position
    const brand = plain(product.brand)
    parts.push(
      `${brand} is ${position === undefined ? 'not named' : `named, at position ${position} of ${named.length}`}.\n`,
    )
  }
  const rows = named.map(({ position, brand, rule, ...span }) => [
    String(position),
    plain(brand),
    rule,
    where(answer, span),
  ])
  parts.push(table(['', 'counted', 'rule', 'where'], rows, 'No brand is counted.\n'))
  const others = refused.map((each) => [plain(each.brand), REASONS[each.reason], where(answer, each)])
  if (others.length > 0) parts.push(table(['not counted', 'why', 'where'], others))
  return parts.join('\n')
}

const CONTEXT = 16

/** The span with its context, on one line. */
function where(answer: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const part = (from: number, to: number) => plain(answer.slice(Math.max(0, from), to)).replace(/\s+/g, ' ')
  return `${start}: …${part(start - CONTEXT, start)}[${part(start, end)}]${part(end, end + CONTEXT)}…`
}
