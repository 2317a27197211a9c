/** Characters parsed in one go, a millisecond or less. */
const pieceLength = 100_000
/** Where one object ends and the next begins: two entries, or two objects within one. Parsing tells. */
const seam = /\}\s*,\s*\{/g
/** Seams within an entry that are tried before a piece may be twice as long: no text costs more than some such tries. */
const mostTries = 16

/**
 * The value of a JSON text that comes in chunks: a long array of objects as several arrays, each as soon as it is there
 * and a millisecond or two of work; anything else in one. Together the pieces accept and reject just what `JSON.parse`
 * does. Throws `SyntaxError` where the text is no JSON, at the latest at the end, and whatever `chunks` throws.
 */
export async function* piecesOf(chunks: AsyncIterable<string>): AsyncGenerator<unknown, void> {
  // What is not parsed yet. After a piece it begins with an entry, and lacks the bracket.
  let rest = ''
  let bracket = ''
  let looksFrom = pieceLength
  let tries = 0
  for await (const chunk of chunks) {
    rest += chunk
    if (rest.length < looksFrom || (bracket === '' && !/^\s*\[/.test(rest))) continue
    let from = 0
    for (;;) {
      seam.lastIndex = looksFrom
      const found = seam.exec(rest)
      if (!found) break
      // A text that is whole up to here has no array, object or string open but the list itself.
      const piece = parsed(`${bracket}${rest.slice(from, found.index + 1)}]`)
      if (piece) {
        from = found.index + found[0].length - 1
        bracket = '['
        looksFrom = from + pieceLength
        tries = 0
        yield piece
      } else {
        tries += 1
        looksFrom = tries % mostTries === 0 ? 2 * found.index - from : found.index + 1
      }
    }
    // A seam may go on in the next chunk.
    looksFrom = Math.max(looksFrom, rest.lastIndexOf('}')) - from
    rest = rest.slice(from)
  }
  yield JSON.parse(bracket + rest)
}

function parsed(text: string): unknown[] | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
