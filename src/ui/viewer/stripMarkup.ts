/**
 * Elements that formatted text may contain. None of them loads, runs, names, positions or styles anything (rule 13).
 */
export const allowedTags: readonly string[] = [
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a'],
]

/** Elements whose content is dropped as well. */
export const silentTags: readonly string[] = [
  ...['script', 'style', 'template', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp', 'plaintext'],
  ...['svg', 'math', 'object', 'audio', 'video', 'textarea', 'select', 'title', 'head'],
]

/** Maximum number of tags. No text of a user has more, and parsing ten times as many takes seconds. */
const maxElements = 3000
const maxDepth = 64

/** Thrown for markup that would block the page. The caller shows the plain text instead. */
export class TooMuchMarkup extends Error {
  constructor() {
    super('more markup than any text has')
    this.name = 'TooMuchMarkup'
  }
}

/**
 * Returns the HTML with only allowed tags, the `href` of links, and text in which no tag can begin. The result is safe
 * for a parser, but not yet for the page. Event handlers must not reach a parser, because browsers report them to the
 * content security policy, even in a document that is never shown. Throws `TooMuchMarkup`.
 */
export function stripMarkup(html: string): string {
  const lower = html.toLowerCase()
  let result = ''
  let from = 0
  let elements = 0
  let depth = 0
  for (let found = nextToken(html, 0); found; found = nextToken(html, from)) {
    result += escapeText(html.slice(from, found.index))
    from = found.index + found[0].length
    const name = found[2]?.toLowerCase()
    if (name === undefined) continue
    const isOpening = found[1] === ''
    if (isOpening && silentTagSet.has(name)) from = skipToClosingTag(lower, name, from)
    else if (allowedTagSet.has(name)) {
      result += isOpening ? renderOpeningTag(name, found[3] ?? '') : `</${name}>`
      elements += 1
      if (!nonNestingTags.has(name)) depth = Math.max(0, depth + (isOpening ? 1 : -1))
      if (elements > maxElements || depth > maxDepth) throw new TooMuchMarkup()
    }
  }
  return result + escapeText(html.slice(from))
}

const allowedTagSet = new Set(allowedTags)
const silentTagSet = new Set(silentTags)

/** Elements that can't contain their own kind, so that an unclosed one adds no depth. */
const nonNestingTags: ReadonlySet<string> = new Set(['br', 'p', 'li'])

/**
 * Matches a comment, a declaration, or a tag (slash, name, attributes). An unclosed one extends to the end of the text.
 */
const token =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)(?:>|$|(?=["']))/gi

function nextToken(html: string, from: number): RegExpExecArray | null {
  token.lastIndex = from
  return token.exec(html)
}

const escapeText = (part: string) => part.replaceAll('<', '&lt;')

function renderOpeningTag(name: string, attributes: string): string {
  if (name !== 'a') return `<${name}>`
  const href = /(?:^|[\s/])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)
  const address = href?.[1] ?? href?.[2] ?? href?.[3]
  return address === undefined ? '<a>' : `<a href="${address.replaceAll('"', '&quot;')}">`
}

/** Returns the position after the closing tag, or the end of the text if there is none. */
function skipToClosingTag(lower: string, name: string, from: number): number {
  const at = lower.indexOf(`</${name}`, from)
  const end = at < 0 ? -1 : lower.indexOf('>', at)
  return end < 0 ? lower.length : end + 1
}
