import { harmlessName } from './harmlessName.ts'

const longest = 200
/** Names that Windows keeps for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/**
 * A name under which a file may be saved on any system: no folders, no control or turning characters, nothing hidden
 * or reserved, at most 200 characters with the extension kept.
 */
export function safeFileName(name: string, otherwise = 'file'): string {
  const plain = harmlessName(name)
    .replaceAll(/[\ufffd/\\:*?"<>|]+/gu, '_')
    // Windows drops dots and spaces at the end, and a leading dot hides a file.
    .replace(/[.\s]+$/u, '')
    .replace(/^[.\s]+/u, '')
    .replace(reserved, '_$&')
  const characters = Array.from(plain === '' ? otherwise : plain)
  if (characters.length <= longest) return characters.join('')
  const dot = characters.lastIndexOf('.')
  const extension = characters.length - dot <= 20 && dot > 0 ? characters.slice(dot) : []
  return [...characters.slice(0, longest - extension.length), ...extension].join('')
}
