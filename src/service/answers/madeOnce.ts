type Bytes = Uint8Array<ArrayBuffer>
const encoder = new TextEncoder()

/** Kept at most, the characters of what answers are made of and the bytes of the answers: some hundred timetables. */
const mostKept = 8_000_000

/**
 * The bytes of a text that is made of another one, kept by that: what is asked for again and again is made once, for as
 * long as what was read for it is the same. It is read each time, so that it does not matter which process changed it.
 * `make` may look at nothing but what it is given.
 */
export function madeOnce(make: (of: string) => string, most = mostKept): (of: string) => Bytes {
  // In the order of their last use.
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
