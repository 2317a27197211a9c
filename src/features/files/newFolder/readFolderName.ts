import type { ClassFile } from '../../../contract/files.ts'
import { FileName } from '../../../contract/files.ts'
import { normalized } from '../../../lib/normalized.ts'

/** Why a name can't be taken. */
export type NameProblem = 'missing' | 'tooLong' | 'characters' | 'taken'

const longest = 255

/** Reads what was typed as the name of a folder; `beside` is what lies where it will lie. */
export function readFolderName(
  typed: string,
  beside: readonly ClassFile[],
): { name: string } | { problem: NameProblem } {
  const name = typed.trim()
  if (name === '') return { problem: 'missing' }
  if (name.length > longest) return { problem: 'tooLong' }
  if (!FileName.safeParse(name).success) return { problem: 'characters' }
  const same = normalized(name, 'NFC').toLowerCase()
  const isTaken = beside.some(entry => normalized(entry.name, 'NFC').toLowerCase() === same)
  return isTaken ? { problem: 'taken' } : { name }
}
