import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Who is at the other end, as far as the proxies in between can be believed. */
export type Client = {
  /** The address requests and guesses are counted by (cases 41). */
  address: string
  /** The peer is one of the proxies the operator named, so that its other X-Forwarded headers count too. */
  isProxied: boolean
}

export const loopbackRanges = ['127.0.0.0/8', '::1']

/** First six groups of an IPv4-mapped address (`::ffff:0:0/96`). */
const mappedPrefix = '0:0:0:0:0:ffff'

/**
 * Prefixes of translated IPv4 addresses. They are counted as IPv4, but never trusted as a proxy or as loopback. In order:
 * a stateless gateway (RFC 7915), NAT64 (RFC 6052), and NAT64 with a local prefix, a /48 (RFC 8215).
 */
const translatedPrefixes = ['0:0:0:0:ffff:0', '64:ff9b:0:0:0:0', '64:ff9b:1']

/** A list of addresses and ranges such as `10.0.0.0/8`; undefined when one of them is neither. */
export function readRanges(ranges: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits, ...rest] = inIPv4(range).split('/')
    const family = isIPv4(network) ? 'ipv4' : 'ipv6'
    const longest = family === 'ipv4' ? 32 : 128
    if (isIP(network) === 0 || rest.length > 0) return undefined
    if (bits === undefined) list.addAddress(network, family)
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= longest) list.addSubnet(network, Number(bits), family)
    else return undefined
  }
  return list
}

const holds = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

const loopback = readRanges(loopbackRanges) ?? new BlockList()

/** Whether an address is this machine's own, however it is written. */
export const isLoopbackAddress = (address: string) => holds(loopback, plain(address))

/**
 * Finds the client of a request. `X-Forwarded-For` grows to the right, each proxy adding whom it was asked by: it is
 * read from the right, and only as far as the addresses are of proxies in `trusted`. What a client wrote there itself
 * is further to the left.
 */
export function createClientOf(trusted: BlockList): (peer: string, headers: IncomingHttpHeaders) => Client {
  return (peer, headers) => {
    let address = plain(peer)
    const isProxied = holds(trusted, address)
    const hops = namesIn(headers['x-forwarded-for'])
    while (holds(trusted, address)) {
      const hop = plain(hops.pop() ?? '')
      // The end of the list, or nonsense: the last address that somebody trusted vouches for.
      if (isIP(hop) === 0) break
      address = hop
    }
    return { address: countedAs(address), isProxied }
  }
}

/** The entries of a header that proxies add to. */
export const namesIn = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)

/** Without the port some proxies add, brackets, the zone of an interface, and IPv6 around an IPv4 address. */
function plain(text: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? []
  const [, withoutPort] = /^([\d.]+):\d+$/.exec(text) ?? []
  const address = (inBrackets ?? withoutPort ?? text).replace(/%.*$/, '')
  return embeddedIPv4(address, [mappedPrefix]) ?? address
}

/** A range of IPv4-mapped addresses as one of IPv4, since peers are compared as IPv4; any other range unchanged. */
function inIPv4(range: string): string {
  const [network = '', bits = '128', ...rest] = range.split('/')
  const embedded = embeddedIPv4(network, [mappedPrefix])
  if (embedded === undefined || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return range
  return Number(bits) >= 96 && Number(bits) <= 128 ? `${embedded}/${Number(bits) - 96}` : range
}

/** The IPv4 address in the last 32 bits of an address with one of these prefixes. */
function embeddedIPv4(address: string, prefixes: readonly string[]): string | undefined {
  if (!isIPv6(address)) return undefined
  const groups = groupsOf(address)
  const text = groups.join(':')
  if (!prefixes.some(prefix => text.startsWith(`${prefix}:`))) return undefined
  const bytes = groups.slice(6).flatMap(group => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 0xff]
  })
  return bytes.join('.')
}

/** The eight groups of an IPv6 address in hex, without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser writes every address one way, with one `::` at the most.
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname
    .slice(1, -1)
    .split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after]
}

/**
 * Returns the key for rate limits: the /64 network of an IPv6 address, because one household has a whole /64. IPv4
 * embedded in IPv6 counts as IPv4.
 */
function countedAs(address: string): string {
  if (!isIPv6(address)) return address
  const embedded = embeddedIPv4(address, translatedPrefixes)
  return embedded ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`
}
