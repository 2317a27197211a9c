import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileKindIcon } from '../../../ui/FileKindIcon.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { getCopyName, type MarkedFile } from './markedFile.ts'
import { findMarkStore } from './markStore.ts'
import styles from './Pen.module.css'

type MarkedFileListProps = {
  draftKey: string
  files: readonly MarkedFile[]
  /** Names of the other files that the pupil receives. */
  otherFiles: readonly string[]
  /** Removes the file from the draft if its work is not on screen. */
  onRemove: (file: MarkedFile) => void
}

/** Marked copies among the files to return. */
export function MarkedFileList({ draftKey, files, otherFiles, onRemove }: MarkedFileListProps) {
  const t = useT('pen')
  const delivery = useDelivery()
  const [removing, setRemoving] = useState<MarkedFile>()
  if (files.length === 0) return null
  const remove = (file: MarkedFile) => {
    setRemoving(undefined)
    const store = findMarkStore(delivery, draftKey)
    // Erased marks can be restored with Undo.
    if (store) store.eraseAll({ id: file.document, name: file.name })
    else onRemove(file)
  }
  return (
    <>
      <ul className={styles.copies}>
        {files.map(file => {
          const copy = sanitizeName(getCopyName(file.name, otherFiles))
          return (
            <li key={file.document} className={styles.copy}>
              <FileKindIcon name={file.name} />
              <span className={styles.copyText}>
                <FileName name={copy} />
                <span className={styles.about}>{t('copy.about', { name: sanitizeName(file.name) })}</span>
              </span>
              {!file.isSent && (
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  aria-label={t('copy.remove', { copy })}
                  onClick={() => setRemoving(file)}
                >
                  <IconX aria-hidden />
                </ActionIcon>
              )}
            </li>
          )
        })}
      </ul>
      {removing && (
        <ConfirmDialog
          title={t('copy.title')}
          cancel={{ label: t('copy.keep'), run: () => setRemoving(undefined) }}
          confirm={{ label: t('copy.confirm'), run: () => remove(removing) }}
        >
          <p>{t('copy.text', { name: sanitizeName(removing.name) })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
