import { IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useFileDrop } from '../../../ui/inputs/FilePicker.tsx'
import styles from '../Files.module.css'
import { readTransfer } from './planUploads.ts'
import { useAddUploads } from './useUploads.ts'

type UploadDropZoneProps = { courseId: number; folderId: number; children: ReactNode }

/** Accepts files that are dropped on the list or pasted on the page. */
export function UploadDropZone({ courseId, folderId, children }: UploadDropZoneProps) {
  const t = useT('uploads')
  const addUploads = useAddUploads(courseId)
  const { isDragOver, dropHandlers } = useFileDrop((_files, _folders, transfer) => {
    void readTransfer(transfer).then(picked => addUploads(picked, folderId))
  }, true)
  return (
    <div className={styles.dropZone} {...dropHandlers}>
      {children}
      {isDragOver && (
        <div className={styles.dropHint} aria-hidden>
          <IconUpload />
          {t('drop')}
        </div>
      )}
    </div>
  )
}
