import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { useLocale } from 'use-intl'
import * as z from 'zod/mini'
import { toDocumentFile } from '../../api/cache/documentBytes.ts'
import { keyOf, query } from '../../api/cache/query.ts'
import { attachmentsOf, homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { readParam } from '../../contract/wire.ts'
import type { Entry } from '../../delivery/entries/Entry.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { formatPoints } from '../../lib/points.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay } from '../../lib/week.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useUserStorage } from '../../session/userStorage.tsx'
import { readBackTo, readOrigin } from './form/formOrigin.ts'
import { FormDrawer } from './form/HomeworkForm.tsx'
import {
  emptyContent,
  getDraftKey,
  getReuseDraftKey,
  type HomeworkContent,
  type HomeworkDraft,
  toContent,
} from './form/homeworkDraft.ts'
import { NewHomeworkForm } from './form/NewHomeworkForm.tsx'
import { findOwnSubject } from './form/suggestions.ts'
import { getListQuery } from './list/useHomeworkAddress.ts'
import { createRememberedHomework } from './list/useHomeworkList.ts'
import { useMaySetHomework } from './useMaySetHomework.ts'

/** The result of the first step. */
const Created = z.object({ rows: z.array(z.object({ id: z.number(), course_id: z.number() })) })

/**
 * /classes/:courseId/homework/new?subject=&due=&from=: form over the list. `from` is the homework to use again. Closing
 * it returns to the page that opened it.
 */
export function NewHomeworkScreen() {
  const t = useT('homework')
  const format = useFormat()
  const navigate = useNavigate()
  const client = useQueryClient()
  const language = useLocale()
  const { state } = useLocation()
  const { timeZone, clock } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const storage = useUserStorage()
  const user = useCurrentUser()
  const courseId = Number(useParams().courseId)
  const [searchParams] = useSearchParams()
  const maySetHomework = useMaySetHomework()
  const subjects = useQuery(query(lessons.list, { course_id: courseId }))
  const sourceId = readParam('homework_id', searchParams.get('from') ?? '')
  const source = useQuery({
    ...query(homework.get, { course_id: courseId, homework_id: sourceId ?? 0 }),
    enabled: sourceId !== undefined,
    // The addresses of its attachments expire.
    refetchOnMount: 'always',
  })
  const isSourceLoaded = source.isFetchedAfterMount || (source.data !== undefined && !source.isFetching)
  const from = readOrigin(state)
  const leave = (saved?: object, list = getListQuery(state)) => {
    const lesson = from?.lesson
    void navigate(from?.path ?? paths.homework(courseId) + list, {
      state: { ...(from && { keepsFocus: true }), ...(lesson && { lesson }), ...(saved && { saved }) },
    })
  }
  const handleDone = (entries: readonly Entry[], value: HomeworkDraft) => {
    const created = entries.flatMap(({ results: [first] }) => Created.safeParse(first).data?.rows ?? [])
    // For services without a list of homework.
    for (const { course_id, id } of created) {
      const isListed = client.getQueryData(keyOf(homework.list, { course_id })) !== undefined
      if (!isListed) createRememberedHomework(storage, user.id, course_id).add(id)
    }
    const text = value.text.trim()
    const message =
      entries.length > 1
        ? t('savedInClasses', { text, count: entries.length })
        : t('saved', { text, due: format.dayNear(value.due, today) })
    // Remove the filter, because it could hide the new homework.
    const list = value.due < today ? '?past=open' : ''
    const id = created.find(({ course_id }) => course_id === courseId)?.id
    leave(id === undefined ? undefined : { id, message, list, at: clock() }, list)
  }
  const handleCancel = () => {
    const backTo = readBackTo(state)
    if (backTo !== undefined) void navigate(backTo)
    else leave()
  }
  const rows = subjects.data?.rows
  const isLoaded = rows !== undefined && rows.length > 0 && (sourceId === undefined || isSourceLoaded)
  const key = sourceId === undefined ? getDraftKey(courseId) : getReuseDraftKey(courseId, sourceId)
  const getContent = (): HomeworkContent => {
    const due = searchParams.get('due') ?? ''
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(due) && addDaysToDay(due, 0) === due
    return {
      ...(source.data ? toContent(source.data, value => formatPoints(value, language)) : emptyContent),
      due: isDay ? due : '',
    }
  }
  const subjectId = readParam('lesson_id', searchParams.get('subject') ?? '')
  return (
    <FormDrawer
      title={t('form.newTitle')}
      onClose={handleCancel}
      unavailableReason={
        (maySetHomework === false && t('form.mayNot')) || (rows?.length === 0 && t('empty.noSubjects'))
      }
      error={subjects.error ?? source.error}
      onRetry={() => {
        void subjects.refetch()
        if (sourceId !== undefined) void source.refetch()
      }}
      draftKey={key}
    >
      {isLoaded && (sourceId === undefined || source.data) && (
        <NewHomeworkForm
          key={key}
          courseId={courseId}
          draftKey={key}
          subjects={rows}
          content={getContent()}
          subjectId={subjectId ?? source.data?.lesson_id ?? findOwnSubject(rows)?.id ?? null}
          source={
            source.data && {
              attachments: attachmentsOf(source.data).map(toDocumentFile),
              areAttachmentsKnown: source.data.documents !== undefined,
            }
          }
          onClose={handleCancel}
          onDone={handleDone}
        />
      )}
    </FormDrawer>
  )
}
