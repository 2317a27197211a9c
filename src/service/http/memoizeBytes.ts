type Bytes = Uint8Array<ArrayBuffer>
const encoder = new TextEncoder()

/**
 * Maximum size of the cache: characters of all inputs plus bytes of all results. Enough for some hundred timetables.
 */
const maxCacheSize = 8_000_000

/**
 * Caches the result of `render` as UTF-8 bytes, by its input. Callers read the input from the database each time, so a
 * change by another process is never missed. `render` must depend on its argument only.
 */
export function memoizeBytes(
  render: (input: string) => string,
  maxSize = maxCacheSize,
): (input: string) => Bytes {
  // Ordered by last use.
  const cache = new Map<string, Bytes>()
  let size = 0
  return input => {
    const cached = cache.get(input)
    const bytes = cached ?? encoder.encode(render(input))
    if (cached !== undefined) cache.delete(input)
    else size += input.length + bytes.byteLength
    cache.set(input, bytes)
    for (const [oldest, oldBytes] of cache) {
      if (size <= maxSize) break
      cache.delete(oldest)
      size -= oldest.length + oldBytes.byteLength
    }
    return bytes
  }
}
