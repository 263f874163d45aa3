import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Difference, Findings } from '../audit/compare.ts'
import { deriveRanking } from '../audit/ranking.ts'
import {
  type BundledPValues,
  type BundledQuestions,
  type BundleManifest,
  bundledCall,
  bundledCanary,
  bundledCell,
  bundledPValues,
  bundledQuestions,
  type Section,
} from '../contract/bundle.ts'
import { frozenEntryShape, frozenRankingShape } from '../contract/ranking.ts'
import { ruling } from '../contract/terms.ts'
import { DETECTOR } from '../mentions/count.ts'
import { isRepeated } from '../store/driver/faults.ts'
import { frozenRanking } from '../store/driver/frozen.ts'
import { openStore, type Store } from '../store/driver/open.ts'
import { questionsHash } from '../store/ranking/question-hashes.ts'
import {
  beginUnbundled,
  insertCall,
  insertCanary,
  insertCell,
  insertTested,
  insertVersion,
} from '../store/ranking/unbundled.ts'
import { insertQuestions, monthSurvey } from '../store/survey/surveys.ts'
import { malformed, parsedLine, readBundle } from './read.ts'
import { BundleRefusal } from './refusal.ts'

/** A bundle with a valid signature and valid hashes, and what deriving its ranking again gave. */
export interface Verified {
  readonly manifest: BundleManifest
  readonly questions: BundledQuestions
  /** Replies of engines and readers that were read again. */
  readonly replies: number
  /** Cells that were asked again after publication; they count as published: failed or skipped. */
  readonly askedSince: number
  /** When the first reply arrived, ISO 8601; undefined if there is none. */
  readonly firstReply: string | undefined
  /** The SHA-256 of the published JSON, and that of the month it was compared with. */
  readonly sha256: string
  readonly before: { readonly month: string; readonly version: number; readonly sha256: string } | undefined
  /** The first value that differs from the published one; undefined if every byte is the same. */
  readonly difference: Difference | undefined
}

/**
 * Reads a bundle from its lines and derives its ranking again from its replies. Throws BundleRefusal, also where it isn't
 * signed with the public key that is given.
 */
export async function verifyBundle(lines: AsyncIterator<Buffer>, key?: string): Promise<Verified> {
  const db = await openStore(':memory:', 0)
  try {
    return await derivedIn(db, lines, key)
  } catch (fault) {
    // A date is invalid, or values are nested too deep for the stack.
    if (fault instanceof RangeError) throw new BundleRefusal('The bundle holds values that cannot be counted.')
    if (isRepeated(fault)) throw new BundleRefusal('The bundle holds the same cell, call or ranking twice.')
    throw fault
  } finally {
    await db.destroy()
  }
}

async function derivedIn(db: Store, lines: AsyncIterator<Buffer>, key: string | undefined): Promise<Verified> {
  const material = materialFor(db)
  const manifest = await readBundle(lines, material)
  const { slug, month, detector, publicKey } = manifest
  if (key !== undefined && key !== publicKey)
    throw new BundleRefusal(`The bundle is signed with a different key from the one given: ${publicKey}.`)
  if (detector !== DETECTOR)
    throw new BundleRefusal(
      `The bundle is complete and its signature is valid, but it was counted by rules ${detector} and this checkout has ${DETECTOR}: check out a commit with those rules (\`git log -S${detector} -- pipeline/mentions/count.ts\` lists them) and verify it there.`,
    )
  const { questions, rulings, published } = await material.end(manifest)
  const again = await deriveRanking(db, slug, month)
  if (again === undefined || again.json === null) throw new BundleRefusal(malformed('ranking'))
  const what = `rankings/${slug}/${month}`
  const given = new Findings()
  given.compare(`${what} hash of the questions`, questions.sha256, questionsHash(slug, month, questions.questions))
  given.compare(`${what} rulings`, published.method.rulings ?? [], rulings)
  const [first] = [...given.differences, ...again.audited.differences]
  return {
    manifest,
    questions,
    replies: again.audited.replies,
    askedSince: material.askedSince(),
    firstReply: published.asked?.from,
    sha256: sha256(material.line('ranking')),
    before: published.comparedWith && { ...published.comparedWith, sha256: sha256(material.line('before')) },
    difference: first ?? differingBytes(what, material.line('ranking'), again.json),
  }
}

/** Puts a bundle's lines into an empty store as they arrive. */
function materialFor(db: Store) {
  const kept = new Map<Section, string[]>()
  const tested: BundledPValues[] = []
  let open = 0
  let month: BundleManifest | undefined
  const line = (section: Section) => kept.get(section)?.[0] ?? ''
  const keep = (section: Section, text: string) => {
    const lines = kept.get(section) ?? []
    lines.push(text)
    kept.set(section, lines)
  }

  async function take(section: Section, text: string): Promise<void> {
    if (month === undefined) return
    const as = <Value>(shape: z.ZodType<Value>) => parsedLine(shape, text, malformed(section))
    if (section === 'cells') {
      const cell = as(bundledCell)
      if (cell.state === 'planned') open += 1
      return insertCell(db, month, cell)
    }
    if (section === 'canaries') return insertCanary(db, month, as(bundledCanary))
    if (section === 'readings') return insertCall(db, month, as(bundledCall))
    if (section === 'tested') tested.push(as(bundledPValues))
    else keep(section, text)
  }

  /** Stores what was published, once the signature has been checked. */
  async function end(manifest: BundleManifest) {
    const as = <Value>(section: Section, shape: z.ZodType<Value>) =>
      parsedLine(shape, line(section), malformed(section))
    const questions = as('questions', bundledQuestions)
    as('entry', frozenEntryShape)
    const published = frozenRanking(JSON.stringify(as('ranking', frozenRankingShape)))
    const { slug, comparedWith } = published
    for (const field of ['slug', 'country', 'language', 'month', 'version', 'simulated', 'checkedAt'] as const)
      if (published[field] !== manifest[field]) throw disagreeing(field)
    if (published.method.detector !== manifest.detector) throw disagreeing('detector')
    await insertQuestions(db, monthSurvey(manifest.month, slug), questions.questions)
    for (const each of tested) if (each.slug !== slug) await insertTested(db, manifest, each)
    if (comparedWith !== undefined) {
      const then = as('before', frozenRankingShape)
      if (then.slug !== slug || then.month !== comparedWith.month || then.version !== comparedWith.version)
        throw disagreeing('month before')
      if (then.month >= manifest.month) throw disagreeing('month before')
      await insertVersion(
        db,
        { ...manifest, month: then.month },
        { ...NOTHING, version: then.version, body: line('before') },
      )
    }
    await insertVersion(db, manifest, {
      ...{ version: manifest.version, checkedAt: Date.parse(manifest.checkedAt), answersIn: manifest.answersIn },
      ...{ entry: line('entry'), body: line('ranking') },
      pValues: tested.find((each) => each.slug === slug)?.pValues ?? [],
    })
    const rulings = (kept.get('rulings') ?? []).map((each) => parsedLine(ruling, each, malformed('rulings')))
    return { questions, rulings, published }
  }

  return {
    line,
    askedSince: () => open,
    take,
    end,
    begin: async (manifest: BundleManifest) => {
      month = manifest
      await beginUnbundled(db, manifest)
    },
  }
}

const NOTHING = { checkedAt: 0, answersIn: 0, entry: '{}', pValues: [] }

/** The first character that differs if all values are equal, such as a number's last digit or the order of fields. */
function differingBytes(what: string, published: string, derived: string): Difference | undefined {
  if (published === derived) return undefined
  let at = 0
  while (published[at] === derived[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 40), at + 40)
  return { what: `${what} at character ${at}`, published: around(published), derived: around(derived) }
}

function disagreeing(field: string): BundleRefusal {
  return new BundleRefusal(`The parts of the bundle disagree on its ranking's ${field}.`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
