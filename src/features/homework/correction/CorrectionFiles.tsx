import { Input, Stack } from '@mantine/core'
import { type Ref, useId } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { DropZone, FilePicker } from '../../../ui/inputs/FilePicker.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { FileList } from '../FileList.tsx'
import { MarkedFileList } from '../pen/MarkedFileList.tsx'
import { StoredAudio } from '../StoredAudio.tsx'
import { StoredFileIcon } from '../StoredFileIcon.tsx'
import type { useDraftFiles } from '../storedFiles.ts'
import styles from './Correction.module.css'
import { type CorrectionDraft, getDraftKey, type OpenCorrection } from './correctionDraft.ts'
import type { useVoiceRecorder } from './useVoiceRecorder.ts'
import { VoiceFeedback } from './VoiceFeedback.tsx'

type CorrectionFilesProps = {
  /** Can be focused by script. */
  ref: Ref<HTMLDivElement>
  homework: Homework
  entry: SubmissionEntry
  draft: Pick<CorrectionDraft, 'files' | 'marked'>
  files: ReturnType<typeof useDraftFiles>
  recorder: ReturnType<typeof useVoiceRecorder>
  /** ID of a file that no longer exists on this device. */
  missingFileId: string | undefined
  readOnly: boolean
  acceptsFiles: boolean
  isDragOver: boolean
  addFiles: (files: readonly File[]) => void
  change: OpenCorrection['change']
}

/** Files to return: marked copies, attached files and recordings. */
export function CorrectionFiles(props: CorrectionFilesProps) {
  const { ref, homework, entry, draft, files, recorder, missingFileId, readOnly, acceptsFiles } = props
  const { isDragOver, addFiles, change } = props
  const t = useT('correction')
  const titleId = useId()
  return (
    <Stack ref={ref} tabIndex={-1} gap="xs" miw={0} role="group" aria-labelledby={titleId}>
      <p id={titleId} className={styles.label}>
        {t('files.title')}
      </p>
      <MarkedFileList
        draftKey={getDraftKey(homework.id, entry.user.id)}
        files={draft.marked}
        otherFiles={[...draft.files, ...entry.submission.correction_files].map(file => file.name)}
        readOnly={readOnly}
        onRemove={removed =>
          change(({ marked }) => ({ marked: marked.filter(({ log }) => log !== removed.log) }))
        }
      />
      {draft.files.length > 0 && (
        <FileList
          files={draft.files}
          icon={file => <StoredFileIcon file={file} />}
          remove={
            readOnly
              ? undefined
              : {
                  label: file => t('files.remove', { name: file }),
                  run: ({ id }) => change(latest => ({ files: latest.files.filter(file => file.id !== id) })),
                }
          }
          problem={file => (
            <>
              <StoredAudio file={file} />
              {missingFileId === file.id && <Input.Error role="alert">{t('fileGone')}</Input.Error>}
            </>
          )}
        />
      )}
      {acceptsFiles ? (
        <FilePicker label={t('files.title')} onFiles={addFiles}>
          {choose => (
            <DropZone isDragOver={isDragOver} openFileChooser={choose}>
              {link => {
                if (readOnly) return t('returning')
                if (files.pendingCount > 0) return t('files.keeping')
                return isDragOver ? t('files.dropNow') : t.rich('files.drop', { choose: link })
              }}
            </DropZone>
          )}
        </FilePicker>
      ) : (
        <Input.Description>{t('files.unsupported')}</Input.Description>
      )}
      {acceptsFiles && <VoiceFeedback recorder={recorder} readOnly={readOnly} />}
      {files.refused.map(({ name, why }) => (
        <Input.Error key={name} role="alert">
          {t(`files.${why}`, { name: sanitizeName(name) })}
        </Input.Error>
      ))}
    </Stack>
  )
}
