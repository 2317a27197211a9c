import type { Document } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import { documentPath, givenDocument } from '../../contract/session.ts'
import type { ApiError } from '../client/ApiError.ts'
import { type QueryExtras, query } from './query.ts'

/** Address of a document on another host. The user gets a link, but the app never loads it (rules 14 and 49). */
export type Elsewhere = { href: string; host: string }

export type Placed = Pick<Document, 'id' | 'url'> &
  Partial<Pick<Document, 'download_url' | 'preview_url' | 'size'>>

/** How the app can load a document: by an address of the gateway (docs/decisions/018), by its ID, or not at all. */
type Way =
  | { kind: 'given'; pass: string }
  | { kind: 'number'; id: number }
  | { kind: 'elsewhere'; place: Elsewhere }

/**
 * Maximum size of a picture that is shown as its own preview, in bytes. Larger ones without a preview are only loaded
 * when opened.
 */
const smallPicture = 2 * 1024 * 1024

/** Returns the address of a document on another host, or undefined if the app can load it. */
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
  // Our own service serves documents by ID. A service that sends no address may do the same.
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
  /** Never set, because the client's own function reads `meta`. It only types the result. */
  queryFn?: () => Promise<Blob>
}

/**
 * Creates a query for the bytes of a document. Throws a `TypeError` if it is on another host. Check with `elsewhere`
 * first.
 */
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

/** Whether an address belongs to another sign-in. Lists that may contain it must be fetched again. */
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
