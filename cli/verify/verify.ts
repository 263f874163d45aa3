import { linesOf } from '../../pipeline/bundle/lines.ts'
import { type Verified, verifyBundle } from '../../pipeline/bundle/verify.ts'
import { marketFieldsOf } from '../../pipeline/contract/market/market.ts'
import { marketBeside } from '../../pipeline/contract/market/market-words.ts'
import { differenceInWords } from '../audit.ts'
import { lockfileHash } from '../setup/bundles.ts'
import { EXIT, iso, print, SIMULATED, type Terminal } from '../terminal/output.ts'
import { bytesOf } from './source.ts'

interface VerifyFlags {
  readonly key?: string
  readonly json?: boolean
}

/** `svc verify`. */
export async function verify(terminal: Terminal, source: string, flags: VerifyFlags): Promise<number> {
  const verified = await verifyBundle(linesOf(bytesOf(source)), flags.key)
  const { manifest, difference } = verified
  const sameLock = manifest.lockfile === (await lockfileHash())
  const text = toText(verified, { key: flags.key, sameLock })
  print(terminal, flags, toJson(verified, sameLock), `${text.join('\n')}\n`)
  return difference === undefined ? EXIT.done : EXIT.failed
}

function toJson(
  { manifest, questions, replies, askedSince, firstReply, sha256, before, difference }: Verified,
  sameLock: boolean,
): object {
  const { slug, month, version, simulated, checkedAt, detector, publicKey } = manifest
  return {
    same: difference === undefined,
    slug,
    ...marketFieldsOf(manifest),
    month,
    version,
    simulated,
    checkedAt,
    replies,
    askedSince,
    sha256,
    detector,
    publicKey,
    samePackages: sameLock,
    questions: { sha256: questions.sha256, publishedAt: iso(questions.publishedAt), firstReply: firstReply ?? null },
    before: before ?? null,
    difference: difference ?? null,
  }
}

function toText(
  verified: Verified,
  { key, sameLock }: { readonly key: string | undefined; readonly sameLock: boolean },
): string[] {
  const { manifest, replies, askedSince, sha256, before, difference } = verified
  const { slug, month, version, simulated, publicKey } = manifest
  const what = `rankings/${slug}/${month} version ${version}${marketBeside(manifest)}`
  return [
    difference === undefined
      ? `Same: ${what} is rebuilt byte for byte from ${replies} replies (SHA-256 ${sha256}).`
      : `Not the same: ${what}. First difference: ${differenceInWords(difference)}`,
    ...(simulated ? [SIMULATED] : []),
    key === undefined
      ? `Signed with the key ${publicKey}; compare it with /signing-key.txt on the operator's site, or pass that as --key.`
      : 'Signed with the key given.',
    questionsLine(verified),
    ...(before === undefined
      ? []
      : [
          `Taken as published: the month before, ${before.month} version ${before.version} (SHA-256 ${before.sha256}), which its own bundle proves, and the p-values of the month's other rankings.`,
        ]),
    ...(askedSince === 0
      ? []
      : [`Taken as published: that ${askedSince} cells, asked again since, had failed or been skipped.`]),
    ...(sameLock || difference === undefined
      ? []
      : ["It was exported with other packages: this checkout's package-lock.json is different."]),
  ]
}

/** When the hash of the questions was published, as the bundle says, and whether it was before anything was asked. */
function questionsLine({ questions: { sha256, publishedAt }, firstReply }: Verified): string {
  if (publishedAt === null) return `The hash of its questions, ${sha256}, was not published before they were asked.`
  const isBefore = firstReply === undefined || publishedAt < Date.parse(firstReply)
  const published = `was published ${iso(publishedAt)}, as the bundle says`
  const when = isBefore ? 'before the first reply' : 'after replies had already come'
  return `The hash of its questions, ${sha256}, ${published}: ${when}${firstReply === undefined ? '' : ` (${firstReply})`}.`
}
