import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchFresh, query, write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { relationLabel } from '../../../contract/document.ts'
import { documents } from '../../../contract/documents.ts'
import { homework } from '../../../contract/homework.ts'
import { useErrorSentence } from '../../../i18n/useErrorSentence.ts'
import { useT } from '../../../i18n/useT.ts'
import { cutText } from '../../../lib/cutText.ts'
import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { oneAtATime } from '../../../outbox/oneAtATime.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { type FilePrint, printIn, printOf, reconcileCorrectionFile } from '../correction/uploadWrite.ts'
import { FileList } from '../FileList.tsx'
import styles from './HomeworkForm.module.css'
import { homeworkDraft, sameContent } from './homeworkDraft.ts'
import { type OpenForm, useIsShown } from './useHomeworkForm.ts'

type SendFilesProps = {
  courseId: number
  homeworkId: number
  form: OpenForm
  onDone: () => void
}

/** The homework is there, its files are on their way. Leads on by itself when all have arrived. */
export function SendFiles({ courseId, homeworkId, form, onDone }: SendFilesProps) {
  const t = useT('homework')
  const reason = useErrorSentence()
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
      ? t('form.upload.failed', { reason: reason(state.error) })
      : t(`form.upload.${state}`)
  return (
    <div className={styles.body} role="status">
      <p>{t('form.upload.lead', { text: cutText(form.value.text.trim(), 120) })}</p>
      <FileList
        files={files}
        said={({ state }) => (
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

/** What the service refused, by file of a draft, until the page goes: a form opened anew does not send it by itself (cases 26). */
const refusals = new Map<string, ApiError>()
const refusedForGood = ['tooLarge', 'invalid', 'forbidden', 'noScope']

/**
 * Sends the form's files to a homework that is there, one after another; what was sent leaves the draft. One that failed
 * stops none of the others and goes again only when asked to. What an earlier try, page or tab sent is looked for first,
 * by its bytes (cases 26). A form that is left lets them go on.
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
  const left = useRef(form.value.files)
  const before = useRef<readonly FilePrint[] | undefined>(undefined)
  const sending = useRef(false)
  const shown = useIsShown()
  const mark = (id: string, state: SentFile['state']) =>
    setFiles(now => now.map(file => (file.id === id ? { ...file, state } : file)))

  const filesThere = async (): Promise<readonly FilePrint[]> => {
    const ids = { course_id: courseId, homework_id: homeworkId }
    const there = (await fetchFresh(client, query(homework.get, ids))).documents ?? []
    return there.map(file => printIn({ ...file, sha1_checksum: file.sha1_checksum.toLowerCase() }))
  }
  const arrived = async (file: File, there: readonly FilePrint[]) => {
    const ours = await printOf(file)
    if (ours.sha1 !== '' && there.some(({ sha1 }) => sha1 === ours.sha1)) return true
    const seen = (prints: readonly FilePrint[]) => ({ ours, there: [...prints] })
    return (
      reconcileCorrectionFile({ before: before.current && seen(before.current), now: seen(there) }) === 'done'
    )
  }
  const done = async (draft: OpenForm['draft'], id: string) => {
    mark(id, 'done')
    left.current = left.current.filter(file => file.id !== id)
    if (shown.current) form.change({ files: left.current })
    else {
      // Another form of the same draft may have more by now.
      const { value: now, elsewhere } = draft.state()
      if (now && !elsewhere) draft.set({ ...now, files: now.files.filter(file => file.id !== id) })
    }
    await draft.flush()
  }
  const sendAll = async (draft: OpenForm['draft']) => {
    let there: readonly FilePrint[]
    try {
      there = await filesThere()
    } catch (error) {
      for (const { id } of left.current) mark(id, { error })
      return
    }
    before.current ??= there
    for (const kept of left.current) {
      if (refusals.has(kept.id)) continue
      mark(kept.id, 'sending')
      try {
        const file = await drafts.file(kept.id)
        if (!file) {
          // Nothing is sent any more, so this only decides what is said: whoever sent it took it out of the draft.
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
        // What this service does not offer, it offers for no other file either.
        if (error instanceof ApiError && error.kind === 'unsupported') break
      }
    }
    const now = draft.state().value
    const isOver = now !== undefined && now.files.length === 0 && sameContent(now, form.value)
    if (!shown.current && isOver) await draft.discard()
  }
  /** One loop for a homework in all tabs: a form opened anew waits for the one that was left. */
  const send = async () => {
    if (sending.current) return
    sending.current = true
    for (const { id } of left.current) if (!refusals.has(id)) mark(id, 'waiting')
    try {
      const draft = await drafts.open(homeworkDraft, form.key)
      const work = () => sendAll(draft)
      await oneAtATime(`staffroom.homework.files.${homeworkId}`, work).finally(draft.close)
    } catch (error) {
      for (const { id } of left.current) mark(id, { error })
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
    for (const { id } of left.current) refusals.delete(id)
    void send()
  }
  return { files, retry }
}
