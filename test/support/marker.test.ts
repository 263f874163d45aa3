import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccount } from '../../pipeline/store/accounts/accounts.ts'
import { findMarker, findMarkerIn } from './marker.ts'
import { freshFolder, freshStore } from './store/store.ts'

const MARKER = 'Zq7Xw2Lp9Rt4Vb6Nm1Kc8Hd3'

test('a marker is found in any file of a folder that has it, and in no other', () => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'deep'))
  writeFileSync(join(folder, 'clean.log'), 'Zq7Xw2L Rt4Vb6N Hd3')
  expect(findMarker(folder, MARKER)).toEqual([])
  writeFileSync(join(folder, 'deep', 'a.bin'), Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from(MARKER)]))
  expect(findMarker(folder, MARKER)).toEqual([`${join(folder, 'deep', 'a.bin')}: ${MARKER}`])
})

test.each([0, 5, 16])('the eight characters from %i on are enough', (from) => {
  expect(findMarkerIn(`…${MARKER.slice(from, from + 8)}…`, MARKER)).toBe(MARKER.slice(from, from + 8))
  expect(findMarkerIn(`…${MARKER.slice(from, from + 7)}…`, MARKER)).toBeUndefined()
})

test.each(['', 'l', 'lo', 'login:'])('behind %j in base64 it is found', (before) => {
  const bytes = Buffer.from(`${before}${MARKER}!`)
  expect(findMarkerIn(`Basic ${bytes.toString('base64')}`, MARKER)).toBeDefined()
  expect(findMarkerIn(bytes.toString('base64url'), MARKER)).toBeDefined()
})

test('in hex and percent-encoded it is found', () => {
  expect(findMarkerIn(Buffer.from(`x${MARKER}`).toString('hex'), MARKER)).toBeDefined()
  expect(findMarkerIn(Buffer.from(`x${MARKER}`).toString('hex').toUpperCase(), MARKER)).toBeDefined()
  const odd = 'a:b/c+d=e&f:g/h+i=j'
  expect(findMarkerIn(encodeURIComponent(odd), odd)).toBeDefined()
})

test('in a database and its write-ahead log it is found', async () => {
  const { db, database } = await freshStore()
  await createAccount(db, { email: `${MARKER}@agency.example`.toLowerCase(), verified: true }, 0)
  expect(findMarker(join(database, '..'), MARKER.toLowerCase())).not.toEqual([])
  expect(findMarker(join(database, '..'), 'another-marker-4711')).toEqual([])
})

test('a marker that is too short is refused', () => {
  expect(() => findMarkerIn('text', 'short')).toThrow('16 or more')
})
