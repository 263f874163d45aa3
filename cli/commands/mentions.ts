import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { toCitation } from '../../pipeline/engines/citations.ts'
import type { Judgement, Refusal } from '../../pipeline/mentions/count.ts'
import { DETECTOR } from '../../pipeline/mentions/count.ts'
import type { Case } from '../../pipeline/mentions/judge.ts'
import { judge } from '../../pipeline/mentions/judge.ts'
import type { Reason } from '../../pipeline/mentions/weigh/decided.ts'
import { brandOfDomain, normaliseDomain } from '../../pipeline/report/product.ts'
import type { MentionsFlags } from '../flags/analyst.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, plain, printJson } from '../output.ts'
import { table } from '../table.ts'

/** `svc mentions`: what is counted in a text and by which rule, and what isn't and why. */
export async function mentions(terminal: Terminal, file: string | undefined, flags: MentionsFlags): Promise<number> {
  const product = productOf(flags)
  const input = await read(file)
  if (flags.jsonl === true) {
    terminal.out(judgeLines(input))
    return EXIT.done
  }
  const answer = { text: input, question: '', citations: [] }
  const judged = judge({ answer, category: '', product, names: null })
  if (flags.json === true) printJson(terminal, { detector: DETECTOR, ...judged })
  else terminal.out(toText(input, judged, product))
  return EXIT.done
}

function productOf({ brand, domain }: MentionsFlags): Case['product'] {
  if (brand === undefined && domain === undefined) return null
  if (domain === undefined) throw new CommandError("Give the product's --domain too, as acme.com.", EXIT.usage)
  const host = normaliseDomain(domain)
  if (host === null) throw new CommandError('--domain is no domain; give one as acme.com.', EXIT.usage)
  return { brand: brand ?? brandOfDomain(host), domain: host, aliases: [] }
}

async function read(file: string | undefined): Promise<string> {
  if (file === undefined) return text(process.stdin)
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new CommandError('The file cannot be read; check its path.', EXIT.usage)
  }
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
})

function judgeLines(input: string): string {
  return input
    .split('\n')
    .map((raw, at) => (raw.trim() === '' ? '' : `${JSON.stringify(judgeLine(raw, at + 1))}\n`))
    .join('')
}

function judgeLine(raw: string, number: number) {
  const { id, category, question, answer, citations, product = null, names } = parseLine(raw, number)
  const { mentions: named } = judge({
    answer: { text: answer, question, citations: citations.flatMap(({ url, title }) => toCitation(url, title) ?? []) },
    category,
    product: product && { ...product, domain: normaliseDomain(product.domain) ?? product.domain.toLowerCase() },
    names: names?.map(({ name, domain }) => ({ name, domain: domain ?? null })) ?? null,
  })
  const own = named.find(({ brand }) => brand === product?.brand)
  return {
    id,
    productNamed: own !== undefined,
    productPosition: own?.position ?? null,
    brands: named.map(({ brand, start, end, rule }) => ({ name: brand, start, end, rule })),
  }
}

function parseLine(raw: string, number: number): z.infer<typeof line> {
  let json: unknown
  try {
    json = JSON.parse(raw)
  } catch {
    throw new CommandError(`Line ${number} is not JSON; each line is one object with id and answer.`, EXIT.usage)
  }
  const { data, error } = line.safeParse(json)
  if (data !== undefined) return data
  const fields = [...new Set(error.issues.map(({ path: [field] }) => String(field ?? 'the object itself')))]
  throw new CommandError(`Line ${number} has fields that don't fit: ${fields.join(', ')}.`, EXIT.usage)
}

/** Why a name isn't counted, in words. */
const REASONS: Readonly<Record<Reason, string>> = {
  ambiguous: 'an ordinary word, without a second cue',
  word: 'an ordinary word here',
  aside: 'stands in what is said of another',
  passing: 'named in passing, where others are listed',
  unlikely: 'in doubt, and unlikely where it stands',
  feature: 'a feature, no choice',
  former: 'the former name of the brand before it',
  ignored: 'a ruling ignores it',
  platform: 'what a choice works with',
  shop: 'a shop',
  source: 'a reviewer or a source',
  person: 'a person',
  place: 'a place',
  owner: 'the owner of a choice',
  model: 'a model of the brand before it',
  standard: 'a standard',
}

function toText(answer: string, { mentions: named, refused }: Judgement, product: Case['product']): string {
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
  parts.push(rows.length === 0 ? 'No brand is counted.\n' : table(['', 'counted', 'rule', 'where'], rows))
  const others = refused.map((each: Refusal) => [plain(each.brand), REASONS[each.reason], where(answer, each)])
  if (others.length > 0) parts.push(table(['not counted', 'why', 'where'], others))
  return parts.join('\n')
}

const AROUND = 16

/** The span with a few characters on either side, on one line. */
function where(answer: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const part = (from: number, to: number) => plain(answer.slice(Math.max(0, from), to)).replace(/\s+/g, ' ')
  return `${start}: …${part(start - AROUND, start)}[${part(start, end)}]${part(end, end + AROUND)}…`
}
