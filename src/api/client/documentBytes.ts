import type { Document } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import { documentPath, givenDocument } from '../../contract/session.ts'
import { type QueryExtras, query } from '../cache/query.ts'
import type { ApiError } from './ApiError.ts'

/** Where something lies that is not the service's own: a link for the person, never loaded by the app (cases 14, 49). */
export type Elsewhere = { href: string; host: string }

export type Placed = Pick<Document, 'id' | 'url'> &
  Partial<Pick<Document, 'download_url' | 'preview_url' | 'size'>>

/** By an address that the gateway made one of its own (docs/decisions/018), or by the document's number. */
type Way =
  | { kind: 'given'; pass: string }
  | { kind: 'number'; id: number }
  | { kind: 'elsewhere'; place: Elsewhere }

/** A picture is small where the service makes none: larger ones are shown when somebody opens them, bytes. */
const smallPicture = 2 * 1024 * 1024

/** Where a document lies that is on another host than the service; `undefined` where the app itself can have it. */
export function elsewhere(document: Placed): Elsewhere | undefined {
  const way = wayTo(document)
  return way.kind === 'elsewhere' ? way.place : undefined
}

function wayTo({ id, url, download_url = '' }: Placed): Way {
  const given = [download_url, url].map(passOf).find(pass => pass !== undefined)
  if (given !== undefined) return { kind: 'given', pass: given }
  const addresses = [url, download_url].flatMap(text => webAddress(text) ?? [])
  const own = `/api/v2/documents/${id}/content`
  const [first] = addresses
  // Of our own service, which answers for documents by number; so may one that gives no address.
  if (!first || addresses.some(({ pathname }) => pathname === own)) return { kind: 'number', id }
  return { kind: 'elsewhere', place: { href: first.href, host: first.host } }
}

function wayToPicture(document: Placed): Way | undefined {
  const pass = passOf(document.preview_url ?? '')
  if (pass !== undefined) return { kind: 'given', pass }
  const way = wayTo(document)
  if (way.kind === 'elsewhere') return undefined
  return way.kind === 'number' || (document.size ?? 0) <= smallPicture ? way : undefined
}

const passOf = (url: string): string | undefined =>
  url.startsWith(`${documentPath}?`)
    ? (new URLSearchParams(url.slice(documentPath.length)).get('pass') ?? undefined)
    : undefined

function webAddress(url: string): URL | undefined {
  const address = URL.parse(url)
  return address && /^https?:$/.test(address.protocol) ? address : undefined
}

export type BytesQuery = {
  queryKey: readonly [resource: 'document', path: string, input: object]
  meta: Record<string, unknown>
  staleTime: number
  /** Never set: the client's own function reads `meta`. Types the answer. */
  queryFn?: () => Promise<Blob>
}

/** The bytes of a document, as a query. Throws for one that lies elsewhere: ask `elsewhere` first. */
export function bytesOf(document: Placed, extras: QueryExtras = {}): BytesQuery {
  const way = wayTo(document)
  if (way.kind === 'elsewhere') throw new TypeError('a document of another host is never loaded')
  return queryOf(way, {}, extras)
}

export function pictureOf(document: Placed, extras: QueryExtras = {}): BytesQuery | undefined {
  const way = wayToPicture(document)
  return way && way.kind !== 'elsewhere' ? queryOf(way, { preview: true }, extras) : undefined
}

function queryOf(
  way: Exclude<Way, { kind: 'elsewhere' }>,
  how: { preview?: true },
  extras: QueryExtras,
): BytesQuery {
  const { queryKey, meta = {} } =
    way.kind === 'given'
      ? query(givenDocument, { pass: way.pass }, extras)
      : query(documents.content, { document_id: way.id, ...how }, extras)
  const [, path, input] = queryKey
  return { queryKey: ['document', path, input], meta, staleTime: Number.POSITIVE_INFINITY }
}

/** Said of an address that was given in another sign-in: the lists it may stand in are to be read again. */
export const isPassOver = ({ endpoint, status }: Pick<ApiError, 'endpoint' | 'status'>): boolean =>
  endpoint === givenDocument && status === 410

export type DocumentFile = ReturnType<typeof viewedDocument>

export const viewedDocument = (document: Document) => ({
  id: document.id,
  name: document.name,
  type: document.content_type,
  size: document.size,
  elsewhere: elsewhere(document),
  document,
})
