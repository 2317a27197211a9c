const mostLines = 30
const mostCharacters = 2000

/** What shows of a very long message until all of it is asked for: about thirty lines. The text itself where it is short. */
export function beginningOf(text: string): string {
  const lines = text.length > mostLines ? text.split('\n', mostLines + 1) : [text]
  const shown = lines.length > mostLines ? lines.slice(0, mostLines).join('\n') : text
  // A little more than allowed is not worth a button.
  if (shown.length <= mostCharacters * 1.2) return shown
  const cut = shown.slice(0, mostCharacters)
  const space = cut.search(/\s\S*$/u)
  return space > mostCharacters * 0.8 ? cut.slice(0, space) : wholeCharacters(cut)
}

/** Half of a pair of surrogates is no character. */
const wholeCharacters = (text: string) => text.replace(/[\ud800-\udbff]$/, '')
