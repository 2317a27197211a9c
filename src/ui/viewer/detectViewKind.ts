import { type FileFormat, getFormatByBytes, getFormatByName, getFormatByType } from '../../lib/fileKinds.ts'

/** `code`: markup that a browser would run if it opened the file. */
type ViewKind =
  | { kind: 'image' | 'audio' | 'video'; type: string }
  | { kind: 'pdf' | 'text' | 'code' | 'other' }

/**
 * Detects by the first kilobytes `head`, and by name and type only if these are inconclusive. A file that only claims
 * to be an image counts as that image, so that the viewer reports it as broken.
 */
export function detectViewKind(head: Uint8Array, { name, type }: { name: string; type: string }): ViewKind {
  const claimedFormats = [getFormatByType(type), getFormatByName(name)].filter(format => format !== undefined)
  // Services take the type from the bytes, which are the same for sound and video.
  const hasAudioName = getFormatByName(name)?.kind === 'audio'
  const isVideo =
    !hasAudioName && (/^video\//i.test(type) || claimedFormats.some(({ kind }) => kind === 'video'))
  const isAudio = !isVideo && (/^audio\//i.test(type) || claimedFormats.some(({ kind }) => kind === 'audio'))
  const claimedImage = claimedFormats.find(isImage)
  const format = getFormatByBytes(head)
  if (format?.container) {
    // An image in a container whose brand is not in the table.
    if (claimedImage && isImage(getFormatByType(type))) return { kind: 'image', type: claimedImage.type }
    const kind = isAudio || (format.kind === 'audio' && !isVideo) ? 'audio' : 'video'
    return { kind, type: `${kind}/${format.container}` }
  }
  if (format) return toViewKind(format)
  if (claimedImage) return { kind: 'image', type: claimedImage.type }
  if (claimedFormats.some(({ kind }) => kind === 'pdf')) return { kind: 'pdf' }
  if (isText(head)) {
    const isCode =
      markupStart.test(new TextDecoder().decode(head)) || claimedFormats.some(({ view }) => view === 'markup')
    return { kind: isCode ? 'code' : 'text' }
  }
  if (isAudio) return { kind: 'audio', type: 'audio/mpeg' }
  if (isVideo) return { kind: 'video', type: 'video/mp4' }
  return { kind: 'other' }
}

const markupStart = /^\ufeff?\s*<[!?a-z]/i

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

/** Whether the bytes are UTF-16, or contain no control characters except those of text. */
function isText(head: Uint8Array): boolean {
  const hasByteOrderMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  if (hasByteOrderMark) return true
  return head.every(
    byte => byte >= 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 27,
  )
}
