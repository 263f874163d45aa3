import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Judgement, Product, Reason } from '../../pipeline/mentions/answer.ts'
import { DETECTOR, nameSurvey } from '../../pipeline/mentions/count.ts'
import { brandOfDomain, normaliseDomain } from '../../pipeline/report/product.ts'
import type { CommonFlags } from '../command/command.ts'
import { CommandError, EXIT, plain, print, type Terminal } from '../terminal/output.ts'
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
    if (flags.jsonl === true) await (await import('./lines.ts')).judgeLines(terminal, input, flags.json === true)
    else show(terminal, await text(input), product, flags)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new CommandError('The file cannot be read; check its path.', EXIT.usage)
    throw error
  } finally {
    // An open input would keep the process alive.
    input.destroy()
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
  print(terminal, flags, { detector: DETECTOR, ...judged }, toText(input, judged, product))
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
