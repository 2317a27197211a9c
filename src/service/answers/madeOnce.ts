type Bytes = Uint8Array<ArrayBuffer>
const encoder = new TextEncoder()

/**
 * Maximum size of the cache: characters of all inputs plus bytes of all results. Enough for some hundred timetables.
 */
const mostKept = 8_000_000

/**
 * Caches the result of `make` as UTF-8 bytes, by its input. Callers read the input from the database each time, so a
 * change by another process is never missed. `make` must depend on its argument only.
 */
export function madeOnce(make: (of: string) => string, most = mostKept): (of: string) => Bytes {
  // Ordered by last use.
  const kept = new Map<string, Bytes>()
  let size = 0
  return of => {
    const known = kept.get(of)
    const made = known ?? encoder.encode(make(of))
    if (known !== undefined) kept.delete(of)
    else size += of.length + made.byteLength
    kept.set(of, made)
    for (const [oldest, bytes] of kept) {
      if (size <= most) break
      kept.delete(oldest)
      size -= oldest.length + bytes.byteLength
    }
    return made
  }
}
