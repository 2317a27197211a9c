import { listEndpoints } from '../contract/allEndpoints.ts'
import type { Endpoint, Resource } from '../contract/endpoint.ts'
import { documentPath } from '../contract/session.ts'
import { fromBase64Url, toBase64Url } from '../lib/encoding.ts'
import { isEqualInConstantTime } from '../lib/isEqualInConstantTime.ts'
import { parseJson } from '../lib/parseJson.ts'
import type { Hmac } from './hmac.ts'

/** In bytes. Each guess costs a request. */
const macLength = 16
const maxPassLength = 6000

/** Allows GETs of one path in one session (docs/decisions/018). */
export function createDocumentPasses(hmac: Hmac, serviceUrl: string) {
  const service = new URL(serviceUrl)
  const sign = async (path: string, sessionHash: string) => {
    const mac = await hmac(`staffroom documents 1\n${service.origin}\n${sessionHash}\n${path}`)
    return toBase64Url(mac.subarray(0, macLength))
  }
  return {
    /** Undefined if the page uses `url` itself. */
    createPass(url: string, sessionHash: string): Promise<string> | undefined {
      const path = parseDocumentPath(url, service)
      if (path === undefined) return undefined
      const encodedPath = toBase64Url(new TextEncoder().encode(path))
      return sign(path, sessionHash).then(mac => `${documentPath}?pass=${mac}.${encodedPath}`)
    },
    /** Undefined for another session. */
    async verifyPass(pass: string, sessionHash: string): Promise<string | undefined> {
      if (pass.length > maxPassLength) return undefined
      const [mac = '', text = '', ...rest] = pass.split('.')
      if (rest.length > 0) return undefined
      let path: string
      try {
        path = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(text))
      } catch {
        return undefined
      }
      if (!isEqualInConstantTime(mac, await sign(path, sessionHash))) return undefined
      // The next step sends the token there, so check the path again.
      return parseDocumentPath(new URL(path, service).href, service) === path ? path : undefined
    },
  }
}

/** These have their own checks. One expression, because a class can have 50,000 files. */
const contractPath = new RegExp(
  `^(?:${listEndpoints()
    .map(({ endpoint: { base, path } }) => (base + path).replaceAll(/:[a-z_]+/g, '[^/]+'))
    .join('|')})/?$`,
  'i',
)

/** Tokens, sign-in and profiles. */
const forbiddenPath = /^\/(?:auth|api\/v\d+\/(?:oauth2|me|ips|personal_access_tokens))(?:\/|$)/i

function parseDocumentPath(url: string, service: URL): string | undefined {
  const address = URL.parse(url, service)
  if (
    address?.origin !== service.origin ||
    address.pathname === '/' ||
    address.username !== '' ||
    address.password !== ''
  )
    return undefined
  let decoded: string
  try {
    decoded = decodeURIComponent(address.pathname)
  } catch {
    return undefined
  }
  // A server could decode these to a slash or a dot segment.
  if (/[\\\p{Cc}]|\/\/|%/u.test(decoded) || /%(?:2f|5c)/i.test(address.pathname)) return undefined
  // Some servers remove parameters (`..;x`), and spaces and dots at the end of a segment.
  const segments = decoded.slice(1).split('/')
  const trimmed = segments.map(segment => segment.replace(/;.*$/s, '').replace(/[. ]+$/, ''))
  if (trimmed.some((segment, index) => segment === '' && segments[index] !== '')) return undefined
  for (const path of [decoded, `/${trimmed.join('/')}`]) {
    if (forbiddenPath.test(path) || contractPath.test(path)) return undefined
  }
  return address.pathname + address.search
}

export type ReplaceAddress = (url: string) => Promise<string> | undefined

/** The `url` of a chat is a link for people. */
const documentResources: readonly Resource[] = ['file', 'submission', 'homework', 'message', 'document']

export const hasDocuments = ({ resource, response }: Endpoint): boolean =>
  documentResources.includes(resource) && (response.kind === 'one' || response.kind === 'rows')

const urlFields = ['url', 'preview_url', 'download_url']
const fieldPrefixes = urlFields.flatMap(name => Array.from(name, (_, index) => name.slice(0, index)))
const fieldPattern = urlFields.join('|')
/** Inside a string the quotes would be escaped. */
const field = new RegExp(`("(?:${fieldPattern})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*")`, 'g')
/** A field may begin at the end of a chunk. */
const unfinishedField = new RegExp(
  `"(?:(?:${[...fieldPrefixes, ...urlFields].join('|')})|(?:${fieldPattern})"\\s*(?::\\s*(?:"(?:[^"\\\\]|\\\\.)*\\\\?)?)?)$`,
)
const maxAddressLength = 4000

export function withDocumentPasses(
  body: ReadableStream<Uint8Array>,
  replaceAddress: ReplaceAddress,
): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const encoder = new TextEncoder()
  let pendingText = ''
  // The same address often occurs twice.
  let lastUrl: { url: string; text: Promise<string> | string } | undefined
  const replaceUrl = (json: string): Promise<string> | string => {
    if (json === lastUrl?.url) return lastUrl.text
    const url: unknown = parseJson(json)
    const actual = typeof url === 'string' && url.length <= maxAddressLength ? replaceAddress(url) : undefined
    lastUrl = { url: json, text: actual ? actual.then(address => JSON.stringify(address)) : json }
    return lastUrl.text
  }
  const replaceUrls = async (text: string, isLast: boolean): Promise<string> => {
    const parts: (Promise<string> | string)[] = []
    let from = 0
    let after = 0
    for (const { index, 0: whole, 1: name = '', 2: value = '' } of text.matchAll(field)) {
      after = index + whole.length
      const address = replaceUrl(value)
      if (address === value) continue
      parts.push(text.slice(from, index) + name, address)
      from = after
    }
    const start = Math.max(after, text.length - maxAddressLength - 100)
    const end = isLast ? null : unfinishedField.exec(text.slice(start))
    const trimmed = end ? start + end.index : text.length
    pendingText = text.slice(trimmed)
    return (await Promise.all(parts)).join('') + text.slice(from, trimmed)
  }
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        const text = pendingText + decoder.decode(chunk, { stream: true })
        const output = await replaceUrls(text, false)
        if (output !== '') controller.enqueue(encoder.encode(output))
      },
      async flush(controller) {
        const rest = pendingText + decoder.decode()
        if (rest !== '') controller.enqueue(encoder.encode(await replaceUrls(rest, true)))
      },
    }),
  )
}
