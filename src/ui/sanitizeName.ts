import { findCharacterStart, truncateText } from '../lib/truncateText.ts'

/**
 * Returns a name from outside that is safe to show. Control characters, and format characters that reorder or hide
 * text, become `�`. Joiners stay, because Persian and emoji need them (rule 14).
 */
export const sanitizeName = (name: string): string =>
  name.replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd')

/** Splits a name into a part that may be cut on screen, and an end with the extension that is always visible. */
export function splitName(name: string): { stem: string; end: string } {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 10 ? name.length - dot : 0
  // Four more characters, because long names like "page 1.jpg" and "page 2.jpg" differ there.
  const at = findCharacterStart(name, name.length - extension - 4)
  return { stem: name.slice(0, at), end: name.slice(at) }
}

const maxFileNameLength = 200
/**
 * Names that Windows reserves for devices, with any extension. It ignores spaces between name and extension, so that
 * `CON .txt` is a device, too.
 */
const reservedNames = /^(?:con|conin\$|conout\$|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?=\.|$)/i

/**
 * Returns a file name that is valid on any system. It contains no folders, control or bidirectional characters, and is
 * neither hidden nor reserved. It has at most 200 characters, including the extension.
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
  // After cutting, the name may be a reserved one.
  return `${stem}${extension}`.replace(reservedNames, '_$&')
}

/**
 * Removes dots and spaces at the end. Searches backwards, because a regular expression would be slow for a million
 * spaces.
 */
function trimNameEnd(name: string): string {
  let end = name.length
  while (end > 0 && /[.\s]/u.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

const maxInlineLength = 120

/**
 * Returns a safe name for use in a sentence: isolated from the direction of the text, and at most about 120 characters
 * long (rule 14). The end stays, because it contains the extension.
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
