// biome-ignore-all lint/suspicious/noControlCharactersInRegex: file headers contain control characters.

export type FileKind =
  | 'image'
  | 'pdf'
  | 'text'
  | 'table'
  | 'document'
  | 'slides'
  | 'audio'
  | 'video'
  | 'archive'
  | 'other'

/** Files of the format are served and shown as `type`. */
export type FileFormat = {
  kind: FileKind
  type: string
  extensions: readonly string[]
  /** Other media types. */
  aliases?: RegExp
  /** Matches the first bytes of a file, as Latin-1. */
  signature?: RegExp
  /** `drawn`: shown as a picture. `opaque`: no preview. `markup`: shown as text. */
  view?: 'drawn' | 'opaque' | 'markup'
  /** Of sound or video. Name and type decide which. */
  container?: 'ogg' | 'webm' | 'mp4'
}

/** The first match wins, so a container comes after the formats that use it. */
const formats: readonly FileFormat[] = [
  {
    kind: 'image',
    type: 'image/jpeg',
    extensions: ['jpg', 'jpeg', 'jfif'],
    aliases: /^image\/p?jpe?g$/,
    signature: /^\xff\xd8\xff/,
    view: 'drawn',
  },
  {
    kind: 'image',
    type: 'image/png',
    extensions: ['png', 'apng'],
    signature: /^\x89PNG\r\n\x1a\n/,
    view: 'drawn',
  },
  { kind: 'image', type: 'image/gif', extensions: ['gif'], signature: /^GIF8[79]a/, view: 'drawn' },
  { kind: 'image', type: 'image/webp', extensions: ['webp'], signature: /^RIFF.{4}WEBP/s, view: 'drawn' },
  {
    kind: 'image',
    type: 'image/avif',
    extensions: ['avif'],
    // `mif1` only means that the container has a picture. The brands after it name its codec.
    signature: /^.{4}ftyp(?:avi[fs]|mif1.{4}(?:.{4}){0,8}?avi[fs])/s,
    view: 'drawn',
  },
  // A text could begin with "BM", too.
  {
    kind: 'image',
    type: 'image/bmp',
    extensions: ['bmp'],
    aliases: /^image\/x-(?:ms-)?bmp$/,
    signature: /^BM.{4}\0{4}/s,
    view: 'drawn',
  },
  // Photos of phones. Only Safari can show them.
  {
    kind: 'image',
    type: 'image/heic',
    extensions: ['heic'],
    aliases: /^image\/heic/,
    signature: /^.{4}ftyphe[iv][cmsx]/s,
  },
  {
    kind: 'image',
    type: 'image/heif',
    extensions: ['heif'],
    aliases: /^image\/heif/,
    signature: /^.{4}ftypm[is]f1/s,
  },
  {
    kind: 'image',
    type: 'image/tiff',
    extensions: ['tif', 'tiff'],
    signature: /^(?:II\*\0|MM\0\*)/,
  },
  {
    kind: 'image',
    type: 'image/svg+xml',
    extensions: ['svg', 'svgz'],
    aliases: /^image\/svg/,
    view: 'markup',
  },

  { kind: 'pdf', type: 'application/pdf', extensions: ['pdf'], signature: /^%PDF-/ },

  {
    kind: 'audio',
    type: 'audio/mpeg',
    extensions: ['mp3'],
    aliases: /^audio\/(?:x-)?mp3$/,
    // An ID3 tag, or a frame of MPEG audio layer 3.
    signature: /^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/,
  },
  { kind: 'audio', type: 'audio/aac', extensions: ['aac'], signature: /^\xff[\xf0\xf1\xf8\xf9]/ },
  { kind: 'audio', type: 'audio/flac', extensions: ['flac'], signature: /^fLaC/ },
  { kind: 'audio', type: 'audio/wav', extensions: ['wav'], signature: /^RIFF.{4}WAVE/s },
  { kind: 'audio', type: 'audio/mp4', extensions: ['m4a', 'm4b'], signature: /^.{4}ftypM4[AB]/s },
  {
    kind: 'audio',
    type: 'audio/aiff',
    extensions: ['aif', 'aiff'],
    signature: /^FORM.{4}AIF[CF]/s,
  },
  { kind: 'audio', type: 'audio/midi', extensions: ['mid', 'midi'], signature: /^MThd/ },
  { kind: 'audio', type: 'audio/x-ms-wma', extensions: ['wma'] },
  {
    kind: 'audio',
    type: 'audio/ogg',
    extensions: ['ogg', 'oga', 'opus'],
    aliases: /^application\/ogg$/,
    signature: /^OggS/,
    container: 'ogg',
  },
  { kind: 'video', type: 'video/ogg', extensions: ['ogv'] },
  // The recorders of browsers name the codecs in the first bytes.
  {
    kind: 'audio',
    type: 'audio/webm',
    extensions: ['weba'],
    signature: /^\x1aE\xdf\xa3(?!.*V_(?:VP|AV|MP)).*A_(?:OPUS|VORBIS|PCM|AAC)/s,
  },
  {
    kind: 'video',
    type: 'video/webm',
    extensions: ['webm', 'mkv'],
    signature: /^\x1aE\xdf\xa3/,
    container: 'webm',
  },
  {
    kind: 'video',
    type: 'video/mp4',
    extensions: ['mp4', 'm4v', 'mov', '3gp'],
    signature: /^.{4}ftyp/s,
    container: 'mp4',
  },
  { kind: 'video', type: 'video/x-msvideo', extensions: ['avi'], signature: /^RIFF.{4}AVI /s },
  { kind: 'video', type: 'video/mpeg', extensions: ['mpg', 'mpeg'] },
  { kind: 'video', type: 'video/x-ms-wmv', extensions: ['wmv'] },

  // Before other text, because a browser would run it.
  { kind: 'text', type: 'text/html', extensions: ['html', 'htm'], view: 'markup' },
  {
    kind: 'text',
    type: 'application/xml',
    extensions: ['xml', 'xhtml', 'mhtml', 'mht'],
    aliases: /^(?:text\/xml|application\/xhtml\+xml)/,
    view: 'markup',
  },
  { kind: 'text', type: 'text/plain', extensions: ['txt', 'md', 'tex', 'log'] },
  { kind: 'text', type: 'application/json', extensions: ['json'] },
  { kind: 'table', type: 'text/csv', extensions: ['csv', 'tsv'], aliases: /^text\/tab-separated/ },
  { kind: 'document', type: 'application/rtf', extensions: ['rtf'], aliases: /^text\/rtf/ },

  {
    kind: 'table',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xls', 'xlsx', 'xlsm', 'ods', 'numbers'],
    aliases: /^application\/vnd\.(?:ms-excel|oasis\.opendocument\.spreadsheet|apple\.numbers)/,
    view: 'opaque',
  },
  {
    kind: 'document',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['doc', 'docx', 'docm', 'dot', 'dotx', 'odt', 'pages', 'epub'],
    aliases: /^application\/(?:msword|epub|vnd\.(?:ms-word|oasis\.opendocument\.text|apple\.pages))/,
    view: 'opaque',
  },
  {
    kind: 'slides',
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['ppt', 'pptx', 'pptm', 'ppsx', 'odp', 'key'],
    aliases: /^application\/vnd\.(?:ms-powerpoint|oasis\.opendocument\.presentation|apple\.keynote)/,
    view: 'opaque',
  },
  {
    kind: 'archive',
    type: 'application/zip',
    extensions: ['zip', '7z', 'rar', 'tar', 'gz', 'tgz', 'bz2', 'xz'],
    aliases: /^application\/(?:x-)?(?:zip|7z|rar|tar|gzip|bzip|xz|vnd\.rar)/,
    signature: /^PK\x03\x04/,
    view: 'opaque',
  },
  {
    kind: 'other',
    type: 'application/octet-stream',
    extensions: ['exe', 'msi', 'dmg', 'apk', 'iso', 'jar', 'psd', 'ggb', 'notebook', 'odg'],
    aliases:
      /^application\/(?:java-archive|x-msdownload|vnd\.(?:ms-|openxmlformats|oasis|apple|android|sqlite3))/,
    view: 'opaque',
  },
]

/** Bytes that `getFormatByBytes` needs. */
export const signatureBytes = 1024

/** Ignores name and type. */
export function getFormatByBytes(head: Uint8Array): FileFormat | undefined {
  const text = String.fromCharCode(...head.subarray(0, signatureBytes))
  return (
    formats.find(({ signature }) => signature?.test(text)) ??
    // PDF readers accept other bytes before the header.
    (text.includes('%PDF-') ? formats.find(({ kind }) => kind === 'pdf') : undefined)
  )
}

/** In lower case, without the dot. May be empty. */
export const getExtension = (name: string): string =>
  /\.([\p{L}\p{N}]{1,8})\s*$/u.exec(name)?.[1]?.toLowerCase() ?? ''

const byExtension = new Map(formats.flatMap(format => format.extensions.map(end => [end, format] as const)))

export const getFormatByName = (name: string): FileFormat | undefined => byExtension.get(getExtension(name))

/** `application/octet-stream` names no format. */
export function getFormatByType(given: string): FileFormat | undefined {
  const [type = ''] = given.toLowerCase().split(';', 1)
  const plain = type.trim()
  if (plain === 'application/octet-stream') return undefined
  return formats.find(format => format.type === plain) ?? formats.find(({ aliases }) => aliases?.test(plain))
}

/** The type only counts without an extension, because a service may send any type for `notes.xyz`. */
export function getFileKind(file: { name: string; type: string }): FileKind {
  const format = getFormat(file)
  if (format || getExtension(file.name) !== '') return format?.kind ?? 'other'
  const general = /^(?:image|audio|video|text)(?=\/)/i.exec(file.type)?.[0].toLowerCase()
  return (general as FileKind | undefined) ?? 'other'
}

/** Excludes SVG, which can load resources and run scripts. */
export const isRasterImage = ({ name, type }: { name: string; type: string }): boolean =>
  (getFormatByType(type) ?? getFormatByName(name))?.view === 'drawn'

export const isViewable = (file: { name: string; type: string }): boolean =>
  !isOpaque(file) && (getFileKind(file) !== 'other' || file.type.startsWith('text/'))

export const isOpaque = (file: { name: string; type: string }): boolean => getFormat(file)?.view === 'opaque'

export const isMarkup = (file: { name: string; type: string }): boolean => getFormat(file)?.view === 'markup'

/** The extension decides, even if it is unknown, but not between sound and video. */
function getFormat({ name, type }: { name: string; type: string }): FileFormat | undefined {
  const format = getFormatByName(name)
  const typed = getExtension(name) === '' || format?.container ? getFormatByType(type) : undefined
  return typed && (!format || typed.kind === 'audio') ? typed : format
}
