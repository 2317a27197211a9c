import type { TreeLine } from './treeLines.ts'

/** What a key does on a line of the tree, as WAI-ARIA's pattern for trees says; `undefined` for other keys. */
export function treeStep(
  key: string,
  lines: readonly TreeLine[],
  at: number,
): { focus: number } | { fold: boolean } | { open: true } | undefined {
  const line = lines[at]
  if (!line) return undefined
  if (key === 'ArrowDown') return { focus: Math.min(lines.length - 1, at + 1) }
  if (key === 'ArrowUp') return { focus: Math.max(0, at - 1) }
  if (key === 'Home') return { focus: 0 }
  if (key === 'End') return { focus: lines.length - 1 }
  if (key === 'Enter' || key === ' ') return { open: true }
  if (key === 'ArrowRight') {
    if (line.unfolded === undefined) return undefined
    return line.unfolded ? { focus: at + 1 } : { fold: false }
  }
  if (key === 'ArrowLeft') {
    if (line.unfolded) return { fold: true }
    return {
      focus: Math.max(
        0,
        lines.findLastIndex(({ level }, before) => before < at && level < line.level),
      ),
    }
  }
  return undefined
}
