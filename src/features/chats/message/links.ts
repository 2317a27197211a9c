import { LinkifyIt } from 'linkify-it'
import topLevelDomains from 'tlds'
import { sanitizeName } from '../../../ui/sanitizeName.ts'

/** A part of a message: plain text, or a link if it has an `href`. */
type TextPart = { text: string; href?: string }

const linkifier = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, tlds: topLevelDomains })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

/**
 * Top-level domains that are also file extensions: `main.py` is a file. A host under one of them needs a scheme or
 * `www.` to become a link. `.app` and `.com` are left out, because most names that end in them are hosts.
 */
const fileExtensionDomain =
  /\.(?:ai|band|box|bz|cab|cal|cc|data|dds|docs|dot|fit|gs|ice|inc|ink|java|map|md|mk|ml|mm|mobi|mov|movie|one|ph|pid|pl|pm|ps|pub|py|rip|rs|run|sas|save|sb|sc|sh|so|tab|tf|vi|xyz|zip)$/i

/**
 * Top-level domains that are also words or surnames, after a single dot. There is no address in "gut.es geht" or
 * in the login name "anna.weber". Endings that are used more often for hosts (`.at`, `.team`) are left out.
 */
const wordDomain =
  /^[^.]+\.(?:am|as|by|call|cool|do|er|es|got|here|hm|how|im|in|is|ist|it|je|jetzt|kaufen|kim|la|like|lol|me|meet|mit|mom|my|na|name|ne|new|next|no|now|nu|open|schmidt|schwarz|so|to|today|us|walter|weber|wow|you)$/i

/**
 * Splits a text into plain text and links (rule 14): `http`, `https`, and hosts without a scheme. `isCut`: the text
 * continues, so a link at its end is incomplete and is not opened.
 */
export function parseLinks(text: string, isCut = false): TextPart[] {
  // Most messages have no dot between letters. Skipping them here is cheaper than linkify-it's expressions.
  const found = /\w[.:]\S/u.test(text) ? (linkifier.match(text) ?? []) : []
  const pieces: TextPart[] = []
  let end = 0
  for (const { index, lastIndex, schema, raw } of found) {
    const href = schema === '' ? getHostHref(raw, text.charAt(lastIndex)) : getSafeHref(raw, raw)
    if (!href || (isCut && lastIndex === text.length)) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    // Bidirectional characters would show another address than the one that opens.
    pieces.push({ text: sanitizeName(raw), href })
    end = lastIndex
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

/** Returns the address of a host without a scheme, or undefined if it is more likely a file, a word or code. */
function getHostHref(raw: string, nextCharacter: string): string | undefined {
  const host = /^[^/?#]*/.exec(raw)?.[0] ?? ''
  if (!/^www\./i.test(host)) {
    if (fileExtensionDomain.test(host) || wordDomain.test(raw)) return undefined
    // A missing space after a full stop: "kommt.An".
    if (/\p{Ll}\.\p{Lu}/u.test(host)) return undefined
    // The first part of an email address, or a call in program text.
    if (nextCharacter === '@' || nextCharacter === '(') return undefined
  }
  return getSafeHref(`https://${raw}`, raw)
}

function getSafeHref(address: string, raw: string): string | undefined {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  // A name before an @ looks like the host but is not.
  if (url.username !== '' || url.password !== '') return undefined
  return isHostVisible(raw, url.hostname) ? url.href : undefined
}

/** Whether the host is written as it opens: 0x7f.1 is not. Browsers encode umlauts, so those are exempt. */
const isHostVisible = (raw: string, hostname: string) =>
  raw.toLowerCase().includes(hostname) || /[^\x20-\x7e]/.test(raw)
