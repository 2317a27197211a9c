import type { ByteRange } from '../db/documentStore.ts'

/**
 * Returns the bytes that a request asks for (RFC 9110 § 14), for a document of `size` bytes with a strong ETag. Only a
 * single range counts. The result is `whole` if the request has no valid range, has several, or its `If-Range` does not
 * match. `none` means that the document does not have these bytes.
 */
export function parseRange(
  request: Request,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'whole' | 'none' {
  const [, first = '', last = ''] =
    /^bytes=(\d*)-(\d*)$/i.exec(request.headers.get('range')?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  // A date in `If-Range` never matches, because documents have no `Last-Modified`.
  if ((request.headers.get('if-range')?.trim() ?? etag) !== etag) return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'none' : { start, end: Math.min(last === '' ? size : Number(last), size - 1) }
}
