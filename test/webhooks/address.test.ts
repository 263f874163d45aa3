import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { addressFault, isPublic, publicLookup } from '../../pipeline/webhooks/address.ts'
import { createPost } from '../../pipeline/webhooks/post.ts'
import { startReceiver } from '../support/receiver.ts'

const ip = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const names: Readonly<Record<string, LookupAddress[]>> = {
  'hooks.example': ip('93.184.216.34', '2606:2800:220:1::1'),
  'inside.example': ip('10.0.0.7'),
  'half.example': ip('93.184.216.34', '127.0.0.1'),
}
const resolve = async (host: string) => names[host] ?? Promise.reject(new Error('unknown'))

test.each([
  ['https://hooks.example/svc?token=1', undefined],
  ['https://hooks.example:8443/', undefined],
  ['https://93.184.216.34/', undefined],
  ['https://[2606:2800:220:1::1]/', undefined],
  ['http://hooks.example/', 'notHttps'],
  ['ftp://hooks.example/', 'malformed'],
  ['hooks.example', 'malformed'],
  ['https://hooks.example/'.padEnd(2_000, 'x'), undefined],
  ['https://hooks.example/'.padEnd(2_001, 'x'), 'malformed'],
  ['https://user:password@hooks.example/', 'credentials'],
  ['https://user@hooks.example/', 'credentials'],
  ['https://inside.example/', 'private'],
  ['https://half.example/', 'private'],
  ['https://unknown.example/', 'unknownHost'],
  ['https://127.0.0.1/', 'private'],
  ['https://2130706433/', 'private'],
  ['https://0x7f.1/', 'private'],
  ['https://[::1]/', 'private'],
  ['https://[::ffff:10.0.0.1]/', 'private'],
])('%s: %s', async (url, fault) => {
  expect(await addressFault(url, { allowPrivate: false, resolve })).toBe(fault)
})

test('where it is allowed, http and private addresses serve, and a user still does not', async () => {
  const of = (url: string) => addressFault(url, { allowPrivate: true, resolve })
  expect(await of('http://127.0.0.1:9000/')).toBeUndefined()
  expect(await of('https://inside.example/')).toBeUndefined()
  expect(await of('http://user:password@127.0.0.1/')).toBe('credentials')
})

test.each(
  '0.0.0.0 10.1.2.3 100.64.0.1 127.8.9.1 169.254.169.254 172.16.0.1 192.0.0.8 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2001:db8::1 2001::1 2002:7f00:1::1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1'
    .split(' ')
    .map((address) => [address]),
)('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false)
})

test('a host is checked again at each delivery, against the address that is connected to', async () => {
  const receiver = await startReceiver(200)
  const port = new URL(receiver.url).port
  let addresses = ip('93.184.216.34')
  const rebound = async () => addresses
  const url = `https://rebound.example:${port}/`
  expect(await addressFault(url, { allowPrivate: false, resolve: rebound })).toBeUndefined()
  const post = createPost({ allowPrivate: false, resolve: rebound })
  for (addresses of [ip('127.0.0.1'), ip('::1'), ip('93.184.216.34', '127.0.0.1'), []])
    expect(await post(url, {}, Buffer.from('{}'))).toBe('PRIVATE_ADDRESS')
  expect(await post(`https://127.0.0.1:${port}/`, {}, Buffer.from('{}'))).toBe('PRIVATE_ADDRESS')
  expect(await post(`https://[::1]:${port}/`, {}, Buffer.from('{}'))).toBe('PRIVATE_ADDRESS')
  // It was added while the setting allowed it.
  expect(await post(receiver.url, {}, Buffer.from('{}'))).toBe('NOT_HTTPS')
  expect(receiver.received).toEqual([])
})

test('a host with public addresses is looked up as Node asks for it: all of them, or one', async () => {
  const found = (all: boolean) =>
    new Promise((ended) => publicLookup(resolve)('hooks.example', { all }, (...result) => ended(result)))
  expect(await found(true)).toEqual([null, names['hooks.example']])
  expect(await found(false)).toEqual([null, '93.184.216.34', 4])
})

test('what prevents a connection is told apart', async () => {
  const receiver = await startReceiver(200)
  const post = createPost({ allowPrivate: true })
  // The receiver speaks plain HTTP.
  expect(await post(receiver.url.replace('http:', 'https:'), {}, Buffer.from('{}'))).toBe('TLS')
  const unknown = async () => Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }))
  const guarded = createPost({ allowPrivate: false, resolve: unknown })
  expect(await guarded('https://unknown.example/', {}, Buffer.from('{}'))).toBe('HOST_NOT_FOUND')
})
