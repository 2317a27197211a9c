type Bytes = Uint8Array<ArrayBuffer>

export type BytesCache = {
  get: (key: string) => Bytes | undefined
  set: (key: string, bytes: Bytes) => void
}

/** `maxSize` is the characters of all keys plus all bytes. */
export function createBytesCache(maxSize: number): BytesCache {
  const cache = new Map<string, Bytes>()
  let size = 0
  const remove = (key: string, bytes: Bytes) => {
    cache.delete(key)
    size -= key.length + bytes.byteLength
  }
  return {
    get(key) {
      const bytes = cache.get(key)
      if (bytes === undefined) return undefined
      cache.delete(key)
      cache.set(key, bytes)
      return bytes
    },
    set(key, bytes) {
      const previous = cache.get(key)
      if (previous) remove(key, previous)
      cache.set(key, bytes)
      size += key.length + bytes.byteLength
      for (const [oldest, oldBytes] of cache) {
        if (size <= maxSize) break
        remove(oldest, oldBytes)
      }
    },
  }
}
