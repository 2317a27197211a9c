import { Input, Stack } from '@mantine/core'
import { useId } from 'react'
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
  homework: Homework
  entry: SubmissionEntry
  draft: Pick<CorrectionDraft, 'files' | 'marked'>
  files: ReturnType<typeof useDraftFiles>
  recorder: ReturnType<typeof useVoiceRecorder>
  isDragOver: boolean
  addFiles: (files: readonly File[]) => void
  change: OpenCorrection['change']
}

/** Files to return: marked copies, attached files and recordings. */
export function CorrectionFiles(props: CorrectionFilesProps) {
  const { homework, entry, draft, files, recorder, isDragOver, addFiles, change } = props
  const t = useT('correction')
  const titleId = useId()
  return (
    <Stack gap="xs" miw={0} role="group" aria-labelledby={titleId}>
      <p id={titleId} className={styles.label}>
        {t('files.title')}
      </p>
      <MarkedFileList
        draftKey={getDraftKey(homework.id, entry.user.id)}
        files={draft.marked}
        otherFiles={[...draft.files, ...entry.submission.correction_files].map(file => file.name)}
        onRemove={removed =>
          change(({ marked }) => ({ marked: marked.filter(({ log }) => log !== removed.log) }))
        }
      />
      {draft.files.length > 0 && (
        <FileList
          files={draft.files}
          icon={file => <StoredFileIcon file={file} />}
          remove={{
            label: file => t('files.remove', { name: file }),
            run: ({ id }) => change(latest => ({ files: latest.files.filter(file => file.id !== id) })),
          }}
          problem={file => <StoredAudio file={file} />}
        />
      )}
      <FilePicker label={t('files.title')} onFiles={addFiles}>
        {choose => (
          <DropZone isDragOver={isDragOver} openFileChooser={choose}>
            {link => {
              if (files.pendingCount > 0) return t('files.keeping')
              return isDragOver ? t('files.dropNow') : t.rich('files.drop', { choose: link })
            }}
          </DropZone>
        )}
      </FilePicker>
      <VoiceFeedback recorder={recorder} />
      {files.refused.map(({ name, why }) => (
        <Input.Error key={name} role="alert">
          {t(`files.${why}`, { name: sanitizeName(name) })}
        </Input.Error>
      ))}
    </Stack>
  )
}
