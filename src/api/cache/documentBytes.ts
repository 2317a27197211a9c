import type { Document } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import { documentByPass, documentPath } from '../../contract/session.ts'
import type { ApiError } from '../client/ApiError.ts'
import { type QueryExtras, query } from './query.ts'

/** Linked, never loaded (rules 14 and 49). */
export type ExternalAddress = { href: string; host: string }

export type DocumentAddresses = Pick<Document, 'id' | 'url'> &
  Partial<Pick<Document, 'download_url' | 'preview_url' | 'size'>>

/** `pass`: docs/decisions/018. */
type DocumentSource =
  | { kind: 'pass'; pass: string }
  | { kind: 'id'; id: number }
  | { kind: 'external'; address: ExternalAddress }

/** In bytes. Larger pictures without a preview load when opened. */
const maxPicturePreview = 2 * 1024 * 1024

/** Undefined if the app can load the document. */
export function getExternalAddress(document: DocumentAddresses): ExternalAddress | undefined {
  const source = sourceOf(document)
  return source.kind === 'external' ? source.address : undefined
}

function sourceOf({ id, url, download_url = '' }: DocumentAddresses): DocumentSource {
  const pass = [download_url, url].map(passOf).find(found => found !== undefined)
  if (pass !== undefined) return { kind: 'pass', pass }
  const addresses = [url, download_url].flatMap(text => webAddress(text) ?? [])
  const own = `/api/v2/documents/${id}/content`
  const [first] = addresses
  // A service without addresses may serve documents by ID.
  if (!first || addresses.some(({ pathname }) => pathname === own)) return { kind: 'id', id }
  return { kind: 'external', address: { href: first.href, host: first.host } }
}

function previewSourceOf(document: DocumentAddresses): DocumentSource | undefined {
  const pass = passOf(document.preview_url ?? '')
  if (pass !== undefined) return { kind: 'pass', pass }
  const source = sourceOf(document)
  if (source.kind === 'external') return undefined
  return source.kind === 'id' || (document.size ?? 0) <= maxPicturePreview ? source : undefined
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
  /** Never set. Types the result. */
  queryFn?: () => Promise<Blob>
}

/** Throws a `TypeError` for a document on another host. */
export function bytesQuery(document: DocumentAddresses, extras: QueryExtras = {}): BytesQuery {
  const source = sourceOf(document)
  if (source.kind === 'external') throw new TypeError('a document on another host is never loaded')
  return queryOf(source, {}, extras)
}

export function previewQuery(document: DocumentAddresses, extras: QueryExtras = {}): BytesQuery | undefined {
  const source = previewSourceOf(document)
  return source && source.kind !== 'external' ? queryOf(source, { preview: true }, extras) : undefined
}

function queryOf(
  source: Exclude<DocumentSource, { kind: 'external' }>,
  options: { preview?: true },
  extras: QueryExtras,
): BytesQuery {
  const { queryKey, meta = {} } =
    source.kind === 'pass'
      ? query(documentByPass, { pass: source.pass }, extras)
      : query(documents.content, { document_id: source.id, ...options }, extras)
  const [, path, input] = queryKey
  return { queryKey: ['document', path, input], meta, staleTime: Number.POSITIVE_INFINITY }
}

/** Lists that contain the pass must be fetched again. */
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
