/** None of these elements loads, runs, names, positions or styles anything (rule 13). */
export const allowedTags: readonly string[] = [
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a'],
]

export const tagsWithHiddenContent: readonly string[] = [
  ...['script', 'style', 'template', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp', 'plaintext'],
  ...['svg', 'math', 'object', 'audio', 'video', 'textarea', 'select', 'title', 'head'],
]

/** Parsing ten times as many takes seconds. */
const maxElements = 3000
const maxDepth = 64

/** Thrown for markup that would block the page. */
export class TooMuchMarkup extends Error {
  constructor() {
    super('too much markup')
    this.name = 'TooMuchMarkup'
  }
}

/**
 * Keeps only allowed tags, the `href` of links, and text. The result is safe for a parser, but not yet for the page.
 * Event handlers must not reach a parser, because browsers report them as violations of the content security policy,
 * even in a document that is never shown. Throws `TooMuchMarkup`.
 */
export function stripMarkup(html: string): string {
  const lower = html.toLowerCase()
  let result = ''
  let position = 0
  let elements = 0
  let depth = 0
  for (let match = findToken(html, 0); match; match = findToken(html, position)) {
    result += escapeText(html.slice(position, match.index))
    position = match.index + match[0].length
    const name = match[2]?.toLowerCase()
    if (name === undefined) continue
    const isOpening = match[1] === ''
    if (isOpening && hiddenContentTagSet.has(name)) position = skipToClosingTag(lower, name, position)
    else if (allowedTagSet.has(name)) {
      result += isOpening ? renderOpeningTag(name, match[3] ?? '') : `</${name}>`
      elements += 1
      if (!nonNestingTags.has(name)) depth = Math.max(0, depth + (isOpening ? 1 : -1))
      if (elements > maxElements || depth > maxDepth) throw new TooMuchMarkup()
    }
  }
  return result + escapeText(html.slice(position))
}

const allowedTagSet = new Set(allowedTags)
const hiddenContentTagSet = new Set(tagsWithHiddenContent)

/** Elements that can't contain their own kind. An unclosed one adds no depth. */
const nonNestingTags: ReadonlySet<string> = new Set(['br', 'p', 'li'])

/** A comment, declaration or tag (slash, name, attributes). An unclosed one extends to the end of the text. */
const tokenPattern =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)(?:>|$|(?=["']))/gi

function findToken(html: string, start: number): RegExpExecArray | null {
  tokenPattern.lastIndex = start
  return tokenPattern.exec(html)
}

const escapeText = (text: string) => text.replaceAll('<', '&lt;')

function renderOpeningTag(name: string, attributes: string): string {
  if (name !== 'a') return `<${name}>`
  const href = /(?:^|[\s/])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)
  const address = href?.[1] ?? href?.[2] ?? href?.[3]
  return address === undefined ? '<a>' : `<a href="${address.replaceAll('"', '&quot;')}">`
}

/** Returns the end of the text if it is missing. */
function skipToClosingTag(lower: string, name: string, start: number): number {
  const tagStart = lower.indexOf(`</${name}`, start)
  const end = tagStart < 0 ? -1 : lower.indexOf('>', tagStart)
  return end < 0 ? lower.length : end + 1
}
