/** Characters that are kept at most, of what an answer is made of and of the answer: some hundred timetables. */
const mostKept = 8_000_000

/**
 * A text that is made of another one, and kept by it: what is asked for again and again is made once, for as long as what
 * was read for it is the same. It is read each time, so that it does not matter which process changed it. `make` may look
 * at nothing but what it is given.
 */
export function madeOnce(make: (of: string) => string, most = mostKept): (of: string) => string {
  // In the order of their last use.
  const kept = new Map<string, string>()
  let size = 0
  return of => {
    const known = kept.get(of)
    const made = known ?? make(of)
    if (known !== undefined) kept.delete(of)
    else size += of.length + made.length
    kept.set(of, made)
    for (const [oldest, text] of kept) {
      if (size <= most) break
      kept.delete(oldest)
      size -= oldest.length + text.length
    }
    return made
  }
}
