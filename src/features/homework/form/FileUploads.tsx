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
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { oneAtATime } from '../../../outbox/oneAtATime.ts'
import type { KeptFile } from '../../../outbox/storage/keptFiles.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import {
  createFingerprint,
  type FileFingerprint,
  isUploaded,
  toFingerprint,
} from '../correction/uploadWrite.ts'
import { FileList } from '../FileList.tsx'
import styles from './HomeworkForm.module.css'
import { homeworkDraft, isSameContent } from './homeworkDraft.ts'
import { type OpenForm, useIsMounted } from './useHomeworkForm.ts'

type FileUploadsProps = {
  courseId: number
  homeworkId: number
  form: OpenForm
  onDone: () => void
}

/** Progress of the files of homework that is already saved. Calls `onDone` when all files are uploaded. */
export function FileUploads({ courseId, homeworkId, form, onDone }: FileUploadsProps) {
  const t = useT('homework')
  const formatError = useFormatError()
  const { files, retry } = useSendFiles(courseId, homeworkId, form)
  const failed = files.some(({ state }) => typeof state === 'object' || state === 'gone')
  const going = files.some(({ state }) => state === 'sending' || (state === 'waiting' && !failed))
  const unsupported = files.some(({ state }) => isUnsupported(state))
  const allDone = files.every(({ state }) => state === 'done')
  useEffect(() => {
    if (allDone) onDone()
  })
  const said = (state: SentFile['state']) =>
    typeof state === 'object'
      ? t('form.upload.failed', { reason: formatError(state.error) })
      : t(`form.upload.${state}`)
  return (
    <div className={styles.body} role="status">
      <p>{t('form.upload.lead', { text: truncateText(form.value.text.trim(), 120) })}</p>
      <FileList
        files={files}
        renderDetails={({ state }) => (
          <Text span c={typeof state === 'object' ? 'var(--danger-text)' : 'dimmed'} fz="inherit">
            {state === 'done' && <IconCheck aria-hidden />}
            {said(state)}
          </Text>
        )}
      />
      {unsupported && <Notice tone="warn">{t('form.upload.unsupported')}</Notice>}
      {failed && !going && (
        <Group gap="sm">
          {!unsupported && (
            <Button variant="filled" onClick={retry}>
              {t('form.upload.retry')}
            </Button>
          )}
          <Button onClick={onDone}>{unsupported ? t('form.upload.finish') : t('form.upload.leave')}</Button>
        </Group>
      )}
    </div>
  )
}

const isUnsupported = (state: SentFile['state']) =>
  typeof state === 'object' && state.error instanceof ApiError && state.error.kind === 'unsupported'

type SentFile = KeptFile & { state: 'waiting' | 'sending' | 'done' | 'gone' | { error: unknown } }

/**
 * Errors of files that the service refused, by ID of the stored file, until the page is closed. A form that is opened
 * again does not send these files by itself (rule 26).
 */
const refusals = new Map<string, ApiError>()
const refusedForGood = ['tooLarge', 'invalid', 'forbidden', 'noScope']

/**
 * Uploads the form's files to existing homework, one after another, and removes each uploaded file from the draft. A
 * failed file does not stop the others, and is sent again only on request. Files that an earlier attempt, page or tab
 * has uploaded are recognized by their checksum or by name and size (rule 26). The upload continues if the form is
 * closed.
 */
function useSendFiles(courseId: number, homeworkId: number, form: OpenForm) {
  const client = useQueryClient()
  const { drafts } = useOutbox()
  const upload = useMutation(write(documents.upload))
  const [files, setFiles] = useState<readonly SentFile[]>(() =>
    form.value.files.map(file => {
      const error = refusals.get(file.id)
      return { ...file, state: error ? { error } : 'waiting' }
    }),
  )
  const remaining = useRef(form.value.files)
  const before = useRef<readonly FileFingerprint[] | undefined>(undefined)
  const sending = useRef(false)
  const shown = useIsMounted()
  const mark = (id: string, state: SentFile['state']) =>
    setFiles(now => now.map(file => (file.id === id ? { ...file, state } : file)))

  const filesThere = async (): Promise<readonly FileFingerprint[]> => {
    const ids = { course_id: courseId, homework_id: homeworkId }
    const there = (await fetchFresh(client, query(homework.get, ids))).documents ?? []
    return there.map(file => toFingerprint({ ...file, sha1_checksum: file.sha1_checksum.toLowerCase() }))
  }
  const arrived = async (file: File, there: readonly FileFingerprint[]) => {
    const ours = await createFingerprint(file)
    if (ours.sha1 !== '' && there.some(({ sha1 }) => sha1 === ours.sha1)) return true
    return isUploaded(ours, there, before.current) === true
  }
  const done = async (draft: OpenForm['draft'], id: string) => {
    mark(id, 'done')
    remaining.current = remaining.current.filter(file => file.id !== id)
    if (shown.current) form.change({ files: remaining.current })
    else {
      // Another form of the same draft may contain more files by now.
      const { value: now, isReadOnly } = draft.state()
      if (now && !isReadOnly) draft.set({ ...now, files: now.files.filter(file => file.id !== id) })
    }
    await draft.flush()
  }
  const sendAll = async (draft: OpenForm['draft']) => {
    let there: readonly FileFingerprint[]
    try {
      there = await filesThere()
    } catch (error) {
      for (const { id } of remaining.current) mark(id, { error })
      return
    }
    before.current ??= there
    for (const kept of remaining.current) {
      if (refusals.has(kept.id)) continue
      mark(kept.id, 'sending')
      try {
        const file = await drafts.file(kept.id)
        if (!file) {
          // The stored file no longer exists, because another tab or an earlier attempt may have uploaded it. Only the
          // shown state depends on this check.
          const here = there.some(({ name, size }) => name === kept.name && size === kept.size)
          if (here) await done(draft, kept.id)
          else mark(kept.id, 'gone')
          continue
        }
        if (!(await arrived(file, there))) {
          const related_to = relationLabel({ kind: 'homework', todoId: homeworkId })
          await upload.mutateAsync({ body: { related_to, file } })
        }
        await done(draft, kept.id)
      } catch (error) {
        mark(kept.id, { error })
        if (error instanceof ApiError && refusedForGood.includes(error.kind)) refusals.set(kept.id, error)
        // A service that does not support this upload supports no upload.
        if (error instanceof ApiError && error.kind === 'unsupported') break
      }
    }
    const now = draft.state().value
    const isOver = now !== undefined && now.files.length === 0 && isSameContent(now, form.value)
    if (!shown.current && isOver) await draft.discard()
  }
  /**
   * Only one loop per homework runs in all tabs. A form that is opened again starts after the loop of the closed form.
   */
  const send = async () => {
    if (sending.current) return
    sending.current = true
    for (const { id } of remaining.current) if (!refusals.has(id)) mark(id, 'waiting')
    try {
      const draft = await drafts.open(homeworkDraft, form.key)
      const work = () => sendAll(draft)
      await oneAtATime(`staffroom.homework.files.${homeworkId}`, work).finally(draft.close)
    } catch (error) {
      for (const { id } of remaining.current) mark(id, { error })
    }
    sending.current = false
  }

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void send()
  })

  const retry = () => {
    for (const { id } of remaining.current) refusals.delete(id)
    void send()
  }
  return { files, retry }
}
