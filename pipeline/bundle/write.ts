import { createHash } from 'node:crypto'
import { bundleManifest, SECTIONS, type Section } from '../contract/bundle.ts'
import { marketFieldsOf } from '../contract/market/market.ts'
import type { FrozenRanking } from '../contract/ranking.ts'
import { frozenRanking } from '../store/driver/frozen.ts'
import type { Store } from '../store/driver/open.ts'
import { bundledCalls, bundledCells, bundledPValues, bundledQuestions } from '../store/ranking/bundled.ts'
import { publishedRow } from '../store/ranking/rankings.ts'
import { canarySurvey } from '../store/survey/canaries.ts'
import { findMonthSurvey } from '../store/survey/surveys.ts'
import { signerOf } from './keys.ts'
import { BundleRefusal } from './refusal.ts'

/** A bundle as lines of JSON: the first is its manifest, the last its signature. */
export interface Bundle {
  readonly version: number
  readonly simulated: boolean
  readonly detector: string
  readonly publicKey: string
  readonly lines: readonly string[]
}

/**
 * Bundles the newest version of a category's month with everything that it was counted from, and signs it; the same version
 * always gives the same lines. Undefined if nothing is published. Throws BundleRefusal.
 */
export async function bundleMonth(
  db: Store,
  { slug, month }: { readonly slug: string; readonly month: string },
  { seed, lockfile }: { readonly seed: Uint8Array; readonly lockfile: string },
): Promise<Bundle | undefined> {
  const row = await publishedRow(db, slug, month)
  const survey = row && (await findMonthSurvey(db, slug, month))
  if (row === undefined || survey === undefined) return undefined
  const ranking = frozenRanking(row.body)
  const { method, comparedWith } = ranking
  if (method.unverified === undefined)
    throw new BundleRefusal('This month was frozen by an earlier version of this program and cannot be derived again.')
  const until = method.recounted === undefined ? row.checkedAt : Date.parse(method.recounted.at)
  const { simulated, publication } = row
  const sections: Record<Section, readonly string[]> = {
    questions: [JSON.stringify(await bundledQuestions(db, { slug, month }, survey))],
    cells: (await bundledCells(db, survey.id, row.checkedAt)).map((cell) => JSON.stringify(cell)),
    canaries: await canaries(db, ranking, row.checkedAt),
    readings: (await bundledCalls(db, survey.id, until)).map((call) => JSON.stringify(call)),
    rulings: (method.rulings ?? []).map((ruling) => JSON.stringify(ruling)),
    before: await before(db, slug, comparedWith),
    tested: (await bundledPValues(db, { month, simulated, publication })).map((each) => JSON.stringify(each)),
    entry: [row.entry],
    ranking: [row.body],
  }
  const signer = signerOf(seed)
  const manifest = bundleManifest.parse({
    ...{ bundle: 1, slug, ...marketFieldsOf(ranking) },
    ...{ month, version: row.version, simulated, checkedAt: ranking.checkedAt },
    ...{ answersIn: row.answersIn, detector: method.detector, lockfile, publicKey: signer.publicKey },
    sections: Object.fromEntries(SECTIONS.map((name) => [name, hashed(sections[name])])),
  })
  const signed = [JSON.stringify(manifest), ...SECTIONS.flatMap((name) => sections[name])]
  const signature = JSON.stringify({ signature: signer.sign(digestOf(signed)) })
  return {
    version: row.version,
    simulated,
    detector: method.detector,
    publicKey: signer.publicKey,
    lines: [...signed, signature],
  }
}

/** The cells of the canary questions of both months, if the ranking says how their answers changed. */
async function canaries(db: Store, { canaries, comparedWith, month }: FrozenRanking, asOf: number): Promise<string[]> {
  if (canaries === undefined || comparedWith === undefined) return []
  const lines: string[] = []
  for (const each of [comparedWith.month, month])
    for (const cell of await bundledCells(db, canarySurvey(each), asOf))
      lines.push(JSON.stringify({ month: each, ...cell }))
  return lines
}

async function before(db: Store, slug: string, compared: FrozenRanking['comparedWith']): Promise<string[]> {
  const row = compared && (await publishedRow(db, slug, compared.month, compared.version))
  return row === undefined ? [] : [row.body]
}

function hashed(lines: readonly string[]): { lines: number; sha256: string } {
  return { lines: lines.length, sha256: digestOf(lines).toString('hex') }
}

/** The SHA-256 of lines, each with its line break. */
function digestOf(lines: readonly string[]): Buffer {
  const hash = createHash('sha256')
  for (const line of lines) hash.update(line).update('\n')
  return hash.digest()
}
