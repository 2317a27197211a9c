import { describe, expect, it } from 'vitest'
import { createClientFinder, isAddressRange, isLoopbackAddress } from './clientAddress.ts'

const findClient = createClientFinder(['10.0.0.0/8', '192.0.2.9', '2001:db8:1::/48'])
const findAddress = (peer: string, forwarded?: string) =>
  findClient(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }).address

describe('the client address for rate limits', () => {
  it.each([
    ['ignores X-Forwarded-For without a proxy', '198.51.100.1', '203.0.113.5', '198.51.100.1'],
    ['one proxy', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['entries written by the client are ignored', '10.0.0.1', '1.2.3.4, 203.0.113.5', '203.0.113.5'],
    ['through two proxies', '10.0.0.1', '1.2.3.4, 203.0.113.5, 192.0.2.9', '203.0.113.5'],
    ['a proxy without the header', '10.0.0.1', undefined, '10.0.0.1'],
    ['an invalid entry, and those before it', '10.0.0.1', '203.0.113.5, unknown', '10.0.0.1'],
    ['an invalid entry before a second proxy', '10.0.0.1', 'unknown, 192.0.2.9', '192.0.2.9'],
    ['only proxies', '10.0.0.1', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
    ['with a port', '10.0.0.1', '203.0.113.5:4711', '203.0.113.5'],
    ['an IPv4-mapped peer address', '::ffff:10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['an IPv4-mapped address', '10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
    ['an IPv4-mapped address in hex', '10.0.0.1', '::ffff:cb00:7105', '203.0.113.5'],
    ['an IPv4-mapped address in full', '10.0.0.1', '0:0:0:0:0:FFFF:CB00:7105', '203.0.113.5'],
    ['an IPv4-mapped peer address in hex', '::ffff:a00:1', '203.0.113.5', '203.0.113.5'],
    ['an address behind NAT64', '10.0.0.1', '64:ff9b::cb00:7105', '203.0.113.5'],
    ['an address behind NAT64, in brackets', '10.0.0.1', '[64:ff9b::203.0.113.5]:443', '203.0.113.5'],
    ['an address behind NAT64 with the local prefix', '10.0.0.1', '64:ff9b:1::cb00:7105', '203.0.113.5'],
    ['an address behind NAT64, longer prefix', '10.0.0.1', '64:ff9b:1:7:8:9:cb00:7105', '203.0.113.5'],
    ['another prefix with the same beginning', '10.0.0.1', '64:ff9b:10::cb00:7105', '64:ff9b:10::'],
    ['an IPv4-translated address', '10.0.0.1', '::ffff:0:cb00:7105', '203.0.113.5'],
    ['the prefix after it, which is not NAT64', '10.0.0.1', '64:ff9b:2::cb00:7105', '64:ff9b:2::'],
    ['a NAT64 address is not a trusted proxy', '10.0.0.1', '203.0.113.5, 64:ff9b::a00:2', '10.0.0.2'],
    ['an IPv6 address, reduced to its /64', '2001:db8:1::2', '2001:db8:7:8:9::1', '2001:db8:7:8::'],
    ['an address of this /64, in brackets', '2001:db8:1::2', '[2001:0DB8:7:8::5]:443', '2001:db8:7:8::'],
    ['a short IPv6 address', '10.0.0.1', '2001:db8::1', '2001:db8::'],
    ['a link-local peer with a zone', 'fe80::1%eth0', undefined, 'fe80::'],
    ['no peer address', '', '203.0.113.5', ''],
  ])('%s', (_what, peer, forwarded, address) => {
    expect(findAddress(peer, forwarded)).toBe(address)
  })

  it('is found quickly in the longest possible list', () => {
    const many = Array.from({ length: 2000 }, () => '10.1.1.1').join(',')
    expect(findAddress('10.0.0.1', `203.0.113.5,${many}`)).toBe('203.0.113.5')
  })
})

it('isProxied is true for peers in the trusted ranges only', () => {
  expect(findClient('10.0.0.1', {}).isProxied).toBe(true)
  expect(findClient('198.51.100.1', {}).isProxied).toBe(false)
})

it.each(['10.0.0', '10.0.0.0/33', '10.0.0.0/', '::1/129', 'proxy', '10.0.0.0/8/8', ''])(
  'isAddressRange rejects %j',
  range => expect(isAddressRange(range)).toBe(false),
)

it.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1:2::7f00:1', false],
  ['192.168.1.5', false],
  ['::', false],
  ['', false],
])('isLoopbackAddress: %s %s', (address, isOwn) => {
  expect(isLoopbackAddress(address)).toBe(isOwn)
})
