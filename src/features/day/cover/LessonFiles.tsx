import { ActionIcon, Button } from '@mantine/core'
import { IconFile, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import styles from './CoverSheet.module.css'
import type { CoverFile } from './coverDraft.ts'
import { FileDialog } from './FileDialog.tsx'

type LessonFilesProps = {
  courseId: number
  className: string
  subject: string
  files: readonly CoverFile[]
  maxPrinted: number
  onFiles: (files: readonly CoverFile[]) => void
}

/** Names of the files of the class that the teacher has chosen for the lesson. */
export function LessonFiles(props: LessonFilesProps) {
  const { courseId, className, subject, files, maxPrinted, onFiles } = props
  const t = useT('cover')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {files.length === 0 && <span className={styles.printOnly}>{t('noFiles')}</span>}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ id, name }, index) => (
            <li key={id} className={index < maxPrinted ? undefined : styles.screenOnly}>
              <IconFile aria-hidden />
              <bdi translate="no">{sanitizeName(name)}</bdi>
              <ActionIcon
                className={styles.screenOnly ?? ''}
                variant="subtle"
                size="sm"
                aria-label={t('removeFile', { name: sanitizeName(name) })}
                onClick={() => onFiles(files.filter(file => file.id !== id))}
              >
                <IconX aria-hidden />
              </ActionIcon>
            </li>
          ))}
          {files.length > maxPrinted && (
            <li className={styles.printOnly}>
              <PrintedRest count={files.length - maxPrinted} />
            </li>
          )}
        </ul>
      )}
      <Button
        className={styles.screenOnly ?? ''}
        variant="subtle"
        size="sm"
        ml="-0.5rem"
        leftSection={<IconPlus aria-hidden />}
        aria-label={t('addFilesSaid', { subject, className })}
        onClick={() => setOpen(true)}
      >
        {t('addFiles')}
      </Button>
      {isOpen && <FileDialog {...{ courseId, className, files, onFiles }} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Number of items that the screen shows and the printed sheet does not. */
export function PrintedRest({ count }: { count: number }) {
  const t = useT('cover')
  return count > 0 && <span className={styles.printOnly}> {t('andMore', { count: String(count) })}</span>
}
