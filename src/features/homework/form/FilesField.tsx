import { Button, Input, Stack, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileKindIcon } from '../../../ui/FileKindIcon.tsx'
import { FilePicker, useFileDrop } from '../../../ui/inputs/FilePicker.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { FileList } from '../FileList.tsx'
import { StoredFileIcon } from '../StoredFileIcon.tsx'
import styles from './HomeworkForm.module.css'
import type { FileCopies } from './useFileCopies.ts'
import type { HomeworkFormState } from './useHomeworkForm.ts'

type FilesFieldProps = {
  /** Files of the draft. */
  stored: HomeworkFormState['value']['files']
  files: HomeworkFormState['files']
  existingFiles: readonly { id: number; name: string }[] | undefined
  copies: FileCopies | undefined
  onChange: HomeworkFormState['change']
}

/** Files are stored with the draft until they are sent. */
export function FilesField({ stored, files, existingFiles, copies, onChange }: FilesFieldProps) {
  const t = useT('homework')
  const { add, refused } = files
  const { isDragOver, dropHandlers } = useFileDrop(add)
  return (
    <Stack gap="xs" className={styles.files} data-over={isDragOver || undefined} {...dropHandlers}>
      <Input.Label labelElement="div">{t('form.files')}</Input.Label>
      {existingFiles && existingFiles.length > 0 && (
        <>
          <Input.Description>{t('form.filesThere', { count: existingFiles.length })}</Input.Description>
          <FileList files={existingFiles} renderDetails={() => undefined} />
        </>
      )}
      {stored.length > 0 && (
        <FileList
          files={stored}
          icon={file => <StoredFileIcon file={file} />}
          renderDetails={() => undefined}
          remove={{
            label: name => t('form.removeFile', { name }),
            run: ({ id }) => onChange(current => ({ files: current.files.filter(file => file.id !== id) })),
          }}
        />
      )}
      {copies && <CopiesList copies={copies} />}
      {copies?.areAttachmentsKnown === false && (
        <Input.Description>{t('form.copies.unknown')}</Input.Description>
      )}
      <div>
        <FilePicker label={t('form.files')} onFiles={add}>
          {choose => (
            <Button size="sm" onClick={choose} leftSection={<IconPaperclip aria-hidden />}>
              {t('form.addFiles')}
            </Button>
          )}
        </FilePicker>
      </div>
      {refused.map(({ name, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none moves.
        <Input.Error key={index} role="alert">
          {t(`form.refusedFile.${why}`, { name: sanitizeName(name) })}
        </Input.Error>
      ))}
      {refused.length === 0 && (
        <Input.Description>{t(existingFiles ? 'form.filesHintChange' : 'form.filesHint')}</Input.Description>
      )}
    </Stack>
  )
}

/** Attachments of the homework used again that are not copied yet. */
function CopiesList({ copies }: { copies: FileCopies }) {
  const t = useT('homework')
  const formatError = useFormatError()
  if (copies.pending.length === 0) return null
  return (
    <FileList
      files={copies.pending}
      icon={file => <FileKindIcon {...file} />}
      renderDetails={({ failure }) =>
        failure ? (
          <Text span c="var(--danger-text)" fz="inherit">
            {failure.kind === 'external'
              ? t('form.copies.external', { host: failure.host })
              : t('form.copies.failed', { reason: formatError(failure.error) })}
          </Text>
        ) : (
          t('form.copies.loading')
        )
      }
      remove={{ label: name => t('form.removeFile', { name }), run: ({ id }) => copies.remove(id) }}
    />
  )
}
