import type { Document } from '../../../contract/documents.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { Submission } from '../../../contract/submissions.ts'
import type { ViewedFile } from '../../../ui/viewer/ViewedFile.ts'

/** Files that belong together: the task's, what was handed in, what came back. */
export type FileGroup = { name: 'task' | 'handedIn' | 'correction'; files: readonly ViewedFile[] }

/** Every group there is something in, in the order they come about. */
export function fileGroups(homework: Homework, submission: Submission | undefined): FileGroup[] {
  const groups: FileGroup[] = [
    { name: 'task', files: viewed(homework.documents ?? []) },
    { name: 'handedIn', files: viewed(submission?.files ?? []) },
    { name: 'correction', files: viewed(submission?.correction_files ?? []) },
  ]
  return groups.filter(({ files }) => files.length > 0)
}

/** The group to begin with: what the teacher gave back is new, else the task is what it is about. */
export const firstGroup = (groups: readonly FileGroup[]): FileGroup | undefined =>
  groups.find(({ name }) => name === 'correction') ?? groups[0]

const viewed = (files: readonly Document[]): ViewedFile[] =>
  files.map(({ id, name, content_type, size }) => ({ id, name, type: content_type, size }))
