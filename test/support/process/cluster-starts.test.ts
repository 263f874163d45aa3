import { expect, test } from 'vitest'
import { STARTS_PER_HOUR, withinLimit } from './cluster-starts.ts'

const HOUR = 3_600_000

/** The starts of a key that were accepted at these times, and one that was refused. */
function startsAt(apiKey: string, times: readonly number[]) {
  const accepted = times.map((at, each) => ({ apiKey, slug: `${apiKey}-${each}`, at }))
  return {
    starts: [...accepted.map(({ slug }) => ({ apiKey, slugs: new Set([slug]) })), { apiKey, slugs: new Set<string>() }],
    createdAt: accepted.map(({ slug, at }) => [slug, at] as const),
  }
}

test.each([
  ['in one hour', STARTS_PER_HOUR, 0, HOUR - 1],
  ['while the hour turns', STARTS_PER_HOUR + 1, HOUR - 1, HOUR],
])('of eleven starts of a key %s, %i must be accepted', (_, wanted, first, last) => {
  const times = Array.from({ length: STARTS_PER_HOUR }, (_, at) => (at === 0 ? first : last))
  const one = startsAt('one', times)
  const none = startsAt('none', [])
  expect(withinLimit(one.starts, new Map(one.createdAt))).toBe(wanted)
  expect(withinLimit([...one.starts, ...none.starts], new Map(one.createdAt))).toBe(wanted + 1)
})
