import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

export type Client = {
  /** For rate limits (rule 41). */
  address: string
  /** From a trusted proxy, whose X-Forwarded headers are used. */
  isProxied: boolean
}

export const loopbackRanges = ['127.0.0.0/8', '::1']

/** IPv4-mapped (`::ffff:0:0/96`). */
const mappedPrefix = '0:0:0:0:0:ffff'

/**
 * Translated IPv4: stateless gateway (RFC 7915), NAT64 (RFC 6052), and local NAT64 (RFC 8215). Never trusted proxies or
 * loopback.
 */
const translatedPrefixes = ['0:0:0:0:ffff:0', '64:ff9b:0:0:0:0', '64:ff9b:1']

/** E.g. `10.0.0.0/8`. Undefined if a range is invalid. */
export function parseRanges(ranges: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits, ...rest] = toIPv4Range(range).split('/')
    const family = isIPv4(network) ? 'ipv4' : 'ipv6'
    const maxBits = family === 'ipv4' ? 32 : 128
    if (isIP(network) === 0 || rest.length > 0) return undefined
    if (bits === undefined) list.addAddress(network, family)
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits) list.addSubnet(network, Number(bits), family)
    else return undefined
  }
  return list
}

const contains = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

const loopback = parseRanges(loopbackRanges) ?? new BlockList()

export const isLoopbackAddress = (address: string) => contains(loopback, normalizeAddress(address))

/** Reads `X-Forwarded-For` from its end while the addresses are `trusted`, because entries of the client come first. */
export function createClientFinder(
  trusted: BlockList,
): (peer: string, headers: IncomingHttpHeaders) => Client {
  return (peer, headers) => {
    let address = normalizeAddress(peer)
    const isProxied = contains(trusted, address)
    const hops = splitHeader(headers['x-forwarded-for'])
    while (contains(trusted, address)) {
      const hop = normalizeAddress(hops.pop() ?? '')
      // Use the address that a trusted proxy sent.
      if (isIP(hop) === 0) break
      address = hop
    }
    return { address: toRateLimitKey(address), isProxied }
  }
}

export const splitHeader = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)

/** Removes port, brackets and zone. */
function normalizeAddress(text: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? []
  const [, withoutPort] = /^([\d.]+):\d+$/.exec(text) ?? []
  const address = (inBrackets ?? withoutPort ?? text).replace(/%.*$/, '')
  return embeddedIPv4(address, [mappedPrefix]) ?? address
}

/** Peers are compared as IPv4. */
function toIPv4Range(range: string): string {
  const [network = '', bits = '128', ...rest] = range.split('/')
  const embedded = embeddedIPv4(network, [mappedPrefix])
  if (embedded === undefined || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return range
  return Number(bits) >= 96 && Number(bits) <= 128 ? `${embedded}/${Number(bits) - 96}` : range
}

/** In the last 32 bits. */
function embeddedIPv4(address: string, prefixes: readonly string[]): string | undefined {
  if (!isIPv6(address)) return undefined
  const groups = parseGroups(address)
  const text = groups.join(':')
  if (!prefixes.some(prefix => text.startsWith(`${prefix}:`))) return undefined
  const bytes = groups.slice(6).flatMap(group => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 0xff]
  })
  return bytes.join('.')
}

/** In hex, without leading zeros. */
function parseGroups(address: string): string[] {
  // `::` occurs at most once.
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname
    .slice(1, -1)
    .split('::')
  const leading = head.split(':').filter(Boolean)
  const trailing = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - leading.length - trailing.length }, () => '0')
  return [...leading, ...zeros, ...trailing]
}

/** For IPv6, the /64 network of a household. */
function toRateLimitKey(address: string): string {
  if (!isIPv6(address)) return address
  const embedded = embeddedIPv4(address, translatedPrefixes)
  return embedded ?? `${parseGroups(address).slice(0, 4).join(':')}::/64`
}
