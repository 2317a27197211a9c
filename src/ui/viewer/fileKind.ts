import type { PreviewFile } from './Content.ts'

/** What the viewer makes of bytes. `code`: what a browser would run or load from if it were given as a document. */
type FileKind =
  | { kind: 'image' | 'audio' | 'video'; type: string }
  | { kind: 'pdf' | 'text' | 'code' | 'other' }

type Beginning = readonly [offset: number, bytes: string, type: string]

const beginnings: readonly Beginning[] = [
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, 'GIF87a', 'image/gif'],
  [0, 'GIF89a', 'image/gif'],
  [8, 'WEBP', 'image/webp'],
  [4, 'ftypavif', 'image/avif'],
  // Photos of phones; Safari shows them, and other browsers say that they can't.
  [4, 'ftypheic', 'image/heic'],
  [4, 'ftypheix', 'image/heic'],
  [4, 'ftypmif1', 'image/heif'],
  [0, 'ID3', 'audio/mpeg'],
  // A frame of MPEG audio, layer 3, and of AAC, where nothing stands before them.
  ...['\xfb', '\xfa', '\xf3', '\xf2'].map((second): Beginning => [0, `\xff${second}`, 'audio/mpeg']),
  [0, '\xff\xf1', 'audio/aac'],
  [0, '\xff\xf9', 'audio/aac'],
  [0, 'fLaC', 'audio/flac'],
  [8, 'WAVE', 'audio/wav'],
  [4, 'ftypM4A', 'audio/mp4'],
  [4, 'ftypM4B', 'audio/mp4'],
]
/** May hold sound alone or pictures too: what is said of the file decides. */
const containers: readonly Beginning[] = [
  [0, 'OggS', 'ogg'],
  [0, '\x1a\x45\xdf\xa3', 'webm'],
  [4, 'ftyp', 'mp4'],
]

const markup = /^\ufeff?\s*<[!?a-z]/i
const markupType = /^(?:text\/(?:html|xml)|image\/svg|application\/(?:xhtml\+xml|xml))/i
const markupName = /\.(?:html?|xhtml|svgz?|xml|mhtml?)$/i
const rasterType = /^image\/(?:jpe?g|png|gif|webp|bmp|avif|hei[cf])/i
const soundType = /^(?:audio\/|application\/ogg)/i
const soundName = /\.(?:mp3|m4a|aac|og[ga]|opus|wav|flac|weba|wma|aiff?|midi?)$/i
const videoType = /^video\//i
const videoName = /\.(?:mp4|m4v|webm|ogv|mov|avi|mkv|wmv|mpe?g|3gp)$/i
const rasterName = /\.(?:jpe?g|png|gif|webp|bmp|avif|hei[cf])$/i

/**
 * What a file is by how it begins; what was said of it only where the bytes say nothing. `head`: the first kilobytes.
 * A picture that is none comes back as the picture it claims to be, to be told so.
 */
export function fileKind(head: Uint8Array, { name, type }: { name: string; type: string }): FileKind {
  const start = latin1(head.subarray(0, 1024))
  for (const [offset, beginning, found] of beginnings) {
    const kind = found.startsWith('image/') ? 'image' : 'audio'
    if (start.startsWith(beginning, offset)) return { kind, type: found }
  }
  // Two letters alone would be the beginning of many a text.
  if (/^BM[\s\S]{4}\0\0\0\0/.test(start)) return { kind: 'image', type: 'image/bmp' }
  // Readers of PDF allow rubbish before the header.
  if (start.includes('%PDF-')) return { kind: 'pdf' }
  const isVideo = videoType.test(type) || videoName.test(name)
  const isSound = !isVideo && (soundType.test(type) || soundName.test(name))
  if (!rasterType.test(type)) {
    for (const [offset, beginning, found] of containers) {
      if (!start.startsWith(beginning, offset)) continue
      const kind = isSound || (found === 'ogg' && !isVideo) ? 'audio' : 'video'
      return { kind, type: `${kind}/${found}` }
    }
  }
  if (rasterType.test(type) || rasterName.test(name)) return { kind: 'image', type: 'image/png' }
  if (/^application\/pdf/i.test(type) || /\.pdf$/i.test(name)) return { kind: 'pdf' }
  if (isText(head)) {
    const isCode =
      markup.test(new TextDecoder().decode(head)) || markupType.test(type) || markupName.test(name)
    return { kind: isCode ? 'code' : 'text' }
  }
  // Of no kind we know: the browser tries, and says so where it can't.
  if (isSound) return { kind: 'audio', type: 'audio/mpeg' }
  if (isVideo) return { kind: 'video', type: 'video/mp4' }
  return { kind: 'other' }
}

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes)

/** UTF-16 with its mark, or no control characters but those of texts. */
function isText(head: Uint8Array): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true
  return head.every(
    byte => byte >= 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 27,
  )
}

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

const office =
  /^application\/(?:(?:x-)?(?:zip|7z|rar|tar|gzip|bzip2?)|msword|rtf|java-archive|x-msdownload|vnd\.(?:ms-|openxmlformats|oasis|rar|apple|android|sqlite3))/i
const ends =
  /\.(?:zip|7z|rar|tar|t?gz|bz2|docx?|docm|dotx?|xlsx?|xlsm|pptx?|pptm|ppsx|od[tspg]|pages|numbers|key|epub|exe|msi|dmg|apk|iso|jar|psd|ggb|notebook)$/i

/**
 * A kind of file there is no picture of, by what is said of it: not worth loading just to say so. What only claims to
 * be one is a download, as it is anyway.
 */
export const neverShown = ({ name, type }: Pick<PreviewFile, 'name' | 'type'>): boolean =>
  ends.test(name) || (office.test(type) && !/\.[a-z0-9]{1,5}$/i.test(name))
