import { UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { bytesQuery, type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import { attachmentsOf, type Homework } from '../../../contract/homework.ts'
import type { Submission } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { useViewerTexts } from '../../../i18n/useViewerTexts.ts'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { createViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { sortPages } from '../pageNumbers.ts'
import styles from './Task.module.css'

export type FileGroup = { name: 'task' | 'handedIn' | 'correction'; files: readonly DocumentFile[] }

/** Omits groups without files. */
export function getFileGroups(task: Homework, submission: Submission | undefined): FileGroup[] {
  const handedInFiles = sortPages(submission?.files ?? [])
  const correctionFiles = submission?.correction_files ?? []
  const submissionFileIds = new Set([...handedInFiles, ...correctionFiles].map(({ id }) => id))
  const attachments = attachmentsOf(task).filter(({ id }) => !submissionFileIds.has(id))
  const groups: FileGroup[] = [
    { name: 'task', files: attachments.map(toDocumentFile) },
    { name: 'handedIn', files: handedInFiles.map(toDocumentFile) },
    { name: 'correction', files: correctionFiles.map(toDocumentFile) },
  ]
  return groups.filter(({ files }) => files.length > 0)
}

type TaskFilesProps = {
  containerRef: RefObject<HTMLElement | null>
  groups: readonly FileGroup[]
  shownId: number | undefined
  onShow: (id: number) => void
}

export function TaskFiles({ containerRef, groups, shownId, onShow }: TaskFilesProps) {
  const t = useT('task')
  const viewerTexts = useViewerTexts()
  const queryClient = useQueryClient()
  const [viewMemory] = useState(createViewMemory)
  const group = groups.find(({ files }) => files.some(({ id }) => id === shownId)) ?? groups[0]
  if (!group) return null
  return (
    <section ref={containerRef} className={styles.files} aria-label={t('files.title')}>
      {groups.length === 1 ? (
        // Otherwise a pupil's own photo would look like material of the teacher.
        <h2 className={styles.groups}>
          {t(`files.${group.name}`)} <span>{group.files.length}</span>
        </h2>
      ) : (
        <fieldset className={styles.groups} aria-label={t('files.which')}>
          {groups.map(({ name, files }) => (
            <UnstyledButton
              key={name}
              aria-pressed={name === group.name}
              onClick={() => files[0] && onShow(files[0].id)}
            >
              {t(`files.${name}`)} <span>{files.length}</span>
            </UnstyledButton>
          ))}
        </fieldset>
      )}
      <Viewer
        key={group.name}
        files={group.files}
        shownId={shownId}
        onShow={onShow}
        load={({ document }) => queryClient.ensureQueryData(bytesQuery(document))}
        texts={viewerTexts}
        views={viewMemory}
      />
    </section>
  )
}
