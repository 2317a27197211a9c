import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchFresh, query, write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { relationLabel } from '../../../contract/document.ts'
import { documents } from '../../../contract/documents.ts'
import { homework } from '../../../contract/homework.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { runExclusive } from '../../../outbox/runExclusive.ts'
import type { StoredFile } from '../../../outbox/storage/fileStore.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import {
  createFingerprint,
  type FileFingerprint,
  isUploaded,
  toFingerprint,
} from '../correction/fileFingerprint.ts'
import { FileList } from '../FileList.tsx'
import { isComplete } from './classParts.ts'
import styles from './HomeworkForm.module.css'
import { type HomeworkDraft, homeworkDraft, isSameContent } from './homeworkDraft.ts'
import { type HomeworkFormState, useIsMounted } from './useHomeworkForm.ts'

type FileUploadsProps = {
  courseId: number
  homeworkId: number
  form: HomeworkFormState
  onDone: () => void
}

/** Uploads the files of homework that is already saved, and shows their progress instead of the form. */
export function FileUploads(props: FileUploadsProps) {
  const t = useT('homework')
  return (
    <div className={styles.body} role="status">
      <p>{t('form.upload.lead', { text: truncateText(props.form.value.text.trim(), 120) })}</p>
      <UploadedFiles {...props} />
    </div>
  )
}

/** Uploads the files, and lists them. */
export function UploadedFiles({ courseId, homeworkId, form, onDone }: FileUploadsProps) {
  const t = useT('homework')
  const formatError = useFormatError()
  const { files, retry } = useFileUploads(courseId, homeworkId, form)
  const hasFailed = files.some(({ state }) => typeof state === 'object' || state === 'gone')
  const isUploading = files.some(({ state }) => state === 'sending' || (state === 'waiting' && !hasFailed))
  const isUploadUnsupported = files.some(({ state }) => isUnsupported(state))
  const areAllDone = files.every(({ state }) => state === 'done')
  useEffect(() => {
    if (areAllDone) onDone()
  })
  const formatState = (state: UploadingFile['state']) =>
    typeof state === 'object'
      ? t('form.upload.failed', { reason: formatError(state.error) })
      : t(`form.upload.${state}`)
  return (
    <>
      <FileList
        files={files}
        renderDetails={({ state }) => (
          <Text span c={typeof state === 'object' ? 'var(--danger-text)' : 'dimmed'} fz="inherit">
            {state === 'done' && <IconCheck aria-hidden />}
            {formatState(state)}
          </Text>
        )}
      />
      {isUploadUnsupported && <Notice tone="warn">{t('form.upload.unsupported')}</Notice>}
      {hasFailed && !isUploading && (
        <Group gap="sm">
          {!isUploadUnsupported && (
            <Button variant="filled" onClick={retry}>
              {t('form.upload.retry')}
            </Button>
          )}
          <Button onClick={onDone}>
            {isUploadUnsupported ? t('form.upload.finish') : t('form.upload.leave')}
          </Button>
        </Group>
      )}
    </>
  )
}

const isUnsupported = (state: UploadingFile['state']) =>
  typeof state === 'object' && state.error instanceof ApiError && state.error.kind === 'unsupported'

type UploadingFile = StoredFile & { state: 'waiting' | 'sending' | 'done' | 'gone' | { error: unknown } }

/** By homework and stored file. A form that is opened again sends these files only on request (rule 26). */
const refusedFiles = new Map<string, ApiError>()
const permanentErrorKinds = ['tooLarge', 'invalid', 'forbidden', 'noScope']

/**
 * Uploads the files one after another, and removes each from the draft. A failed file does not stop the others. Files
 * that an earlier attempt, page or tab has uploaded are recognized (rule 26). Continues if the form is closed.
 */
function useFileUploads(courseId: number, homeworkId: number, form: HomeworkFormState) {
  const client = useQueryClient()
  const { drafts } = useOutbox()
  const upload = useMutation(write(documents.upload))
  const getRefusalKey = (id: string) => `${homeworkId}/${id}`
  const [files, setFiles] = useState<readonly UploadingFile[]>(() =>
    form.value.files.map(file => {
      const error = refusedFiles.get(getRefusalKey(file.id))
      return { ...file, state: error ? { error } : 'waiting' }
    }),
  )
  const remaining = useRef(form.value.files)
  const uploadedBefore = useRef<readonly FileFingerprint[] | undefined>(undefined)
  const isSending = useRef(false)
  const isMounted = useIsMounted()
  const setFileState = (id: string, state: UploadingFile['state']) =>
    setFiles(current => current.map(file => (file.id === id ? { ...file, state } : file)))

  const fetchUploadedFiles = async (): Promise<readonly FileFingerprint[]> => {
    const ids = { course_id: courseId, homework_id: homeworkId }
    const uploaded = (await fetchFresh(client, query(homework.get, ids))).documents ?? []
    return uploaded.map(file => toFingerprint({ ...file, sha1_checksum: file.sha1_checksum.toLowerCase() }))
  }
  const hasArrived = async (file: File, uploaded: readonly FileFingerprint[]) => {
    const local = await createFingerprint(file)
    if (local.sha1 !== '' && uploaded.some(({ sha1 }) => sha1 === local.sha1)) return true
    return isUploaded(local, uploaded, uploadedBefore.current) === true
  }
  const handleUploaded = async (draft: OpenDraft<HomeworkDraft>, id: string) => {
    setFileState(id, 'done')
    remaining.current = remaining.current.filter(file => file.id !== id)
    const { value, isReadOnly } = draft.state()
    // Another form of this draft may have more files.
    if (isMounted.current || (value && !isReadOnly))
      form.change(current => ({ files: current.files.filter(file => file.id !== id) }))
    await draft.flush()
  }
  const uploadAll = async (draft: OpenDraft<HomeworkDraft>) => {
    let uploaded: readonly FileFingerprint[]
    try {
      uploaded = await fetchUploadedFiles()
    } catch (error) {
      for (const { id } of remaining.current) setFileState(id, { error })
      return
    }
    uploadedBefore.current ??= uploaded
    for (const stored of remaining.current) {
      if (refusedFiles.has(getRefusalKey(stored.id))) continue
      setFileState(stored.id, 'sending')
      try {
        const file = await drafts.file(stored.id)
        if (!file) {
          // Another tab or an earlier attempt may have uploaded it. Only the displayed state depends on this check.
          const isProbablyUploaded = uploaded.some(
            ({ name, size }) => name === stored.name && size === stored.size,
          )
          if (isProbablyUploaded) await handleUploaded(draft, stored.id)
          else setFileState(stored.id, 'gone')
          continue
        }
        if (!(await hasArrived(file, uploaded))) {
          const related_to = relationLabel({ kind: 'homework', todoId: homeworkId })
          await upload.mutateAsync({ body: { related_to, file } })
        }
        await handleUploaded(draft, stored.id)
      } catch (error) {
        setFileState(stored.id, { error })
        if (error instanceof ApiError && permanentErrorKinds.includes(error.kind))
          refusedFiles.set(getRefusalKey(stored.id), error)
        if (error instanceof ApiError && error.kind === 'unsupported') break
      }
    }
    const { value } = draft.state()
    if (!value) return
    const part = form.readPart(value)
    const isDraftDone =
      part?.files.length === 0 &&
      isSameContent(part, form.value) &&
      (value.classes.length === 0 || isComplete(value))
    if (!isMounted.current && isDraftDone) await draft.discard()
  }
  /** Uploads in one tab at a time. A form that is opened again waits for the loop of the closed one. */
  const start = async () => {
    if (isSending.current) return
    isSending.current = true
    for (const { id } of remaining.current)
      if (!refusedFiles.has(getRefusalKey(id))) setFileState(id, 'waiting')
    try {
      const draft = await drafts.open(homeworkDraft, form.key)
      await runExclusive(`staffroom.homework.files.${homeworkId}`, () => uploadAll(draft)).finally(
        draft.close,
      )
    } catch (error) {
      for (const { id } of remaining.current) setFileState(id, { error })
    }
    isSending.current = false
  }

  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void start()
  })

  const retry = () => {
    for (const { id } of remaining.current) refusedFiles.delete(getRefusalKey(id))
    void start()
  }
  return { files, retry }
}
