import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useLocale } from 'use-intl'
import { query } from '../../api/cache/query.ts'
import { attachmentsOf, type Homework, homework } from '../../contract/homework.ts'
import { type Lesson, lessons } from '../../contract/lessons.ts'
import { useDelivery } from '../../delivery/DeliveryContext.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import { randomUuid } from '../../lib/encoding.ts'
import { formatPoints } from '../../lib/points.ts'
import type { MovedDue } from '../../lib/savedNotice.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useUserStorage } from '../../session/userStorage.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { DeleteHomework } from './form/DeleteHomework.tsx'
import { readBackTo, readOrigin } from './form/formOrigin.ts'
import { HomeworkConflict } from './form/HomeworkConflict.tsx'
import { FormDrawer, HomeworkForm } from './form/HomeworkForm.tsx'
import {
  type FieldProblems,
  getDraftKey,
  homeworkDraft,
  parseChanges,
  toContent,
  toStored,
} from './form/homeworkDraft.ts'
import { createChangeEntry } from './form/homeworkEntries.ts'
import { SentHomework } from './form/SentHomework.tsx'
import { useHomeworkForm } from './form/useHomeworkForm.ts'
import { useSentHomework } from './form/useSentHomework.ts'
import { getListQuery } from './list/useHomeworkAddress.ts'
import { createRememberedHomework } from './list/useHomeworkList.ts'

/** /classes/:courseId/homework/:homeworkId/change: form over the list. */
export function ChangeHomeworkScreen() {
  const t = useT('homework')
  const navigate = useNavigate()
  const { state } = useLocation()
  const params = useParams()
  const storage = useUserStorage()
  const user = useCurrentUser()
  const { clock } = useSchoolTime()
  const courseId = Number(params.courseId)
  const homeworkId = Number(params.homeworkId)
  const subjects = useQuery(query(lessons.list, { course_id: courseId }))
  // Users must edit the current content.
  const fetched = useQuery({
    ...query(homework.get, { course_id: courseId, homework_id: homeworkId }),
    refetchOnMount: 'always',
  })
  const list = paths.homework(courseId) + getListQuery(state)
  const from = readOrigin(state)
  const backTo = readBackTo(state) ?? from?.path ?? list
  const focused = from?.lesson !== undefined && backTo === from.path ? { lesson: from.lesson } : {}
  const close = () => void navigate(backTo, { state: focused })
  const handleDone = (message: string, moved?: MovedDue, to = backTo) =>
    void navigate(to, {
      state: { ...focused, saved: { id: homeworkId, message, at: clock(), ...(moved && { moved }) } },
    })
  const isFresh = fetched.isFetchedAfterMount || !(fetched.isFetching && fetched.isStale)
  return (
    <FormDrawer
      title={t('form.changeTitle')}
      onClose={close}
      unavailableReason={fetched.data?.can_edit === false && t('form.gone')}
      error={fetched.error ?? subjects.error}
      onRetry={() => {
        void fetched.refetch()
        void subjects.refetch()
      }}
      draftKey={getDraftKey(courseId, homeworkId)}
    >
      {fetched.data && subjects.data && isFresh && (
        <ChangeHomework
          key={homeworkId}
          courseId={courseId}
          homework={fetched.data}
          subjects={subjects.data.rows}
          onClose={close}
          onDone={handleDone}
          onDeleted={message => {
            createRememberedHomework(storage, user.id, courseId).remove(homeworkId)
            handleDone(message, undefined, list)
          }}
        />
      )}
    </FormDrawer>
  )
}

type ChangeHomeworkProps = {
  courseId: number
  homework: Homework
  subjects: readonly Lesson[]
  onDone: (message: string, moved?: MovedDue) => void
  onDeleted: (message: string) => void
  onClose: () => void
}

function ChangeHomework({ courseId, homework, subjects, onDone, onDeleted, onClose }: ChangeHomeworkProps) {
  const t = useT('homework')
  const language = useLocale()
  const formatDraftPoints = (value: number) => formatPoints(value, language)
  // A change by another user must not appear in the fields.
  const [opened] = useState(homework)
  const base = toContent(opened, formatDraftPoints)
  const draftKey = getDraftKey(courseId, homework.id)
  const form = useHomeworkForm(draftKey, { ...base, files: [], classes: [], opened: base })
  const { entries } = useDelivery()
  const [problems, setProblems] = useState<FieldProblems>({})
  const [state, setState] = useState<'form' | 'sending' | 'notStored'>('form')
  const sent = useSentHomework(([entry]) => {
    const value = homeworkDraft.value.safeParse(entry?.draft?.value).data
    const { due: to, text } = value ?? base
    const { due: from } = value?.opened ?? base
    const moved = from === to ? undefined : { courseId, homeworkId: homework.id, from, to }
    onDone(t('changed', { text: text.trim() }), moved)
  })
  const save = async () => {
    const value = form.getValue()
    const parsed = parseChanges(value, value.opened ?? base)
    setProblems('problems' in parsed ? parsed.problems : {})
    if ('problems' in parsed || state === 'sending') return
    setState('sending')
    if (!(await form.whenFilesStored())) return setState('form')
    const group = randomUuid()
    const stored = form.getValue()
    const entry = createChangeEntry(
      { courseId, draftKey, value: stored, group },
      homework,
      toStored(opened),
      parsed.body,
    )
    if (entry.steps.length === 0) {
      return form.discardAndLeave(() => onDone(t('changed', { text: stored.text.trim() })))
    }
    const isSent = await form.draft.submit(
      stored,
      change => entries.add([entry], change),
      () => ({ ...base, files: [], classes: [], opened: base }),
    )
    setState('form')
    if (isSent) sent.setGroup(group)
  }
  if (sent.group !== undefined) {
    return (
      <SentHomework
        group={sent.group}
        renderConflict={entry => (
          <HomeworkConflict entry={entry} subjects={subjects} formatPoints={formatDraftPoints} />
        )}
        onEdited={() => sent.setGroup(undefined)}
        onClose={onClose}
      />
    )
  }
  const isBusy = state === 'sending'
  return (
    <HomeworkForm
      courseId={courseId}
      subjects={subjects}
      form={form}
      problems={problems}
      isBusy={isBusy}
      initialFocus="text"
      existingFiles={attachmentsOf(homework)}
      onEdit={() => setProblems({})}
      submitLabel={isBusy ? t('form.saving') : t('form.save')}
      notice={
        state === 'notStored' && (
          <Notice tone="danger" role="alert">
            {t('form.notKept')}
          </Notice>
        )
      }
      belowFields={
        homework.can_delete !== false && (
          <DeleteHomework
            courseId={courseId}
            homework={homework}
            onDeleted={result =>
              form.discardAndLeave(() => onDeleted(t(result, { text: homework.text.trim() })))
            }
          />
        )
      }
      onSubmit={() => void save().catch(() => setState('notStored'))}
      onClose={onClose}
    />
  )
}
