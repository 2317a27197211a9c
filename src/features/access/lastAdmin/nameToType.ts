import { normalized } from '../../../lib/normalized.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

/** Nobody types more than this to delete something. */
const longest = 40

/** What no keyboard has: stand-ins for what was taken out, pictures, joiners, marks on nothing. */
const untypable = /\ufffd|\u200c|\u200d|\ufe0f|[\u{1f1e6}-\u{1f1ff}]|\p{Extended_Pictographic}/gu

/**
 * What is to be typed to confirm: the name as it is shown, without what no keyboard has, and of a long one the beginning.
 * `instead` where nothing is left that can be typed.
 */
export function nameToType(name: string, instead: string): string {
  const typable = harmlessName(name).replaceAll(untypable, '').replaceAll(/\s+/gu, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(typable)) return instead
  if (typable.length <= longest) return typable
  const beginning = typable.slice(0, longest)
  const words = beginning.slice(0, beginning.lastIndexOf(' ')).replace(/[\p{P}\s]+$/u, '')
  return words.length > longest / 4 ? words : Array.from(beginning).slice(0, -1).join('')
}

/** Whether it was typed: letter for letter, but for spaces and the kinds of dashes and quotes keyboards differ in. */
export const isTyped = (typed: string, wanted: string): boolean => plain(typed) === plain(wanted)

const plain = (text: string) =>
  normalized(text, 'NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[‘’‚‛′`´]/g, "'")
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/\s+/gu, ' ')
    .trim()
