type Bytes = Uint8Array<ArrayBuffer>
const encoder = new TextEncoder()

/** Characters of all inputs plus bytes of all results. Enough for some hundred timetables. */
const maxCacheSize = 8_000_000

/**
 * `render` must depend on its input only. Callers read it from the database each time, so changes by other processes
 * are never missed.
 */
export function memoizeBytes(
  render: (input: string) => string,
  maxSize = maxCacheSize,
): (input: string) => Bytes {
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
