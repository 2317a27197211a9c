import type { ByteRange } from '../db/documentStore.ts'

/** RFC 9110 § 14. `whole` without a single valid range, or if `If-Range` does not match. */
export function parseRange(
  request: Request,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'whole' | 'none' {
  const [, first = '', last = ''] =
    /^bytes=(\d*)-(\d*)$/i.exec(request.headers.get('range')?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  // Without `Last-Modified`, dates never match.
  if ((request.headers.get('if-range')?.trim() ?? etag) !== etag) return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'none' : { start, end: Math.min(last === '' ? size : Number(last), size - 1) }
}
