import type { Document } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import { documentByPass, documentPath } from '../../contract/session.ts'
import type { ApiError } from '../client/ApiError.ts'
import { type QueryExtras, query } from './query.ts'

/** Document on another host. The app shows a link and never loads it (rules 14 and 49). */
export type ExternalAddress = { href: string; host: string }

export type DocumentAddresses = Pick<Document, 'id' | 'url'> &
  Partial<Pick<Document, 'download_url' | 'preview_url' | 'size'>>

/** How to load a document: by a pass of the gateway (docs/decisions/018), by its ID, or not at all. */
type DocumentSource =
  | { kind: 'given'; pass: string }
  | { kind: 'number'; id: number }
  | { kind: 'elsewhere'; place: ExternalAddress }

/** In bytes. A larger picture without a preview is only loaded when opened. */
const maxPicturePreview = 2 * 1024 * 1024

/** Returns the address of a document on another host, or undefined if the app can load it. */
export function getExternalAddress(document: DocumentAddresses): ExternalAddress | undefined {
  const source = sourceOf(document)
  return source.kind === 'elsewhere' ? source.place : undefined
}

function sourceOf({ id, url, download_url = '' }: DocumentAddresses): DocumentSource {
  const given = [download_url, url].map(passOf).find(pass => pass !== undefined)
  if (given !== undefined) return { kind: 'given', pass: given }
  const addresses = [url, download_url].flatMap(text => webAddress(text) ?? [])
  const own = `/api/v2/documents/${id}/content`
  const [first] = addresses
  // A service that sends no address may serve documents by ID, as our own does.
  if (!first || addresses.some(({ pathname }) => pathname === own)) return { kind: 'number', id }
  return { kind: 'elsewhere', place: { href: first.href, host: first.host } }
}

function previewSourceOf(document: DocumentAddresses): DocumentSource | undefined {
  const pass = passOf(document.preview_url ?? '')
  if (pass !== undefined) return { kind: 'given', pass }
  const source = sourceOf(document)
  if (source.kind === 'elsewhere') return undefined
  return source.kind === 'number' || (document.size ?? 0) <= maxPicturePreview ? source : undefined
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
  /** Never set. It only types the result. */
  queryFn?: () => Promise<Blob>
}

/**
 * Creates a query for the bytes. Throws a `TypeError` for a document on another host. Check with
 * `getExternalAddress` first.
 */
export function bytesQuery(document: DocumentAddresses, extras: QueryExtras = {}): BytesQuery {
  const source = sourceOf(document)
  if (source.kind === 'elsewhere') throw new TypeError('a document on another host is never loaded')
  return queryOf(source, {}, extras)
}

export function previewQuery(document: DocumentAddresses, extras: QueryExtras = {}): BytesQuery | undefined {
  const source = previewSourceOf(document)
  return source && source.kind !== 'elsewhere' ? queryOf(source, { preview: true }, extras) : undefined
}

function queryOf(
  source: Exclude<DocumentSource, { kind: 'elsewhere' }>,
  options: { preview?: true },
  extras: QueryExtras,
): BytesQuery {
  const { queryKey, meta = {} } =
    source.kind === 'given'
      ? query(documentByPass, { pass: source.pass }, extras)
      : query(documents.content, { document_id: source.id, ...options }, extras)
  const [, path, input] = queryKey
  return { queryKey: ['document', path, input], meta, staleTime: Number.POSITIVE_INFINITY }
}

/** Whether a pass belongs to another sign-in. Lists that contain it must be fetched again. */
export const isPassExpired = ({ endpoint, status }: Pick<ApiError, 'endpoint' | 'status'>): boolean =>
  endpoint === documentByPass && status === 410

export type DocumentFile = ReturnType<typeof toDocumentFile>

export const toDocumentFile = (document: Document) => ({
  id: document.id,
  name: document.name,
  type: document.content_type,
  size: document.size,
  externalAddress: getExternalAddress(document),
  document,
})
