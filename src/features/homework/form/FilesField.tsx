import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import { StorageError } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { PickFiles } from '../../../ui/inputs/PickFiles.tsx'
import styles from './HomeworkForm.module.css'

export type AttachedFile = { id: number; name: string }

type FilesFieldProps = {
  files: readonly KeptFile[]
  /** What the homework has already; nothing where it is only being set. */
  there: readonly AttachedFile[] | undefined
  onChange: (files: KeptFile[]) => void
}

/** Files that go with the task: chosen or dropped, kept with the draft until they are sent. */
export function FilesField({ files, there, onChange }: FilesFieldProps) {
  const t = useT('homework')
  const outbox = useOutbox()
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()

  const add = async (chosen: readonly File[]) => {
    setProblem(undefined)
    const kept: KeptFile[] = []
    for (const file of chosen) {
      if (file.size === 0) {
        setProblem(t('form.fileEmpty', { name: file.name }))
        continue
      }
      try {
        kept.push(await outbox.drafts.putFile(file))
      } catch (error) {
        if (!(error instanceof StorageError)) throw error
        setProblem(t('form.filesNotKept', { name: file.name }))
      }
    }
    if (kept.length > 0) onChange([...files, ...kept])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first.
    <div
      className={styles.files}
      data-over={over ? '' : undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        void add([...event.dataTransfer.files])
      }}
    >
      <Input.Label labelElement="div">{t('form.files')}</Input.Label>
      {there && there.length > 0 && (
        <>
          <Input.Description>{t('form.filesThere', { count: there.length })}</Input.Description>
          <ul>
            {there.map(({ id, name }) => (
              <li key={id}>
                <FileName name={name} />
              </li>
            ))}
          </ul>
        </>
      )}
      {files.length > 0 && (
        <ul>
          {files.map(file => (
            <li key={file.id}>
              <FileName name={file.name} />
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={t('form.removeFile', { name: file.name })}
                onClick={() => onChange(files.filter(other => other.id !== file.id))}
              >
                <IconX aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div>
        <PickFiles label={t('form.files')} onFiles={chosen => void add(chosen)}>
          {choose => (
            <Button size="sm" onClick={choose} leftSection={<IconPaperclip aria-hidden />}>
              {t('form.addFiles')}
            </Button>
          )}
        </PickFiles>
      </div>
      {problem ? (
        <Input.Error role="alert">{problem}</Input.Error>
      ) : (
        <Input.Description>{t(there ? 'form.filesHintChange' : 'form.filesHint')}</Input.Description>
      )}
    </div>
  )
}
