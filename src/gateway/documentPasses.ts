import { eachEndpoint } from '../contract/everything.ts'
import { documentPath } from '../contract/session.ts'
import { base64Url, fromBase64Url } from '../lib/encoding.ts'

/**
 * The way to the bytes of documents whose addresses the service gave (docs/decisions/018): a pass names one path at the
 * service and is good in the session it was given to, for a GET of just that.
 */
export type DocumentPasses = {
  /**
   * The address of this gateway for what the service calls `url`; `undefined` where it stays as it came: it is on another
   * host, it has a way of its own here, or no page may ask for it.
   */
  give(url: string, sessionHash: string): Promise<string> | undefined
  /** The path at the service, query included; `undefined` for a pass that was not given to this session. */
  open(pass: string, sessionHash: string): Promise<string | undefined>
}

/** Bytes of the HMAC that are kept: guesses are made one request at a time. */
const macLength = 16
const longestPass = 6000

export function createDocumentPasses(hostKey: Uint8Array, serviceUrl: string): DocumentPasses {
  const service = new URL(serviceUrl)
  // When it is first needed: in the demo a page that is left at once would fail where nobody waits for it.
  let imported: Promise<CryptoKey> | undefined
  const importKey = () =>
    crypto.subtle.importKey('raw', Uint8Array.from(hostKey), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ])
  const key = () => {
    imported ??= importKey()
    return imported
  }
  const about = (path: string, sessionHash: string) =>
    encoder.encode(`staffroom documents 1\n${service.origin}\n${sessionHash}\n${path}`)

  return {
    give(url, sessionHash) {
      const path = pathOf(url, service)
      if (path === undefined) return undefined
      const signed = async () => {
        const mac = await crypto.subtle.sign('HMAC', await key(), about(path, sessionHash))
        return `${documentPath}?pass=${base64Url(new Uint8Array(mac, 0, macLength))}.${base64Url(encoder.encode(path))}`
      }
      return signed()
    },
    async open(pass, sessionHash) {
      if (pass.length > longestPass) return undefined
      const [mac = '', text = '', ...rest] = pass.split('.')
      if (rest.length > 0) return undefined
      let path: string
      let given: Uint8Array
      try {
        path = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(text))
        given = fromBase64Url(mac)
      } catch {
        return undefined
      }
      const right = new Uint8Array(await crypto.subtle.sign('HMAC', await key(), about(path, sessionHash)))
      if (!isSame(given, right.subarray(0, macLength))) return undefined
      // Signed by us, so it is one; asked all the same, since this is the last place before the token leaves.
      return pathOf(new URL(path, service).href, service) === path ? path : undefined
    },
  }
}

const encoder = new TextEncoder()

/** In a time that does not tell where they differ (cases 39). */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}

/** What the contract asks for has its own checks. One expression: a class of 50,000 files has as many addresses. */
const ofContract = new RegExp(
  `^(?:${eachEndpoint()
    .map(({ endpoint: { base, path } }) => (base + path).replaceAll(/:[a-z_]+/g, '[^/]+'))
    .join('|')})/?$`,
  'i',
)

/** Where tokens, sign-ins and people are: never a document's bytes, whatever an answer says. */
const refused = /^\/(?:auth|api\/v\d+\/(?:oauth2|me|ips|personal_access_tokens))(?:\/|$)/i

/** Path and query of an address on the service's own host that a document may have. */
function pathOf(url: string, service: URL): string | undefined {
  const address = URL.parse(url, service)
  if (
    address?.origin !== service.origin ||
    address.pathname === '/' ||
    address.username !== '' ||
    address.password !== ''
  )
    return undefined
  let plain: string
  try {
    plain = decodeURIComponent(address.pathname)
  } catch {
    return undefined
  }
  // Nothing may be a slash or a dot segment to somebody further on.
  if (/[\\\p{Cc}]|\/\/|%/u.test(plain) || /%(?:2f|5c)/i.test(address.pathname)) return undefined
  if (plain.split('/').some(segment => segment === '.' || segment === '..')) return undefined
  if (refused.test(plain) || ofContract.test(plain)) return undefined
  return address.pathname + address.search
}
