import { findCharacterStart, truncateText } from '../lib/truncateText.ts'

/**
 * Replaces control characters, and format characters that reorder or hide text, by `�`. Joiners stay, because Persian
 * and emoji need them (rule 14).
 */
export const sanitizeName = (name: string): string =>
  name.replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd')

/** `end` contains the extension and is always visible. `stem` may be cut on screen. */
export function splitName(name: string): { stem: string; end: string } {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 10 ? name.length - dot : 0
  // Four more characters, because long names like "page 1.jpg" and "page 2.jpg" differ there.
  const at = findCharacterStart(name, name.length - extension - 4)
  return { stem: name.slice(0, at), end: name.slice(at) }
}

const maxFileNameLength = 200
/** Reserved for devices on Windows, with any extension, also after spaces: `CON .txt`. */
const reservedNames = /^(?:con|conin\$|conout\$|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?=\.|$)/i

/**
 * Returns a file name that is valid on any system: without folders, control or bidirectional characters, neither hidden
 * nor reserved, at most 200 characters long.
 */
export function safeFileName(name: string, fallback = 'file'): string {
  const sanitized = sanitizeName(name).replaceAll(/[\ufffd/\\:*?"<>|]+/gu, '_')
  // Windows drops dots and spaces at the end, and a leading dot hides a file.
  const trimmed = trimNameEnd(sanitized)
    .replace(/^[.\s]+/u, '')
    .replace(reservedNames, '_$&')
  if (trimmed === '') return fallback
  if (trimmed.length <= maxFileNameLength) return trimmed
  const dot = trimmed.lastIndexOf('.')
  const at = dot > 0 && trimmed.length - dot <= 20 ? dot : trimmed.length
  const extension = trimmed.slice(at)
  const stem = trimNameEnd(truncateText(trimmed.slice(0, at), maxFileNameLength - extension.length))
  // Cutting may have produced a reserved name.
  return `${stem}${extension}`.replace(reservedNames, '_$&')
}

/** Removes dots and spaces at the end. A regular expression would be slow for a million spaces. */
function trimNameEnd(name: string): string {
  let end = name.length
  while (end > 0 && /[.\s]/u.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

const maxInlineLength = 120

/**
 * Returns a safe name for a sentence: isolated from the direction of the text, and at most about 120 characters long
 * (rule 14). The end stays, because it contains the extension.
 */
export function formatInlineName(name: string): string {
  const sanitized = sanitizeName(name)
  const end = findCharacterStart(sanitized, sanitized.length - 19)
  const cut =
    sanitized.length <= maxInlineLength
      ? sanitized
      : `${truncateText(sanitized, maxInlineLength - 20)}…${sanitized.slice(end)}`
  return `\u2068${cut}\u2069`
}
