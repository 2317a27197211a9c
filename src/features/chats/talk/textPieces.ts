import { LinkifyIt } from 'linkify-it'
import { harmlessName } from '../../../ui/harmlessName.ts'

/** A stretch of a message: words as they are, or an address that may be opened. */
export type Piece = { text: string; href?: string }

const linkifier = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

/** Countries whose names are words: in "gut.es geht" nobody wrote an address. */
const words = /^[^./?#]+\.(?:am|as|da|do|es|im|in|is|it|ja|me|my|no|od|or|so|to|us|zu)$/i

/**
 * Finds the addresses in a text: `http`, `https`, and names of hosts as people write them (cases 14). `isCut`: the text
 * goes on, and an address at its end is only the beginning of one.
 */
export function textPieces(text: string, isCut = false): Piece[] {
  // Most of what is written has no dot between letters: the finder's expressions cost more than drawing the row.
  const found = /\w[.:]\S/u.test(text) ? (linkifier.match(text) ?? []) : []
  const pieces: Piece[] = []
  let end = 0
  for (const { index, lastIndex, schema, raw } of found) {
    const href = addressOf(raw, schema)
    if (!href || (isCut && lastIndex === text.length)) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    // What turns the direction of writing would show another address than the one that opens.
    pieces.push({ text: harmlessName(raw), href })
    end = lastIndex
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

function addressOf(raw: string, schema: string): string | undefined {
  if (schema === '' && words.test(raw)) return undefined
  const url = URL.parse(schema === '' ? `https://${raw}` : raw)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  // What stands before an @ looks like the host and is none; and 0x7f.1 is a host nobody can read.
  if (url.username !== '' || url.password !== '') return undefined
  return isReadable(raw, url.hostname) ? url.href : undefined
}

/** The host as it is written; a browser writes umlauts in another way. */
const isReadable = (raw: string, hostname: string) =>
  raw.toLowerCase().includes(hostname) || /[^\x20-\x7e]/.test(raw)
