import { z } from 'zod'
import { marketFields } from './market/fields.ts'
import { engineName, month, readName, slug } from './terms.ts'

/** The name of a version's bundle in the folder from which the site's build takes bundles. */
export function bundleName(slug: string, month: string, version: number): string {
  return `${slug}/${month}.v${version}.jsonl.gz`
}

/** Epoch ms within a Date's range. */
const time = z.int().min(0).max(8.64e15)
const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** 32 bytes in base64. */
const key = z.string().regex(/^[A-Za-z0-9+/]{43}=$/)

const section = z.strictObject({ lines: count, sha256 })
const oneLine = section.extend({ lines: z.literal(1) })
const sections = z.strictObject({
  questions: oneLine,
  cells: section,
  canaries: section,
  readings: section,
  rulings: section,
  before: section.extend({ lines: count.max(1) }),
  tested: section,
  entry: oneLine,
  ranking: oneLine,
})
/** The sections of a bundle, in their order in the file. */
export const SECTIONS = sections.keyof().options
export type Section = (typeof SECTIONS)[number]

/** The first line of a bundle: its month, the rules that counted it, and the hash of each section that follows. */
export const bundleManifest = z.strictObject({
  bundle: z.literal(1),
  slug,
  ...marketFields,
  month,
  version: z.int().min(1),
  simulated: z.boolean(),
  checkedAt: z.iso.datetime(),
  /** The answers behind it, counted and noAnswer. */
  answersIn: count,
  /** The version of the counting rules, and the SHA-256 of the package-lock.json that it was exported with. */
  detector: z.string().regex(/^[\w.-]{1,100}$/),
  lockfile: sha256,
  /** The public half of the operator's Ed25519 key. */
  publicKey: key,
  sections,
})
export type BundleManifest = Readonly<z.infer<typeof bundleManifest>>

/** The last line: the Ed25519 signature, in base64, of the SHA-256 of all lines before it. */
export const bundleSignature = z.strictObject({ signature: z.base64().max(100) })

/** The month's questions; their hash, when it was fixed, and when it was published on the site: null if it never was. */
export const bundledQuestions = z.strictObject({
  questions: z.array(z.string()),
  sha256,
  fixedAt: time.nullable(),
  publishedAt: time.nullable(),
})
export type BundledQuestions = Readonly<z.infer<typeof bundledQuestions>>

/** A cell as it was when the version was counted, with its raw replies; `citations` and `searches` are JSON. */
export const bundledCell = z.strictObject({
  question: count,
  engine: engineName,
  run: count,
  state: z.enum(['planned', 'answered', 'noAnswer', 'failed', 'skipped']),
  reason: z.string().nullable(),
  attempt: count,
  finishedAt: time.nullable(),
  answer: z
    .strictObject({
      ...{ text: z.string(), citations: z.string(), grounded: z.boolean(), model: z.string() },
      searches: z.string().nullable(),
    })
    .nullable(),
  replies: z.array(z.strictObject({ attempt: count, turn: count, body: z.string(), receivedAt: time })),
})
export type BundledCell = Readonly<z.infer<typeof bundledCell>>

/** A cell of the canary questions of this month, or of the month compared with. */
export const bundledCanary = bundledCell.extend({ month })

/** A call to a reader: the texts that it was asked to read, its raw reply, and the names found in it. */
export const bundledCall = z.strictObject({
  ...{ id: z.string(), vendor: z.string(), model: z.string(), prompt: z.string() },
  asked: z.array(z.strictObject({ key: z.string(), hash: z.string() })),
  body: z.string(),
  readings: z.array(z.strictObject({ hash: z.string(), names: z.array(readName), readAt: time })),
})
export type BundledCall = Readonly<z.infer<typeof bundledCall>>

/** The p-values of the changes in one ranking of the month; moves are decided over all rankings together. */
export const bundledPValues = z.strictObject({ slug, pValues: z.array(z.number().min(0).max(1).nullable()) })
export type BundledPValues = Readonly<z.infer<typeof bundledPValues>>
