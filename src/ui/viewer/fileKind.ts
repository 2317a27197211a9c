import { type FileFormat, getFormatByBytes, getFormatByName, getFormatByType } from '../../lib/fileKinds.ts'
import { findCharacterStart } from '../../lib/truncateText.ts'

/** How the viewer shows bytes. `code`: markup that a browser would run if it opened the file. */
type ViewKind =
  | { kind: 'image' | 'audio' | 'video'; type: string }
  | { kind: 'pdf' | 'text' | 'code' | 'other' }

/**
 * Returns how to show a file, by its first bytes. Its name and type are used only if the bytes are inconclusive. A file
 * that only claims to be an image is returned as that image, so that the viewer reports it as broken. `head`: the first
 * kilobytes.
 */
export function detectFileKind(head: Uint8Array, { name, type }: { name: string; type: string }): ViewKind {
  const claims = [getFormatByType(type), getFormatByName(name)].filter(format => format !== undefined)
  const isVideo = /^video\//i.test(type) || claims.some(({ kind }) => kind === 'video')
  const isAudio = !isVideo && (/^audio\//i.test(type) || claims.some(({ kind }) => kind === 'audio'))
  const picture = claims.find(isImage)
  const format = getFormatByBytes(head)
  if (format?.container) {
    // An image in a container whose brand is not in the table.
    if (picture && isImage(getFormatByType(type))) return { kind: 'image', type: picture.type }
    const kind = isAudio || (format.kind === 'audio' && !isVideo) ? 'audio' : 'video'
    return { kind, type: `${kind}/${format.container}` }
  }
  if (format) return toViewKind(format)
  if (picture) return { kind: 'image', type: picture.type }
  if (claims.some(({ kind }) => kind === 'pdf')) return { kind: 'pdf' }
  if (isText(head)) {
    const isCode = markup.test(new TextDecoder().decode(head)) || claims.some(({ view }) => view === 'markup')
    return { kind: isCode ? 'code' : 'text' }
  }
  // The browser tries to play an unknown format, and the viewer reports if it can't.
  if (isAudio) return { kind: 'audio', type: 'audio/mpeg' }
  if (isVideo) return { kind: 'video', type: 'video/mp4' }
  return { kind: 'other' }
}

const markup = /^\ufeff?\s*<[!?a-z]/i

const isImage = (format: FileFormat | undefined) => format?.kind === 'image' && format.view !== 'markup'

function toViewKind({ kind, type }: FileFormat): ViewKind {
  switch (kind) {
    case 'image':
    case 'audio':
    case 'video':
      return { kind, type }
    case 'pdf':
      return { kind }
    default:
      return { kind: 'other' }
  }
}

/** Whether the bytes are UTF-16 with a byte order mark, or contain no control characters except those of text. */
function isText(head: Uint8Array): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true
  return head.every(
    byte => byte >= 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 27,
  )
}

/**
 * Decodes text: UTF-8, UTF-16 if there is a byte order mark, otherwise Windows-1252, in which every byte is valid.
 * `isCut`: bytes are missing at the end, so that the last character may be incomplete.
 */
export function decodeText(bytes: Uint8Array, isCut = false): string {
  const byteOrderMark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  if (byteOrderMark === 0xfffe) return new TextDecoder('utf-16le').decode(bytes)
  if (byteOrderMark === 0xfeff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Splits a text into pieces of about 20,000 characters, at line ends where possible. The browser lays out each piece
 * when it becomes visible, so that 5 MB scroll smoothly. The line end between two pieces is removed.
 */
export function splitText(text: string, length = 20_000): string[] {
  const pieces: string[] = []
  let from = 0
  while (text.length - from > length) {
    const line = text.lastIndexOf('\n', from + length)
    const to = line > from ? line : findCharacterStart(text, from + length)
    pieces.push(text.slice(from, to))
    from = line > from ? to + 1 : to
  }
  pieces.push(text.slice(from))
  return pieces
}
