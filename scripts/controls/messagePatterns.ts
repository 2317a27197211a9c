/** A text of `src/i18n`, with a pattern of its forms on a page. */
export type MessagePattern = {
  /** For a list, e.g. `Delete {name}`. */
  text: string
  pattern: RegExp
  /**
   * Letters outside of placeholders. Of two matching patterns, the one with more letters is more specific.
   */
  letters: number
}

export type Texts = { readonly [key: string]: string | Texts }

const number = '[\\d.,]+'

export function flatten(texts: Texts, path = ''): Map<string, string> {
  const all = new Map<string, string>()
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'string') all.set(path + key, text)
    else for (const [inner, value] of flatten(text, `${path}${key}.`)) all.set(inner, value)
  }
  return all
}

/** Converts ICU syntax to a pattern that matches all its forms. */
export function messagePattern(message: string): MessagePattern {
  const { source, text } = read(message)
  const letters = text.replace(/\{\w+\}/g, '').replace(/[^\p{L}]/gu, '').length
  return { text, pattern: new RegExp(`^${source}$`, 'su'), letters }
}

function read(message: string): { source: string; text: string } {
  let source = ''
  let text = ''
  for (let at = 0; at < message.length; at += 1) {
    const sign = message[at] ?? ''
    if (sign === '{') {
      const end = closing(message, at)
      const filled = placeholder(message.slice(at + 1, end))
      source += filled.source
      text += filled.text
      at = end
    } else if (sign === '#') {
      source += number
      text += '{count}'
    } else if (sign === '<') {
      at = message.indexOf('>', at)
    } else {
      source += sign === ' ' ? '\\s+' : sign.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
      text += sign
    }
  }
  return { source, text }
}

function placeholder(inner: string): { source: string; text: string } {
  const [, name = '', kind] = /^\s*(\w+)\s*(?:,\s*(\w+))?/.exec(inner) ?? []
  const isNumber = name === 'count' || name === 'position' || kind === 'number'
  if (kind !== 'plural' && kind !== 'select' && kind !== 'selectordinal')
    return { source: isNumber ? number : '.*?', text: `{${name}}` }
  const branches: { source: string; text: string }[] = []
  for (let at = inner.indexOf('{'); at >= 0; at = inner.indexOf('{', at)) {
    const end = closing(inner, at)
    branches.push(read(inner.slice(at + 1, end)))
    at = end + 1
  }
  const last = branches.at(-1)?.text ?? ''
  return { source: `(?:${branches.map(({ source }) => source).join('|')})`, text: last }
}

function closing(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}
