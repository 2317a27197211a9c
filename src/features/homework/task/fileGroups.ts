import { type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import { attachmentsOf, type Homework } from '../../../contract/homework.ts'
import type { Submission } from '../../../contract/submissions.ts'
import { sortPages } from '../pageNumbers.ts'
import { findOriginal } from '../pen/markedFile.ts'

export type FileGroup = { name: 'task' | 'handedIn' | 'correction'; files: readonly DocumentFile[] }

/** Groups in one tab: a single group, or own work next to its marked copies. */
export type FileTab = { name: FileGroup['name'] | 'compared'; groups: readonly FileGroup[] }

/** Omits groups without files. */
export function getFileGroups(task: Homework, submission: Submission | undefined): FileGroup[] {
  const handedInFiles = sortPages(submission?.files ?? [])
  const correctionFiles = sortPages(submission?.correction_files ?? [])
  const submissionFileIds = new Set([...handedInFiles, ...correctionFiles].map(({ id }) => id))
  const attachments = attachmentsOf(task).filter(({ id }) => !submissionFileIds.has(id))
  const groups: FileGroup[] = [
    { name: 'task', files: attachments.map(toDocumentFile) },
    { name: 'handedIn', files: handedInFiles.map(toDocumentFile) },
    { name: 'correction', files: correctionFiles.map(toDocumentFile) },
  ]
  return groups.filter(({ files }) => files.length > 0)
}

/** Combines own work and feedback if the feedback has a marked copy of an own file. */
export function getFileTabs(groups: readonly FileGroup[]): FileTab[] {
  const handedIn = groups.find(({ name }) => name === 'handedIn')
  const correction = groups.find(({ name }) => name === 'correction')
  if (!handedIn || !correction?.files.some(({ name }) => findOriginal(name, handedIn.files)))
    return groups.map(group => ({ name: group.name, groups: [group] }))
  return [
    ...groups.filter(({ name }) => name === 'task').map(group => ({ name: group.name, groups: [group] })),
    { name: 'compared', groups: [handedIn, correction] },
  ]
}

/** Returns the ID of the marked copy of an own file, or of the own file of a copy. The newest copy if there are several. */
export function findCounterpart(id: number, { groups: [handedIn, correction] }: FileTab): number | undefined {
  if (!handedIn || !correction) return undefined
  const copy = correction.files.find(file => file.id === id)
  if (copy) return findOriginal(copy.name, handedIn.files)?.id
  return correction.files.findLast(({ name }) => findOriginal(name, handedIn.files)?.id === id)?.id
}
