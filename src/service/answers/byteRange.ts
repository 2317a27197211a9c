import type { ByteRange } from '../db/documentStore.ts'

/**
 * Which bytes of a document of `size` bytes and this strong tag a request asks for (RFC 9110 § 14): one range, or the
 * whole where it names none, several, none that is one, or by `If-Range` those of another content. `none`: there are no
 * such bytes.
 */
export function askedBytes(
  request: Request,
  { size, tag }: { size: number; tag: string },
): ByteRange | 'whole' | 'none' {
  const [, first = '', last = ''] =
    /^bytes=(\d*)-(\d*)$/i.exec(request.headers.get('range')?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  // A date is no match either: documents carry none.
  if ((request.headers.get('if-range')?.trim() ?? tag) !== tag) return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'none' : { start, end: Math.min(last === '' ? size : Number(last), size - 1) }
}
