import { findCharacterStart } from '../../lib/truncateText.ts'

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or otherwise Windows-1252, in which every byte is valid. `isTruncated`:
 * the last character may be incomplete.
 */
export function decodeText(bytes: Uint8Array, isTruncated = false): string {
  const byteOrderMark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  if (byteOrderMark === 0xfffe) return new TextDecoder('utf-16le').decode(bytes)
  if (byteOrderMark === 0xfeff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isTruncated })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Splits at line ends where possible, and removes the line end between two pieces. The browser lays out a piece when
 * it becomes visible, so that 5 MB scroll smoothly.
 */
export function splitText(text: string, maxLength = 20_000): string[] {
  const pieces: string[] = []
  let start = 0
  while (text.length - start > maxLength) {
    const lineEnd = text.lastIndexOf('\n', start + maxLength)
    const end = lineEnd > start ? lineEnd : findCharacterStart(text, start + maxLength)
    pieces.push(text.slice(start, end))
    start = lineEnd > start ? end + 1 : end
  }
  pieces.push(text.slice(start))
  return pieces
}
