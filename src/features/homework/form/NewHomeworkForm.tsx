import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Lesson } from '../../../contract/lessons.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { FileUploads } from './FileUploads.tsx'
import { HomeworkForm } from './HomeworkForm.tsx'
import { type FieldProblems, parseNewHomework } from './homeworkDraft.ts'
import { type ClassProblems, OtherClasses } from './OtherClasses.tsx'
import { useFilledDraft } from './suggestions.ts'
import { type CreateState, useCreateHomework } from './useCreateHomework.ts'
import { type HomeworkSource, useFileCopies } from './useFileCopies.ts'
import type { HomeworkFormState } from './useHomeworkForm.ts'

type NewHomeworkFormProps = {
  courseId: number
  form: HomeworkFormState
  subjects: readonly Lesson[]
  initialFocus: 'subject' | 'text'
  supportsHandIn: boolean | undefined
  source: HomeworkSource | undefined
  /** Called when homework for several classes is valid, to send it. */
  onSendAll: () => void
  onDone: (id: number | undefined) => void
  onClose: () => void
}

/** The form of new homework. It sends homework for a single class itself. */
export function NewHomeworkForm(props: NewHomeworkFormProps) {
  const { courseId, subjects, initialFocus, supportsHandIn, source, onSendAll, onDone, onClose } = props
  const t = useT('homework')
  const copies = useFileCopies(props.form, source)
  const value = useFilledDraft(courseId, props.form.value, subjects)
  const form: HomeworkFormState = {
    ...props.form,
    value,
    whenFilesStored: async () => (await copies.whenCopied()) && (await props.form.whenFilesStored()),
  }
  const { state, send, restart, handleEdit } = useCreateHomework(courseId, form, supportsHandIn === true)
  const [problems, setProblems] = useState<{ own: FieldProblems; others: ClassProblems }>(noProblems)
  const [isWaitingForFiles, setIsWaitingForFiles] = useState(false)
  const createdId = state.kind === 'created' ? state.id : undefined
  const isComplete = createdId !== undefined && value.files.length === 0
  useEffect(() => {
    if (isComplete) onDone(createdId)
  })
  if (createdId !== undefined && !isComplete) {
    return (
      <FileUploads courseId={courseId} homeworkId={createdId} form={form} onDone={() => onDone(createdId)} />
    )
  }
  const isSending = state.kind === 'sending' || state.kind === 'checking' || state.kind === 'created'
  const hasOwnProblems = Object.keys(problems.own).length > 0
  const isBusy = isSending || isWaitingForFiles
  const sendAll = async (own: FieldProblems) => {
    const others = Object.fromEntries(
      value.classes.flatMap(({ course_id, lesson_id, due }) => {
        const { lesson_id: subject, until_datetime } = findProblems({ ...value, lesson_id, due }, false)
        const found = { ...(subject && { lesson_id: subject }), ...(until_datetime && { until_datetime }) }
        return Object.keys(found).length > 0 ? [[course_id, found]] : []
      }),
    )
    setProblems({ own, others })
    if (Object.keys(own).length > 0 || Object.keys(others).length > 0) return
    form.change({ due: value.due, classes: value.classes })
    setIsWaitingForFiles(true)
    const areFilesStored = await form.whenFilesStored()
    setIsWaitingForFiles(false)
    if (areFilesStored) onSendAll()
  }
  const submit = () => {
    if (isBusy || state.kind === 'uncertain') return
    const own = findProblems(value, supportsHandIn === true)
    if (value.classes.length > 0) return void sendAll(own)
    // Before, the suggested day follows the subject.
    if (Object.keys(own).length === 0) form.change({ due: value.due })
    send()
  }
  const { change } = props.form
  const edit = () => {
    setProblems(noProblems)
    handleEdit()
  }
  return (
    <HomeworkForm
      courseId={courseId}
      subjects={subjects}
      form={{ ...form, restart }}
      problems={hasOwnProblems || state.kind !== 'form' ? problems.own : state.problems}
      otherProblems={problems.others}
      isBusy={isBusy}
      initialFocus={initialFocus}
      supportsHandIn={supportsHandIn}
      copies={copies}
      otherClasses={
        <OtherClasses
          courseId={courseId}
          classes={value.classes}
          problems={problems.others}
          onChange={changes => {
            change(changes)
            edit()
          }}
        />
      }
      onEdit={edit}
      submitLabel={isBusy ? t('form.setting') : t('form.set')}
      notice={
        <>
          <CopyNotice count={copies.pending.filter(({ failure }) => failure).length} onRetry={copies.retry} />
          <CreateNotice state={state} />
        </>
      }
      buttons={
        state.kind === 'uncertain' ? (
          <>
            <Button variant="filled" onClick={send}>
              {t('form.setAnyway')}
            </Button>
            <Button variant="subtle" onClick={() => onDone(undefined)}>
              {t('form.wasSet')}
            </Button>
          </>
        ) : undefined
      }
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

const noProblems: { own: FieldProblems; others: ClassProblems } = { own: {}, others: {} }

function findProblems(...content: Parameters<typeof parseNewHomework>): FieldProblems {
  const parsed = parseNewHomework(...content)
  return 'problems' in parsed ? parsed.problems : {}
}

function CopyNotice({ count, onRetry }: { count: number; onRetry: () => void }) {
  const t = useT('homework')
  if (count === 0) return null
  return (
    <Notice tone="warn" role="alert" action={{ label: t('form.copies.retry'), run: onRetry }}>
      {t('form.copies.notLoaded', { count })}
    </Notice>
  )
}

function CreateNotice({ state }: { state: CreateState }) {
  const t = useT('homework')
  const formatError = useFormatError()
  switch (state.kind) {
    case 'checking':
      return <Notice role="status">{t('form.checking')}</Notice>
    case 'notApplied':
    case 'uncertain':
      return (
        <Notice tone="warn" role="alert">
          {t(`form.${state.kind}`)}
        </Notice>
      )
    case 'form':
      // The fields show their own problems.
      if (state.error === undefined || Object.keys(state.problems).length > 0) return null
      return (
        <Notice tone="danger" role="alert">
          {t('form.notSent', { reason: formatError(state.error) })}
        </Notice>
      )
    default:
      return null
  }
}
