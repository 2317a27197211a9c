/** What the viewer makes of bytes. `code`: what a browser would run or load from if it were given as a document. */
export type FileKind = { kind: 'image'; type: string } | { kind: 'pdf' | 'text' | 'code' | 'other' }

const beginnings: readonly [offset: number, bytes: string, type: string][] = [
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
]

const markup = /^\ufeff?\s*<[!?a-z]/i
const markupType = /^(?:text\/(?:html|xml)|image\/svg|application\/(?:xhtml\+xml|xml))/i
const markupName = /\.(?:html?|xhtml|svgz?|xml|mhtml?)$/i
const rasterType = /^image\/(?:jpe?g|png|gif|webp|bmp|avif|hei[cf])/i
const rasterName = /\.(?:jpe?g|png|gif|webp|bmp|avif|hei[cf])$/i

/**
 * What a file is by how it begins; what was said of it only where the bytes say nothing. `head`: the first kilobytes.
 * A picture that is none comes back as the picture it claims to be, to be told so.
 */
export function fileKind(head: Uint8Array, { name, type }: { name: string; type: string }): FileKind {
  const start = latin1(head.subarray(0, 1024))
  for (const [offset, beginning, found] of beginnings) {
    if (start.startsWith(beginning, offset)) return { kind: 'image', type: found }
  }
  // Two letters alone would be the beginning of many a text.
  if (/^BM[\s\S]{4}\0\0\0\0/.test(start)) return { kind: 'image', type: 'image/bmp' }
  // Readers of PDF allow rubbish before the header.
  if (start.includes('%PDF-')) return { kind: 'pdf' }
  if (rasterType.test(type) || rasterName.test(name)) return { kind: 'image', type: 'image/png' }
  if (/^application\/pdf/i.test(type) || /\.pdf$/i.test(name)) return { kind: 'pdf' }
  if (isText(head)) {
    const isCode =
      markup.test(new TextDecoder().decode(head)) || markupType.test(type) || markupName.test(name)
    return { kind: isCode ? 'code' : 'text' }
  }
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
