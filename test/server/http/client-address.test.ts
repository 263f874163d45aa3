import { expect, test } from 'vitest'
import { addressBlock, clientAddress } from '../../../server/http/caller.ts'

test.each([
  ['no proxy', '1.1.1.1', 0, '9.9.9.9'],
  ['one proxy, one entry', '1.1.1.1', 1, '1.1.1.1'],
  ['one proxy, a forged entry before it', '6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
  ['two proxies', '6.6.6.6, 1.1.1.1,2.2.2.2', 2, '1.1.1.1'],
  ['fewer entries than proxies', '1.1.1.1', 2, '9.9.9.9'],
  ['no header', null, 1, '9.9.9.9'],
  ['an empty header', '', 1, '9.9.9.9'],
  ['no address', 'unknown', 1, '9.9.9.9'],
  ['a forged entry where the last is broken', '6.6.6.6, 1.1.1.256', 1, '9.9.9.9'],
  ['an empty last entry', '6.6.6.6,', 1, '9.9.9.9'],
  ['IPv6', '2001:db8::1', 1, '2001:db8::1'],
] as const)('the client address: %s', (_, forwardedFor, proxies, expected) => {
  expect(clientAddress('9.9.9.9', forwardedFor, proxies)).toBe(expected)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:C000:0201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s is counted as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block)
})
