/** What the viewer makes of bytes. `code`: what a browser would run or load from if it were given as a document. */
export type FileKind =
  | { kind: 'image' | 'audio' | 'video'; type: string }
  | { kind: 'pdf' | 'text' | 'code' | 'other' }

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

const sounds: readonly [offset: number, bytes: string, type: string][] = [
  [0, 'ID3', 'audio/mpeg'],
  // A frame of MPEG audio, layer 3, and of AAC, where nothing stands before them.
  ...['\xfb', '\xfa', '\xf3', '\xf2'].map((second): [number, string, string] => [
    0,
    `\xff${second}`,
    'audio/mpeg',
  ]),
  [0, '\xff\xf1', 'audio/aac'],
  [0, '\xff\xf9', 'audio/aac'],
  [0, 'fLaC', 'audio/flac'],
  [8, 'WAVE', 'audio/wav'],
  [4, 'ftypM4A', 'audio/mp4'],
  [4, 'ftypM4B', 'audio/mp4'],
]
/** May hold sound alone or pictures too: what is said of the file decides. */
const containers: readonly [offset: number, bytes: string, type: string][] = [
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
    if (start.startsWith(beginning, offset)) return { kind: 'image', type: found }
  }
  for (const [offset, beginning, found] of sounds) {
    if (start.startsWith(beginning, offset)) return { kind: 'audio', type: found }
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
