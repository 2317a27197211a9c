import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconUpload, IconX } from '@tabler/icons-react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { DropZone, PickFiles } from '../../../ui/inputs/PickFiles.tsx'
import { FileIcon } from './FileTiles.tsx'
import styles from './HandInForm.module.css'

type FilesFieldProps = {
  files: readonly KeptFile[]
  /** Files are being dragged over the form. */
  over: boolean
  onAdd: (files: readonly File[]) => void
  onRemove: (id: string) => void
}

/** The files to hand in: chosen, dropped, pasted, or taken with a phone's camera. */
export function FilesField({ files, over, onAdd, onRemove }: FilesFieldProps) {
  const t = useT('task')
  const format = useFormat()
  return (
    <fieldset className={styles.row}>
      <legend>{t('form.files')}</legend>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ id, name, type, size }) => (
            <li key={id}>
              <FileIcon type={type} />
              <FileName name={name} />
              <span className={styles.size}>{format.fileSize(size)}</span>
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={t('form.remove', { name: harmlessName(name) })}
                onClick={() => onRemove(id)}
              >
                <IconX aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <PickFiles label={t('form.choose')} onFiles={onAdd}>
        {choose => (
          <>
            <DropZone over={over} choose={choose} className={styles.drop}>
              {link => (over ? t('form.dropHere') : t.rich('form.drop', { choose: link }))}
            </DropZone>
            <div className={styles.touch}>
              <PickFiles label={t('form.photo')} camera onFiles={onAdd}>
                {take => (
                  <Button onClick={take} leftSection={<IconCamera aria-hidden />}>
                    {t('form.photo')}
                  </Button>
                )}
              </PickFiles>
              <Button onClick={choose} leftSection={<IconUpload aria-hidden />}>
                {t('form.choose')}
              </Button>
            </div>
          </>
        )}
      </PickFiles>
    </fieldset>
  )
}
