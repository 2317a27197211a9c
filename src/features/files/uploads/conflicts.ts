import type { NewFile, UploadPlan } from './planUploads.ts'
import { freeName } from './uploadNames.ts'

/** What becomes of a file whose name is taken. */
export const conflictWays = ['keepBoth', 'replace', 'skip'] as const
export type ConflictWay = (typeof conflictWays)[number]

/** A new version only where the person may write what is there. */
export const waysOf = ({ there }: NewFile): readonly ConflictWay[] =>
  there?.can_write ? conflictWays : ['keepBoth', 'skip']

/** One way for all, and another for some of them. */
export type ConflictAnswer = { forAll: ConflictWay; other: ReadonlyMap<NewFile, ConflictWay> }

export const wayFor = (file: NewFile, { forAll, other }: ConflictAnswer): ConflictWay => {
  const way = other.get(file) ?? forAll
  return waysOf(file).includes(way) ? way : 'keepBoth'
}

/** The files of a plan as they were decided: under a free name, as a new version (`there`), or not at all. */
export function decided(plan: UploadPlan, answer: ConflictAnswer): NewFile[] {
  const given = new Set<string>()
  return plan.files.flatMap(file => {
    if (!file.there) return [file]
    const way = wayFor(file, answer)
    if (way === 'skip') return []
    if (way === 'replace') return [file]
    const isTaken = (name: string) => plan.taken(file.into, name) || given.has(`${file.into}/${name}`)
    const name = freeName(file.name, isTaken)
    given.add(`${file.into}/${name}`)
    return [{ ...file, name, there: undefined }]
  })
}
