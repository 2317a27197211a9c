/**
 * The text of bytes: UTF-8, or UTF-16 where its mark says so, otherwise Windows-1252, which old programs write and in
 * which every byte means something. `cut`: bytes are missing at the end, so a character may be torn there.
 */
export function decodeText(bytes: Uint8Array, cut = false): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  if (mark === 0xfffe) return new TextDecoder('utf-16le').decode(bytes)
  if (mark === 0xfeff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * A text in pieces of some 20,000 characters, ended at line ends where there are any: each is laid out when it comes
 * into view, so that 5 MB scroll like a page. The line end between two pieces is left out.
 */
export function textPieces(text: string, length = 20_000): string[] {
  const pieces: string[] = []
  let from = 0
  while (text.length - from > length) {
    const line = text.lastIndexOf('\n', from + length)
    const to = line > from ? line : wholeCharacter(text, from + length)
    pieces.push(text.slice(from, to))
    from = line > from ? to + 1 : to
  }
  pieces.push(text.slice(from))
  return pieces
}

/** Never between the halves of a surrogate pair. */
const wholeCharacter = (text: string, at: number) =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at
