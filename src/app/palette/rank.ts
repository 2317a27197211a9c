import { folded, wordsOf } from '../../lib/folded.ts'

/** One thing the palette can lead to. */
export type Entry = {
  id: string
  group: 'screens' | 'classes' | 'subjects' | 'homework' | 'chats' | 'files' | 'people' | 'actions'
  label: string
  /** Said beside it, and searched too. */
  detail?: string
  /** Where it leads, said in place of its group where that does not say it. */
  leads?: string
  run: () => void
}

// How well one word fits: at the start of the label, of a word in it, anywhere, or only in the detail.
function distance(word: string, label: string, detail: string): number {
  if (label.startsWith(word)) return 0
  if (label.split(/[^\p{L}\p{N}]+/u).some(part => part.startsWith(word))) return 1
  if (label.includes(word)) return 2
  return detail.includes(word) ? 3 : Number.POSITIVE_INFINITY
}

/** The entries in which every word of the text is found, best first; in their own order where equal. */
export function rank(entries: readonly Entry[], text: string, limit = 50): Entry[] {
  const words = wordsOf(text)
  return entries
    .map(entry => {
      const label = folded(entry.label)
      const detail = folded(entry.detail ?? '')
      return { entry, score: words.reduce((sum, word) => sum + distance(word, label, detail), 0) }
    })
    .filter(({ score }) => Number.isFinite(score))
    .toSorted((a, b) => a.score - b.score)
    .slice(0, limit)
    .map(({ entry }) => entry)
}
