import { IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useT } from '../../../i18n/useT.ts'
import { useFilePlace } from '../../../ui/inputs/PickFiles.tsx'
import styles from './DropPlace.module.css'
import { pickedFromTransfer } from './pickedFiles.ts'
import { useAddUploads } from './useUploads.ts'

/** Around the list: what is dropped on it, or pasted on the page, is uploaded into this folder. */
export function DropPlace({ folderId, children }: { folderId: number; children: ReactNode }) {
  const t = useT('uploads')
  const { courseId } = useParams()
  const add = useAddUploads(Number(courseId))
  const { over, place } = useFilePlace((_files, _folders, transfer) => {
    void pickedFromTransfer(transfer).then(picked => add(picked, folderId))
  }, true)
  return (
    <div className={styles.place} {...place}>
      {children}
      {over && (
        <div className={styles.over} aria-hidden>
          <IconUpload />
          {t('drop')}
        </div>
      )}
    </div>
  )
}
