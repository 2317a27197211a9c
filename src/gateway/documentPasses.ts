import type { Endpoint, Resource } from '../contract/endpoint.ts'
import { eachEndpoint } from '../contract/everything.ts'
import { documentPath } from '../contract/session.ts'
import { base64Url, fromBase64Url } from '../lib/encoding.ts'
import { parseJson } from '../lib/parseJson.ts'
import { lateKey } from './sessions.ts'

/** A pass names one path at the service, for a GET in the session it was given to (docs/decisions/018). */
/** Bytes of the HMAC that are kept: guesses are made one request at a time. */
const macLength = 16
const longestPass = 6000

export function createDocumentPasses(hostKey: Uint8Array, serviceUrl: string) {
  const service = new URL(serviceUrl)
  const key = lateKey(hostKey, { name: 'HMAC', hash: 'SHA-256' }, ['sign'])
  const about = (path: string, sessionHash: string) =>
    encoder.encode(`staffroom documents 1\n${service.origin}\n${sessionHash}\n${path}`)

  return {
    /** `undefined` where `url` stays as it came: on another host, with a way of its own, or for no page. */
    give(url: string, sessionHash: string): Promise<string> | undefined {
      const path = pathOf(url, service)
      if (path === undefined) return undefined
      const signed = async () => {
        const mac = await crypto.subtle.sign('HMAC', await key(), about(path, sessionHash))
        return `${documentPath}?pass=${base64Url(new Uint8Array(mac, 0, macLength))}.${base64Url(encoder.encode(path))}`
      }
      return signed()
    },
    /** The path at the service, query included; `undefined` for a pass that was not given to this session. */
    async open(pass: string, sessionHash: string): Promise<string | undefined> {
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
  // Some servers cut off parameters (`..;x`), and spaces and dots at the end of a segment, before they read a path.
  const segments = plain.slice(1).split('/')
  const cut = segments.map(segment => segment.replace(/;.*$/s, '').replace(/[. ]+$/, ''))
  if (cut.some((segment, at) => segment === '' && segments[at] !== '')) return undefined
  for (const path of [plain, `/${cut.join('/')}`]) {
    if (refused.test(path) || ofContract.test(path)) return undefined
  }
  return address.pathname + address.search
}

export type Readdress = (url: string) => Promise<string> | undefined

/** What carries documents, in lists or alone. Nothing else is touched: the `url` of a chat is a link for people. */
const carrying: readonly Resource[] = ['file', 'submission', 'homework', 'message', 'document']

export const carriesDocuments = ({ resource, answer }: Endpoint): boolean =>
  carrying.includes(resource) && (answer.kind === 'one' || answer.kind === 'rows')

const names = ['url', 'preview_url', 'download_url']
const beginnings = names.flatMap(name => Array.from(name, (_, at) => name.slice(0, at)))
const either = names.join('|')
/** A field and its text, in any JSON: within a text the quotes would have backslashes before them. */
const field = new RegExp(`("(?:${either})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*")`, 'g')
/** What may be the beginning of one, at the end of a piece. */
const unfinished = new RegExp(
  `"(?:(?:${[...beginnings, ...names].join('|')})|(?:${either})"\\s*(?::\\s*(?:"(?:[^"\\\\]|\\\\.)*\\\\?)?)?)$`,
)
const longest = 4000

/** The addresses of documents replaced as the JSON comes: only the end of a piece that may begin one is held. */
export function withDocumentPasses(
  body: ReadableStream<Uint8Array>,
  readdress: Readdress,
): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const encoder = new TextEncoder()
  let held = ''
  // Of a document the same address often comes twice.
  let last: { url: string; text: Promise<string> | string } | undefined
  const addressed = (json: string): Promise<string> | string => {
    if (json === last?.url) return last.text
    const url: unknown = parseJson(json)
    const given = typeof url === 'string' && url.length <= longest ? readdress(url) : undefined
    last = { url: json, text: given ? given.then(address => JSON.stringify(address)) : json }
    return last.text
  }
  const replaced = async (text: string, isLast: boolean): Promise<string> => {
    const parts: (Promise<string> | string)[] = []
    let from = 0
    let after = 0
    for (const { index, 0: whole, 1: name = '', 2: value = '' } of text.matchAll(field)) {
      after = index + whole.length
      const address = addressed(value)
      if (address === value) continue
      parts.push(text.slice(from, index) + name, address)
      from = after
    }
    const start = Math.max(after, text.length - longest - 100)
    const end = isLast ? null : unfinished.exec(text.slice(start))
    const cut = end ? start + end.index : text.length
    held = text.slice(cut)
    return (await Promise.all(parts)).join('') + text.slice(from, cut)
  }
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        const text = held + decoder.decode(chunk, { stream: true })
        const passed = await replaced(text, false)
        if (passed !== '') controller.enqueue(encoder.encode(passed))
      },
      async flush(controller) {
        const rest = held + decoder.decode()
        if (rest !== '') controller.enqueue(encoder.encode(await replaced(rest, true)))
      },
    }),
  )
}
