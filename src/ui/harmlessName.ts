import { characterStart, cutText } from '../lib/cutText.ts'

/**
 * A name from outside for showing: control characters, and format characters that turn or hide text, become `�`. The
 * joiners stay: Persian and emoji need them (cases 14).
 */
export const harmlessName = (name: string): string =>
  name.replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd')

/** A name in two: what may be cut for the eye, and the end with the extension, which always shows. */
export function splitName(name: string): { stem: string; end: string } {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 10 ? name.length - dot : 0
  // Four letters more, because "page 1.jpg" and "page 2.jpg" of two long names differ there.
  const at = characterStart(name, name.length - extension - 4)
  return { stem: name.slice(0, at), end: name.slice(at) }
}

const longest = 200
/**
 * Names that Windows reserves for devices, with any extension. It ignores spaces between name and extension, so that
 * `CON .txt` is a device, too.
 */
const reserved = /^(?:con|conin\$|conout\$|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?=\.|$)/i

/**
 * Returns a name under which a file may be saved on any system: no folders, no control or bidirectional characters,
 * nothing hidden or reserved, at most 200 characters with the extension kept.
 */
export function safeFileName(name: string, otherwise = 'file'): string {
  const shown = harmlessName(name).replaceAll(/[\ufffd/\\:*?"<>|]+/gu, '_')
  // Windows drops dots and spaces at the end, and a leading dot hides a file.
  const plain = withoutEnd(shown)
    .replace(/^[.\s]+/u, '')
    .replace(reserved, '_$&')
  if (plain === '') return otherwise
  if (plain.length <= longest) return plain
  const dot = plain.lastIndexOf('.')
  const at = dot > 0 && plain.length - dot <= 20 ? dot : plain.length
  const extension = plain.slice(at)
  const stem = withoutEnd(cutText(plain.slice(0, at), longest - extension.length))
  // The part that was cut off may have been all that told the name from a reserved one.
  return `${stem}${extension}`.replace(reserved, '_$&')
}

/** Without the dots and spaces at its end: looked for from there, since an expression tries each of a million in vain. */
function withoutEnd(name: string): string {
  let end = name.length
  while (end > 0 && /[.\s]/u.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

const longestInSentence = 120

/**
 * A name within a sentence: harmless, held together whatever its direction, cut where it would be the whole page
 * (cases 14). The end stays, for there the kind of the file stands.
 */
export function shownName(name: string): string {
  const shown = harmlessName(name)
  const end = characterStart(shown, shown.length - 19)
  const cut =
    shown.length <= longestInSentence
      ? shown
      : `${cutText(shown, longestInSentence - 20)}…${shown.slice(end)}`
  return `\u2068${cut}\u2069`
}
