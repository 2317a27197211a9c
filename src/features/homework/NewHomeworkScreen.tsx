import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { keyOf, query } from '../../api/cache/query.ts'
import { homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { readParam } from '../../contract/wire.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Saved } from '../../lib/saved.ts'
import { dayOf } from '../../lib/schoolTime.ts'
import { plusDays } from '../../lib/week.ts'
import { paths } from '../../paths.ts'
import { Drawer } from '../../ui/layout/Drawer.tsx'
import { usePerson } from '../../ui/Person.tsx'
import { usePersonStorage } from '../../ui/PersonStorage.tsx'
import { useNow, useSchoolTime } from '../../ui/SchoolTime.tsx'
import { FormSkeleton } from './form/FormSkeleton.tsx'
import { FormFailed } from './form/HomeworkFields.tsx'
import { NewHomeworkForm } from './form/NewHomeworkForm.tsx'
import { useMayWrite } from './list/ClassHomework.tsx'
import { rememberedHomework } from './list/rememberedHomework.ts'
import { listOf } from './list/useHomeworkAddress.ts'

/**
 * /classes/:courseId/homework/new?subject=&due=: the form over the list. Opened from another page, as from a lesson of the
 * timetable, it leads back there.
 */
export function NewHomeworkScreen() {
  const t = useT('homework')
  const format = useFormat()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { state } = useLocation()
  const { timeZone } = useSchoolTime()
  const today = dayOf(useNow(), timeZone)
  const storage = usePersonStorage()
  const person = usePerson()
  const courseId = Number(useParams().courseId)
  const [asked] = useSearchParams()
  const mayWrite = useMayWrite()
  const subjects = useQuery(query(lessons.list, { course_id: courseId }))
  const due = asked.get('due') ?? ''
  const given = {
    subject: readParam('lesson_id', asked.get('subject') ?? '') ?? null,
    due: /^\d{4}-\d{2}-\d{2}$/.test(due) && plusDays(due, 0) === due ? due : '',
  }
  const list = listOf(state)
  const from = cameFrom(state)
  const back = (saved?: Saved) => {
    const lesson = from?.lesson
    void navigate(from?.path ?? paths.homework(courseId) + list, {
      state: { ...(from && { keepsFocus: true }), ...(lesson && { lesson }), ...(saved && { saved }) },
    })
  }
  const close = () => back()

  return (
    <Drawer title={t('form.newTitle')} close={{ label: t('form.close'), run: close }}>
      {mayWrite === false ? (
        <FormFailed sentence={t('form.mayNot')} />
      ) : subjects.data ? (
        <Suspense fallback={<FormSkeleton />}>
          <NewHomeworkForm
            courseId={courseId}
            subjects={subjects.data.rows}
            given={given}
            onClose={close}
            onDone={({ id, value }) => {
              // A service that lists homework has it in the list by now; a failed list may be one that lists none.
              const listed = client.getQueryData(keyOf(homework.list, { course_id: courseId })) !== undefined
              if (id !== undefined && !listed) rememberedHomework(storage, person.id, courseId).add(id)
              const said = t('saved', { text: value.text.trim(), due: format.day(value.due) })
              // Without the filter, which could hide what was just set.
              const shown = value.due < today ? '?past=open' : ''
              const saved = id === undefined ? undefined : { id, said, list: shown }
              if (from) back(saved)
              else void navigate(paths.homework(courseId) + shown, { state: { saved } })
            }}
          />
        </Suspense>
      ) : subjects.error ? (
        <FormFailed error={subjects.error} retry={() => void subjects.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </Drawer>
  )
}

/** The page a form was opened from, and its state to go back with: which lesson it was opened at. */
export type CameFrom = { path: string; lesson: string | undefined }

/** What the link to the form says of it in the state of the address; `undefined` from the list of homework. */
export function cameFrom(state: unknown): CameFrom | undefined {
  const from = isRecord(state) ? state.from : undefined
  // Only ever written by this app, as is all state of an address; a page of it begins with one slash.
  if (!isRecord(from) || typeof from.path !== 'string' || !/^\/(?!\/)/.test(from.path)) return undefined
  return { path: from.path, lesson: typeof from.lesson === 'string' ? from.lesson : undefined }
}
