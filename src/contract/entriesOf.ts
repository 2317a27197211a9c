/** Characters read in one go: a millisecond or two of work, whatever the entries are. */
const pieceLength = 100_000

/**
 * The entries of a JSON array, without reading the whole text in one go: `undefined` between two pieces of work, so that
 * who walks it can let others in. Together the pieces accept and reject just what `JSON.parse` does.
 * Throws `SyntaxError` where the text is none, at the latest at the end, and where it is JSON but no array.
 */
export function* entriesOf(text: string): Generator<{ entries: unknown[] } | undefined> {
  const first = skipSpace(text, 0)
  if (text[first] !== '[') throw new SyntaxError('not an array')
  let from = first + 1
  let isFirstPiece = true
  const end = yield* pieces(from)
  if (skipSpace(text, end + 1) < text.length) throw new SyntaxError('more after the end of the array')

  /** Cuts at commas between entries, at least every so many characters where an entry ends by then. */
  function* pieces(start: number): Generator<{ entries: unknown[] } | undefined, number> {
    let depth = 1
    let looked = start
    for (let at = start; at < text.length; at += 1) {
      if (at - looked > pieceLength) {
        looked = at
        yield undefined
      }
      switch (text.charCodeAt(at)) {
        case quote:
          at = endOfString(text, at)
          break
        case openBracket:
        case openBrace:
          depth += 1
          break
        case closeBracket:
        case closeBrace:
          depth -= 1
          if (depth === 0) {
            yield piece(at, isFirstPiece)
            return at
          }
          break
        case comma:
          if (depth === 1 && at - from >= pieceLength) {
            yield piece(at, false)
            from = at + 1
            isFirstPiece = false
          }
      }
    }
    throw new SyntaxError('the array has no end')
  }

  function piece(to: number, mayBeEmpty: boolean): { entries: unknown[] } {
    const entries: unknown[] = JSON.parse(`[${text.slice(from, to)}]`)
    if (entries.length === 0 && !mayBeEmpty) throw new SyntaxError('nothing after a comma')
    return { entries }
  }
}

const [quote, backslash, comma] = [34, 92, 44]
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125]

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1
  return at
}

/** Where the string that begins at `start` ends: its closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}
