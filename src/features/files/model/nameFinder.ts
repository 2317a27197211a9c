import type { ClassFile } from '../../../contract/files.ts'
import { folded, wordsOf } from '../../../lib/folded.ts'

/** A search under way: `step` looks at so many more names and answers whether that was all. */
export type NameFinder = {
  step(names: number): boolean
  /** Grows with every step. */
  found: readonly ClassFile[]
}

/** Looks for entries whose name has every word of the text. Nothing is found for a text without words. */
export function createFinder(entries: readonly ClassFile[], text: string): NameFinder {
  const words = wordsOf(text)
  const found: ClassFile[] = []
  let at = words.length === 0 ? entries.length : 0
  return {
    found,
    step(names) {
      const end = Math.min(entries.length, at + names)
      for (; at < end; at += 1) {
        const entry = entries[at]
        if (!entry) continue
        const name = folded(entry.name)
        if (words.every(word => name.includes(word))) found.push(entry)
      }
      return at >= entries.length
    },
  }
}
