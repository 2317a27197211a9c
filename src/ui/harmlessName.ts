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
/** Names that Windows keeps for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/**
 * A name under which a file may be saved on any system: no folders, no control or turning characters, nothing hidden
 * or reserved, at most 200 characters with the extension kept.
 */
export function safeFileName(name: string, otherwise = 'file'): string {
  const shown = harmlessName(name).replaceAll(/[\ufffd/\\:*?"<>|]+/gu, '_')
  // Windows drops dots and spaces at the end, and a leading dot hides a file.
  const plain = withoutEnd(shown)
    .replace(/^[.\s]+/u, '')
    .replace(reserved, '_$&')
  const characters = Array.from(plain === '' ? otherwise : plain)
  if (characters.length <= longest) return characters.join('')
  const dot = characters.lastIndexOf('.')
  const extension = characters.length - dot <= 20 && dot > 0 ? characters.slice(dot) : []
  return [...characters.slice(0, longest - extension.length), ...extension].join('')
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
