/** Where the words looked for stand in a text, from and up to, whatever their case. */
export function marksIn(text: string, mark: string): [start: number, end: number][] {
  const wanted = mark.trim()
  if (wanted === '') return []
  const pattern = new RegExp(wanted.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), 'giu')
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => [index, index + found.length])
}
