import { expect, test } from 'vitest'
import { limitName } from '../../pipeline/ask/limit-name.ts'

const KEY = 'sk-0123456789abcdefghij'
const SECRET = Buffer.alloc(32, 7)

test('a key has one name for each use and secret, the same in every process', async () => {
  const names = await Promise.all([
    limitName('OPENAI', KEY, SECRET),
    limitName('OPENAI', `${KEY}k`, SECRET),
    limitName('scribe OPENAI', KEY, SECRET),
    limitName('OPENAI', KEY, Buffer.alloc(32, 8)),
    limitName('OPENAI', KEY, undefined),
  ])
  expect(new Set(names).size).toBe(5)
  expect(await limitName('OPENAI', KEY, SECRET)).toBe(names[0])
})

test('a name contains no part of the key', async () => {
  const name = await limitName('OPENAI', KEY, undefined)
  const parts = Array.from({ length: KEY.length - 3 }, (_, at) => KEY.slice(at, at + 4))
  expect(parts.filter((part) => name.includes(part))).toEqual([])
})
