import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Client = {
  /** For rate limits (rule 41). */
  address: string
  /** From a trusted proxy, whose X-Forwarded headers are used. */
  isProxied: boolean
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** E.g. `10.0.0.2` or `10.0.0.0/8`. */
export const isAddressRange = (range: string): boolean =>
  isIP(range.replace(/\/.*$/, '')) !== 0 && (!range.includes('/') || ipaddr.isValidCIDR(range))

function toRange(range: string): [Address, number] {
  if (range.includes('/')) return ipaddr.parseCIDR(range)
  const address = ipaddr.process(range)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

const contains = (ranges: [Address, number][], address: Address | undefined) =>
  address !== undefined && ipaddr.subnetMatch(address, { inside: ranges }, 'outside') === 'inside'

/** Removes port, brackets and zone. IPv4-mapped addresses become IPv4. Undefined for other text. */
function parseAddress(text: string): Address | undefined {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? []
  const [, withoutPort] = /^([\d.]+):\d+$/.exec(text) ?? []
  const address = (inBrackets ?? withoutPort ?? text).replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : ipaddr.process(address)
}

export const isLoopbackAddress = (address: string): boolean => parseAddress(address)?.range() === 'loopback'

/** Reads `X-Forwarded-For` from its end while the addresses are `trusted`, because entries of the client come first. */
export function createClientFinder(
  trusted: readonly string[],
): (peer: string, headers: IncomingHttpHeaders) => Client {
  const ranges = trusted.map(toRange)
  return (peer, headers) => {
    let address = parseAddress(peer)
    const isProxied = contains(ranges, address)
    const hops = splitHeader(headers['x-forwarded-for'])
    while (contains(ranges, address)) {
      const hop = parseAddress(hops.pop() ?? '')
      // Use the address that a trusted proxy sent.
      if (!hop) break
      address = hop
    }
    return { address: address ? toRateLimitKey(address) : '', isProxied }
  }
}

export const splitHeader = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)

/** For IPv6, the /64 network of a household. Translated IPv4 addresses end with the IPv4 address (RFC 6052, 6145). */
function toRateLimitKey(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString()
  const bytes = address.toByteArray()
  if (/^rfc(?:6052|6145)$/.test(address.range())) return bytes.slice(12).join('.')
  return ipaddr.fromByteArray([...bytes.slice(0, 8), ...new Array<number>(8).fill(0)]).toString()
}
