import { type ClassFile, maxFileNameLength } from '../../../contract/files.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { splitExtension } from '../model/splitExtension.ts'

export const conflictSolutions = ['keepBoth', 'replace', 'skip'] as const
/** Action for a file whose name already exists. */
export type ConflictSolution = (typeof conflictSolutions)[number]

/** Name of an uploaded file or a moved entry that exists already in the folder. */
export type Conflict = { name: string; existingEntry: ClassFile | undefined } & (
  | { file: File }
  | { moved: ClassFile }
)

/** `replace` uploads a new version, which requires write access to the existing file. */
export const getSolutions = (conflict: Conflict): readonly ConflictSolution[] =>
  'file' in conflict && conflict.existingEntry?.can_write ? conflictSolutions : ['keepBoth', 'skip']

export type ConflictAnswer = {
  forAll: ConflictSolution
  exceptions: ReadonlyMap<Conflict, ConflictSolution>
}

export const getSolution = (conflict: Conflict, { forAll, exceptions }: ConflictAnswer): ConflictSolution => {
  const solution = exceptions.get(conflict) ?? forAll
  return getSolutions(conflict).includes(solution) ? solution : 'keepBoth'
}

/** Returns `name`, or the first free name of `name (2).ext`, `name (3).ext` and so on. */
export function findFreeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  const { stem, extension } = splitExtension(name)
  for (let number = 2; ; number += 1) {
    const suffix = ` (${number})${extension}`
    const candidate = `${truncateText(stem, maxFileNameLength - suffix.length)}${suffix}`
    if (!isTaken(candidate)) return candidate
  }
}
