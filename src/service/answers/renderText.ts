const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * A `*_formatted` rendering: the text as simple HTML, a paragraph for each block of lines. Everything a person typed is
 * escaped, so no tag and no address of theirs becomes one here. Assumed: api.md only names the renderings.
 */
export function formattedText(text: string): string {
  if (isOnePlainLine(text)) return `<p>${text}</p>`
  return paragraphs(text)
    .map(lines => `<p>${lines.map(escaped).join('<br>')}</p>`)
    .join('')
}

/** A `*_basic` rendering: plain text without blank lines at its ends, the line ends all `\n`. Assumed. */
export function basicText(text: string): string {
  if (isOnePlainLine(text)) return text
  return paragraphs(text)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}

/** Most of what is written in a chat of 50,000 messages: there is nothing to do. */
const isOnePlainLine = (text: string) => /^[^\r\n&<>"']*[^\s&<>"']$/.test(text)

const escaped = (line: string) => line.replace(/[&<>"']/g, character => escapes[character] ?? '')

const paragraphs = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map(block => block.split('\n').map(line => line.trimEnd()))
    .map(lines => lines.filter((line, at) => line !== '' || (at > 0 && at < lines.length - 1)))
    .filter(lines => lines.length > 0)
