import { folded } from '../../../lib/folded.ts'

/** Where the words looked for stand in a text, from and up to: found as the search finds them, by `folded`. */
export function marksIn(text: string, mark: string): [start: number, end: number][] {
  const wanted = folded(mark).trim()
  if (wanted === '' || !folded(text).includes(wanted)) return []
  const { plain, starts, ends } = foldedPlaces(text)
  const marks: [number, number][] = []
  let marked = 0
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + wanted.length)) {
    const start = starts[at] ?? 0
    const end = ends[at + wanted.length - 1] ?? text.length
    // Both halves of an ß are one letter.
    if (start >= marked) marks.push([start, end])
    marked = end
  }
  return marks
}

/** A folded text, and for every unit of it where the letter it comes from starts and ends in the text itself. */
function foldedPlaces(text: string) {
  const starts: number[] = []
  const ends: number[] = []
  // The same letters come again and again.
  const known = new Map<string, string>()
  let plain = ''
  let end = 0
  for (const letter of text) {
    const start = end
    end += letter.length
    const units = known.get(letter) ?? folded(letter)
    known.set(letter, units)
    plain += units
    for (let unit = 0; unit < units.length; unit += 1) {
      starts.push(start)
      ends.push(end)
    }
    // An accent of its own belongs to the letter before it.
    if (units === '' && ends.length > 0) ends[ends.length - 1] = end
  }
  return { plain, starts, ends }
}
