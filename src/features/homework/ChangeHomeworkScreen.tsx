import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useLocale } from 'use-intl'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { attachmentsOf, type Homework, homework } from '../../contract/homework.ts'
import { type Lesson, lessons } from '../../contract/lessons.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { formatPoints } from '../../lib/points.ts'
import type { MovedDue } from '../../lib/savedNotice.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useUserStorage } from '../../session/userStorage.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { DeleteHomework } from './form/DeleteHomework.tsx'
import { FileUploads } from './form/FileUploads.tsx'
import { readBackTo, readOrigin } from './form/formOrigin.ts'
import { HomeworkVersions } from './form/HomeworkFields.tsx'
import { FormDrawer, HomeworkForm } from './form/HomeworkForm.tsx'
import { getDraftKey, toContent } from './form/homeworkDraft.ts'
import { type ChangeState, useChangeHomework } from './form/useChangeHomework.ts'
import { useHomeworkForm } from './form/useHomeworkForm.ts'
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
  const [base] = useState(() => toContent(homework, formatDraftPoints))
  const form = useHomeworkForm(getDraftKey(courseId, homework.id), {
    ...base,
    files: [],
    classes: [],
    opened: base,
  })
  const { state, save, overwrite, handleEdit } = useChangeHomework(
    { course_id: courseId, homework_id: homework.id },
    form,
    form.value.opened ?? base,
    formatDraftPoints,
  )
  const problems = state.kind === 'form' ? state.problems : {}
  const finish = () => {
    const { due: to, text } = form.value
    const { due: from } = form.value.opened ?? base
    const moved = from === to ? undefined : { courseId, homeworkId: homework.id, from, to }
    form.discardAndLeave(() => onDone(t('changed', { text: text.trim() }), moved))
  }
  const isComplete = state.kind === 'saved' && form.value.files.length === 0
  useEffect(() => {
    if (isComplete) finish()
  })
  if (state.kind === 'saved' && !isComplete) {
    return <FileUploads courseId={courseId} homeworkId={homework.id} form={form} onDone={finish} />
  }
  const isBusy = ['saving', 'checking', 'saved'].includes(state.kind)
  const remote = state.kind === 'conflict' ? state.remote : undefined
  return (
    <HomeworkForm
      courseId={courseId}
      subjects={subjects}
      form={form}
      problems={problems}
      isBusy={isBusy}
      initialFocus="text"
      existingFiles={attachmentsOf(homework)}
      onEdit={handleEdit}
      submitLabel={isBusy ? t('form.saving') : t('form.save')}
      notice={<ChangeNotice state={state} />}
      conflict={remote && <HomeworkVersions remote={remote} local={form.value} subjects={subjects} />}
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
      buttons={
        state.kind === 'uncertain' ? (
          <Button variant="filled" onClick={save}>
            {t('form.saveAgain')}
          </Button>
        ) : (
          remote && (
            <>
              <Button
                onClick={() =>
                  form.discardAndLeave(() => onDone(t('keptTheirs', { text: remote.text.trim() })))
                }
              >
                {t('form.conflict.keepTheirs')}
              </Button>
              <Button
                onClick={() => {
                  form.change({ opened: remote })
                  overwrite(remote)
                }}
              >
                {t('form.conflict.overwrite')}
              </Button>
            </>
          )
        )
      }
      onSubmit={() => state.kind === 'form' && save()}
      onClose={onClose}
    />
  )
}

function ChangeNotice({ state }: { state: ChangeState }) {
  const t = useT('homework')
  const formatError = useFormatError()
  switch (state.kind) {
    case 'checking':
      return <Notice role="status">{t('form.changeChecking')}</Notice>
    case 'uncertain':
      return (
        <Notice tone="warn" role="alert">
          {t('form.changeUncertain')}
        </Notice>
      )
    case 'form':
      // The fields show their own problems.
      if (state.error === undefined || Object.keys(state.problems).length > 0) return null
      return (
        <Notice tone="danger" role="alert">
          {state.error instanceof ApiError && state.error.kind === 'unsupported'
            ? t('form.noChange')
            : t('form.notSaved', { reason: formatError(state.error) })}
        </Notice>
      )
    default:
      return null
  }
}
