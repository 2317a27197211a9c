import { normalized } from '../../../lib/normalized.ts'

const longest = 255

/**
 * A name as the service takes it (contract/files.ts): without slashes and control characters, one that is no step in a
 * path, at most 255 characters with its extension kept.
 */
export function uploadName(name: string): string {
  const plain = normalized(name, 'NFC')
    .replaceAll(/[/\\\p{Cc}]+/gu, '_')
    .trim()
  if (plain === '' || plain === '.' || plain === '..') return '_'
  return plain.length <= longest ? plain : cut(plain, longest)
}

/** `name`, or where that is taken the first free one of `name (2).ext`, `name (3).ext`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  const { stem, extension } = parts(name)
  for (let number = 2; ; number += 1) {
    const end = ` (${number})${extension}`
    const next = `${wholeCharacters(stem.slice(0, longest - end.length))}${end}`
    if (!isTaken(next)) return next
  }
}

function cut(name: string, length: number): string {
  const { stem, extension } = parts(name)
  return `${wholeCharacters(stem.slice(0, length - extension.length)).trimEnd()}${extension}`
}

function parts(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || name.length - dot > 20) return { stem: name, extension: '' }
  return { stem: name.slice(0, dot), extension: name.slice(dot) }
}

/** Without half a character at the end. */
const wholeCharacters = (text: string): string => text.replace(/[\ud800-\udbff]$/, '')
