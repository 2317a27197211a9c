import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { keyOf, query } from '../../api/cache/query.ts'
import type { Rows } from '../../contract/endpoint.ts'
import { type Homework, homework, supportsHandIn } from '../../contract/homework.ts'
import { type Lesson, lessons } from '../../contract/lessons.ts'
import { readParam } from '../../contract/wire.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay } from '../../lib/week.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useUserStorage } from '../../session/userStorage.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { FileUploads } from './form/FileUploads.tsx'
import { FormDrawer, HomeworkForm } from './form/HomeworkForm.tsx'
import { emptyContent, getDraftKey, type HomeworkDraft } from './form/homeworkDraft.ts'
import { type CreateState, useCreateHomework } from './form/useCreateHomework.ts'
import { useHomeworkForm } from './form/useHomeworkForm.ts'
import { useMaySetHomework } from './HomeworkScreen.tsx'
import { getListQuery } from './list/useHomeworkAddress.ts'
import { createRememberedHomework } from './list/useHomeworkList.ts'

/** /classes/:courseId/homework/new?subject=&due=: form over the list. Closing it returns to the page that opened it. */
export function NewHomeworkScreen() {
  const t = useT('homework')
  const format = useFormat()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { state } = useLocation()
  const { timeZone, clock } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const storage = useUserStorage()
  const user = useCurrentUser()
  const courseId = Number(useParams().courseId)
  const [searchParams] = useSearchParams()
  const maySetHomework = useMaySetHomework()
  const subjects = useQuery(query(lessons.list, { course_id: courseId }))
  const due = searchParams.get('due') ?? ''
  const initialValues = {
    subject: readParam('lesson_id', searchParams.get('subject') ?? '') ?? null,
    due: /^\d{4}-\d{2}-\d{2}$/.test(due) && addDaysToDay(due, 0) === due ? due : '',
  }
  const from = readOrigin(state)
  const leave = (saved?: object, list = getListQuery(state)) => {
    const lesson = from?.lesson
    void navigate(from?.path ?? paths.homework(courseId) + list, {
      state: { ...(from && { keepsFocus: true }), ...(lesson && { lesson }), ...(saved && { saved }) },
    })
  }
  const handleDone = ({ id, value }: CreateResult) => {
    // Without a list at the service, remember the number.
    const isListed = client.getQueryData(keyOf(homework.list, { course_id: courseId })) !== undefined
    if (id !== undefined && !isListed) createRememberedHomework(storage, user.id, courseId).add(id)
    const said = t('saved', { text: value.text.trim(), due: format.dayNear(value.due, today) })
    // Remove the filter, because it could hide the new homework.
    const list = value.due < today ? '?past=open' : ''
    leave(id === undefined ? undefined : { id, said, list, at: clock() }, list)
  }
  return (
    <FormDrawer
      title={t('form.newTitle')}
      onClose={() => leave()}
      unavailableReason={
        (maySetHomework === false && t('form.mayNot')) ||
        (subjects.data?.rows.length === 0 && t('empty.noSubjects'))
      }
      error={subjects.error}
      onRetry={() => void subjects.refetch()}
      draftKey={getDraftKey(courseId)}
    >
      {subjects.data && subjects.data.rows.length > 0 && (
        <NewHomework
          courseId={courseId}
          subjects={subjects.data.rows}
          initialValues={initialValues}
          onClose={() => leave()}
          onDone={handleDone}
        />
      )}
    </FormDrawer>
  )
}

/** The page that opened the form, and the ID of the lesson to open there again. */
type Origin = { path: string; lesson: string | undefined }

/** Returns undefined if the list of homework opened the form. */
function readOrigin(state: unknown): Origin | undefined {
  const from = isRecord(state) ? state.from : undefined
  // A path of the app begins with exactly one slash.
  if (!isRecord(from) || typeof from.path !== 'string' || !/^\/(?!\/)/.test(from.path)) return undefined
  return { path: from.path, lesson: typeof from.lesson === 'string' ? from.lesson : undefined }
}

type CreateResult = { id: number | undefined; value: HomeworkDraft }

type NewHomeworkProps = {
  courseId: number
  subjects: readonly Lesson[]
  /** From the URL. */
  initialValues: { subject: number | null; due: string }
  onDone: (made: CreateResult) => void
  onClose: () => void
}

function NewHomework({ courseId, subjects, initialValues, onDone, onClose }: NewHomeworkProps) {
  const t = useT('homework')
  const form = useHomeworkForm(getDraftKey(courseId), {
    ...emptyContent,
    lesson_id: initialValues.subject ?? (subjects.length === 1 ? (subjects[0]?.id ?? null) : null),
    due: initialValues.due,
    files: [],
  })
  const supportsHandIn = useSupportsHandIn(courseId)
  const { state, send, restart, handleEdit } = useCreateHomework(courseId, form, supportsHandIn === true)
  const finish = (id: number | undefined) => form.discardAndLeave(() => onDone({ id, value: form.value }))
  const createdId = state.kind === 'created' ? state.id : undefined
  const isComplete = createdId !== undefined && form.value.files.length === 0
  useEffect(() => {
    if (isComplete) finish(createdId)
  })
  if (createdId !== undefined && !isComplete) {
    return (
      <FileUploads courseId={courseId} homeworkId={createdId} form={form} onDone={() => finish(createdId)} />
    )
  }
  const isBusy = state.kind === 'sending' || state.kind === 'checking' || state.kind === 'created'
  return (
    <HomeworkForm
      courseId={courseId}
      subjects={subjects}
      form={{ ...form, restart }}
      problems={state.kind === 'form' ? state.problems : {}}
      isBusy={isBusy}
      initialFocus={initialValues.subject === null ? 'subject' : 'text'}
      supportsHandIn={supportsHandIn}
      onEdit={handleEdit}
      submitLabel={isBusy ? t('form.setting') : t('form.set')}
      notice={<CreateNotice state={state} />}
      buttons={
        state.kind === 'uncertain' ? (
          <>
            <Button variant="filled" onClick={send}>
              {t('form.setAnyway')}
            </Button>
            <Button variant="subtle" onClick={() => finish(undefined)}>
              {t('form.wasSet')}
            </Button>
          </>
        ) : undefined
      }
      onSubmit={() => state.kind !== 'uncertain' && send()}
      onClose={onClose}
    />
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
      // Problems of fields are shown at the fields.
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

/**
 * Returns whether new homework may contain the hand-in setting, undefined while the list loads. Without any homework,
 * returns true for a service with a list, because such a service has more than api.md.
 */
function useSupportsHandIn(courseId: number): boolean | undefined {
  const client = useQueryClient()
  const list = useQuery(query(homework.list, { course_id: courseId }))
  const lists = client.getQueriesData<Rows<Homework>>({ queryKey: ['homework', homework.list.path] })
  const single = client.getQueriesData<Homework>({ queryKey: ['homework', homework.get.path] })
  const cachedHomework = [
    ...lists.flatMap(([, data]) => data?.rows ?? []),
    ...single.flatMap(([, data]) => data ?? []),
  ]
  if (supportsHandIn(cachedHomework)) return true
  if (list.isPending) return undefined
  return cachedHomework.length === 0 && list.data !== undefined
}
