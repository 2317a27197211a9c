const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** One paragraph per block of lines, all escaped. Assumed: api.md only names `*_formatted` fields. */
export function formattedText(text: string): string {
  if (isOnePlainLine(text)) return `<p>${text}</p>`
  return splitParagraphs(text)
    .map(lines => `<p>${lines.map(escapeHtml).join('<br>')}</p>`)
    .join('')
}

/** For `*_basic` fields. Assumed. */
export function basicText(text: string): string {
  if (isOnePlainLine(text)) return text
  return splitParagraphs(text)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}

const isOnePlainLine = (text: string) => /^[^\r\n&<>"']*[^\s&<>"']$/.test(text)

const escapeHtml = (line: string) => line.replace(/[&<>"']/g, character => escapes[character] ?? '')

const splitParagraphs = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map(block => block.split('\n').map(line => line.trimEnd()))
    .map(lines => lines.filter((line, index) => line !== '' || (index > 0 && index < lines.length - 1)))
    .filter(lines => lines.length > 0)
