import { characterStart, cutText } from '../lib/cutText.ts'

/**
 * Returns a name from outside that is safe to show. Control characters, and format characters that reorder or hide
 * text, become `�`. Joiners stay, because Persian and emoji need them (rule 14).
 */
export const harmlessName = (name: string): string =>
  name.replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd')

/** Splits a name into a part that may be cut on screen, and an end with the extension that is always visible. */
export function splitName(name: string): { stem: string; end: string } {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 10 ? name.length - dot : 0
  // Four more characters, because long names like "page 1.jpg" and "page 2.jpg" differ there.
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
 * Returns a file name that is valid on any system. It contains no folders, control or bidirectional characters, and is
 * neither hidden nor reserved. It has at most 200 characters, including the extension.
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
  // After cutting, the name may be a reserved one.
  return `${stem}${extension}`.replace(reserved, '_$&')
}

/**
 * Removes dots and spaces at the end. Searches backwards, because a regular expression would be slow for a million
 * spaces.
 */
function withoutEnd(name: string): string {
  let end = name.length
  while (end > 0 && /[.\s]/u.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

const longestInSentence = 120

/**
 * Returns a safe name for use in a sentence: isolated from the direction of the text, and at most about 120 characters
 * long (rule 14). The end stays, because it contains the extension.
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
