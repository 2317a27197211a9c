import { LinkifyIt } from 'linkify-it'
import topLevelDomains from 'tlds'
import { sanitizeName } from '../sanitizeName.ts'

/** A link if it has an `href`. */
type TextPart = { text: string; href?: string }

const linkifier = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, tlds: topLevelDomains })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

/**
 * Top-level domains that are also file extensions, as in `main.py`. Such a host needs a scheme or `www.` to
 * become a link. `.app` and `.com` are excluded.
 */
const fileExtensionDomain =
  /\.(?:ai|band|box|bz|cab|cal|cc|data|dds|docs|dot|fit|gs|ice|inc|ink|java|map|md|mk|ml|mm|mobi|mov|movie|one|ph|pid|pl|pm|ps|pub|py|rip|rs|run|sas|save|sb|sc|sh|so|tab|tf|vi|xyz|zip)$/i

/**
 * Top-level domains that are also words or surnames, as in "gut.es geht" or "anna.weber". `.at` and `.team`
 * are excluded.
 */
const wordDomain =
  /^[^.]+\.(?:am|as|by|call|cool|do|er|es|got|here|hm|how|im|in|is|ist|it|je|jetzt|kaufen|kim|la|like|lol|me|meet|mit|mom|my|na|name|ne|new|next|no|now|nu|open|schmidt|schwarz|so|to|today|us|walter|weber|wow|you)$/i

/**
 * Splits a text into text and links (rule 14). `isCut`: the text continues, so a link at its end is
 * incomplete.
 */
export function parseLinks(text: string, isCut = false): TextPart[] {
  // Cheaper than linkify-it's expressions for the many messages without a link.
  const found = /\w[.:]\S/u.test(text) ? (linkifier.match(text) ?? []) : []
  const pieces: TextPart[] = []
  let end = 0
  for (const { index, lastIndex, schema, raw } of found) {
    const href = schema === '' ? getHostHref(raw, text.charAt(lastIndex)) : getSafeHref(raw, raw)
    if (!href || (isCut && lastIndex === text.length)) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    // With bidirectional characters, a link could show another address than the one it opens.
    pieces.push({ text: sanitizeName(raw), href })
    end = lastIndex
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

/** Returns undefined if the text is more likely a file, a word or code. */
function getHostHref(raw: string, nextCharacter: string): string | undefined {
  const host = /^[^/?#]*/.exec(raw)?.[0] ?? ''
  if (!/^www\./i.test(host)) {
    if (fileExtensionDomain.test(host) || wordDomain.test(raw)) return undefined
    // A missing space after a full stop: "kommt.An".
    if (/\p{Ll}\.\p{Lu}/u.test(host)) return undefined
    // The first part of an email address, or a function call.
    if (nextCharacter === '@' || nextCharacter === '(') return undefined
  }
  return getSafeHref(`https://${raw}`, raw)
}

function getSafeHref(address: string, raw: string): string | undefined {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  // A user name before the @ could look like the host.
  if (url.username !== '' || url.password !== '') return undefined
  return isHostVisible(raw, url.hostname) ? url.href : undefined
}

/** 0x7f.1 is not shown as it opens. Browsers encode umlauts, so those are exempt. */
const isHostVisible = (raw: string, hostname: string) =>
  raw.toLowerCase().includes(hostname) || /[^\x20-\x7e]/.test(raw)
