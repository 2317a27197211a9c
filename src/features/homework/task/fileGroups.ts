import { type DocumentFile, viewedDocument } from '../../../api/documentBytes.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { Submission } from '../../../contract/submissions.ts'

/** Files that belong together: the task's, what was handed in, what came back. */
export type FileGroup = { name: 'task' | 'handedIn' | 'correction'; files: readonly DocumentFile[] }

/** Every group there is something in, in the order they come about. */
export function fileGroups(homework: Homework, submission: Submission | undefined): FileGroup[] {
  const groups: FileGroup[] = [
    { name: 'task', files: (homework.documents ?? []).map(viewedDocument) },
    { name: 'handedIn', files: (submission?.files ?? []).map(viewedDocument) },
    { name: 'correction', files: (submission?.correction_files ?? []).map(viewedDocument) },
  ]
  return groups.filter(({ files }) => files.length > 0)
}

/** The group to begin with: what the teacher gave back is new, else the task is what it is about. */
export const firstGroup = (groups: readonly FileGroup[]): FileGroup | undefined =>
  groups.find(({ name }) => name === 'correction') ?? groups[0]
