type Bytes = Uint8Array<ArrayBuffer>
const encoder = new TextEncoder()

/**
 * Maximum size of the cache: characters of all inputs plus bytes of all results. Enough for some hundred timetables.
 */
const maxCacheSize = 8_000_000

/**
 * Caches the result of `make` as UTF-8 bytes, by its input. Callers read the input from the database each time, so a
 * change by another process is never missed. `make` must depend on its argument only.
 */
export function memoizeBytes(
  make: (input: string) => string,
  maxSize = maxCacheSize,
): (input: string) => Bytes {
  // Ordered by last use.
  const kept = new Map<string, Bytes>()
  let size = 0
  return input => {
    const known = kept.get(input)
    const made = known ?? encoder.encode(make(input))
    if (known !== undefined) kept.delete(input)
    else size += input.length + made.byteLength
    kept.set(input, made)
    for (const [oldest, bytes] of kept) {
      if (size <= maxSize) break
      kept.delete(oldest)
      size -= oldest.length + bytes.byteLength
    }
    return made
  }
}
