import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconCamera, IconUpload, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
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
  const any = useRef<HTMLInputElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const taken = (input: HTMLInputElement) => {
    onAdd([...(input.files ?? [])])
    // The same file can be chosen again after it was taken out.
    input.value = ''
  }
  const choose = (words: ReactNode) => (
    <UnstyledButton className={styles.choose} onClick={() => any.current?.click()}>
      {words}
    </UnstyledButton>
  )
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
      <div className={styles.drop} data-over={over}>
        <IconUpload aria-hidden />
        <span>{over ? t('form.dropHere') : t.rich('form.drop', { choose })}</span>
      </div>
      <div className={styles.touch}>
        <Button onClick={() => photo.current?.click()} leftSection={<IconCamera aria-hidden />}>
          {t('form.photo')}
        </Button>
        <Button onClick={() => any.current?.click()} leftSection={<IconUpload aria-hidden />}>
          {t('form.choose')}
        </Button>
      </div>
      <input
        ref={any}
        type="file"
        multiple
        hidden
        aria-label={t('form.choose')}
        onChange={event => taken(event.currentTarget)}
      />
      <input
        ref={photo}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('form.photo')}
        onChange={event => taken(event.currentTarget)}
      />
    </fieldset>
  )
}
