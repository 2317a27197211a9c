/** What a formatted text may be made of: nothing that loads, runs, names, places or dresses anything (cases 13). */
export const allowedTags: readonly string[] = [
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a'],
]

/** Elements whose content is no text to keep. */
export const silentTags: readonly string[] = [
  ...['script', 'style', 'template', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp', 'plaintext'],
  ...['svg', 'math', 'object', 'audio', 'video', 'textarea', 'select', 'title', 'head'],
]

/** No text a person formatted has more; a parser takes seconds for ten times as many. */
const mostElements = 3000
const deepestMarkup = 64

/** Thrown for markup that would keep the page busy: its text is shown instead. */
export class TooMuchMarkup extends Error {
  constructor() {
    super('more markup than any text has')
    this.name = 'TooMuchMarkup'
  }
}

/**
 * HTML with nothing left of it but allowed tags, the `href` of links, and text in which no tag can begin. Not yet to be
 * trusted with the page, only with a parser: browsers report every event handler they parse to the content security
 * policy, even in a document that is never shown, and a report nobody expects hides one that matters. Throws
 * `TooMuchMarkup` before anything parses it.
 */
export function stripMarkup(html: string): string {
  const lower = html.toLowerCase()
  let bare = ''
  let from = 0
  let elements = 0
  let depth = 0
  for (let found = next(html, 0); found; found = next(html, from)) {
    bare += text(html.slice(from, found.index))
    from = found.index + found[0].length
    const name = found[2]?.toLowerCase()
    if (name === undefined) continue
    const isOpening = found[1] === ''
    if (isOpening && silent.has(name)) from = afterClosing(lower, name, from)
    else if (allowed.has(name)) {
      bare += isOpening ? opening(name, found[3] ?? '') : `</${name}>`
      elements += 1
      if (!endsByItself.has(name)) depth = Math.max(0, depth + (isOpening ? 1 : -1))
      if (elements > mostElements || depth > deepestMarkup) throw new TooMuchMarkup()
    }
  }
  return bare + text(html.slice(from))
}

const allowed = new Set(allowedTags)
const silent = new Set(silentTags)

/** Tags that hold none of their kind, so that one which is never closed adds no depth. */
const endsByItself: ReadonlySet<string> = new Set(['br', 'p', 'li'])

/** A comment, a declaration, or a tag: slash, name, attributes. What is not closed reaches to the end. */
const token =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)(?:>|$|(?=["']))/gi

function next(html: string, from: number): RegExpExecArray | null {
  token.lastIndex = from
  return token.exec(html)
}

const text = (part: string) => part.replaceAll('<', '&lt;')

function opening(name: string, attributes: string): string {
  if (name !== 'a') return `<${name}>`
  const href = /(?:^|[\s/])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)
  const address = href?.[1] ?? href?.[2] ?? href?.[3]
  return address === undefined ? '<a>' : `<a href="${address.replaceAll('"', '&quot;')}">`
}

/** Behind the closing tag, or the end of all where there is none. */
function afterClosing(lower: string, name: string, from: number): number {
  const at = lower.indexOf(`</${name}`, from)
  const end = at < 0 ? -1 : lower.indexOf('>', at)
  return end < 0 ? lower.length : end + 1
}
