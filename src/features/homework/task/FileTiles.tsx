import { IconFile, IconFileText, IconPhoto } from '@tabler/icons-react'
import { type DocumentFile, viewedDocument } from '../../../api/client/documentBytes.ts'
import type { Document } from '../../../contract/documents.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { Submission } from '../../../contract/submissions.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { FileName } from '../../../ui/FileName.tsx'
import styles from './OwnWork.module.css'

type FileTilesProps = { label: string; files: readonly Document[]; onShow: (id: number) => void }

/** Files by name and size; each opens where files are shown. */
export function FileTiles({ label, files, onShow }: FileTilesProps) {
  const format = useFormat()
  return (
    <ul className={styles.tiles} aria-label={label}>
      {files.map(({ id, name, size, content_type }) => (
        <li key={id}>
          <button type="button" onClick={() => onShow(id)}>
            <FileIcon type={content_type} />
            <FileName name={name} />
            <span className={styles.size}>{format.fileSize(size)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What kind of file it says it is. */
export function FileIcon({ type }: { type: string }) {
  if (type.startsWith('image/')) return <IconPhoto aria-hidden />
  return type === 'application/pdf' || type.startsWith('text/') ? (
    <IconFileText aria-hidden />
  ) : (
    <IconFile aria-hidden />
  )
}

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
