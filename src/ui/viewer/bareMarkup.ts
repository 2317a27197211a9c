import { allowedTags, silentTags } from './allowedTags.ts'

/**
 * HTML with nothing left of it but allowed tags, the `href` of links, and text in which no tag can begin. Not yet to be
 * trusted with the page, only with a parser: browsers report every event handler they parse to the content security
 * policy, even in a document that is never shown, and a report nobody expects hides one that matters.
 */
export function bareMarkup(html: string): string {
  const lower = html.toLowerCase()
  let bare = ''
  let from = 0
  for (let found = next(html, 0); found; found = next(html, from)) {
    bare += text(html.slice(from, found.index))
    from = found.index + found[0].length
    const name = found[2]?.toLowerCase()
    if (name === undefined) continue
    const isOpening = found[1] === ''
    if (isOpening && silent.has(name)) from = afterClosing(lower, name, from)
    else if (allowed.has(name)) bare += isOpening ? opening(name, found[3] ?? '') : `</${name}>`
  }
  return bare + text(html.slice(from))
}

const allowed = new Set(allowedTags)
const silent = new Set(silentTags)

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
