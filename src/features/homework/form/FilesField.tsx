import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { PickFiles, useFilePlace } from '../../../ui/inputs/PickFiles.tsx'
import styles from './HomeworkForm.module.css'
import type { HomeworkForm } from './useHomeworkForm.ts'

export type AttachedFile = { id: number; name: string }

type FilesFieldProps = {
  files: readonly KeptFile[]
  /** What the homework has already; nothing where it is only being set. */
  there: readonly AttachedFile[] | undefined
  refused: HomeworkForm['refused']
  onAdd: HomeworkForm['addFiles']
  onChange: HomeworkForm['change']
}

/** Files that go with the task: chosen, or dropped or pasted here; kept with the draft until they are sent. */
export function FilesField({ files, there, refused, onAdd, onChange }: FilesFieldProps) {
  const t = useT('homework')
  const { over, place } = useFilePlace(onAdd)
  return (
    <div className={styles.files} data-over={over || undefined} {...place}>
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
                onClick={() => onChange(now => ({ files: now.files.filter(({ id }) => id !== file.id) }))}
              >
                <IconX aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div>
        <PickFiles label={t('form.files')} onFiles={onAdd}>
          {choose => (
            <Button size="sm" onClick={choose} leftSection={<IconPaperclip aria-hidden />}>
              {t('form.addFiles')}
            </Button>
          )}
        </PickFiles>
      </div>
      {refused.map(({ name, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none moves.
        <Input.Error key={index} role="alert">
          {t(`form.refusedFile.${why}`, { name: harmlessName(name) })}
        </Input.Error>
      ))}
      {refused.length === 0 && (
        <Input.Description>{t(there ? 'form.filesHintChange' : 'form.filesHint')}</Input.Description>
      )}
    </div>
  )
}
