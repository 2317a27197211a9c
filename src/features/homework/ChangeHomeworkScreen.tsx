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
import { useFormat } from '../../i18n/useFormat.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { formatPoints } from '../../lib/points.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useUserStorage } from '../../session/userStorage.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { VersionCompare } from '../../ui/feedback/VersionCompare.tsx'
import { DeleteHomework } from './form/DeleteHomework.tsx'
import { FileUploads } from './form/FileUploads.tsx'
import { FormDrawer, HomeworkForm } from './form/HomeworkForm.tsx'
import { contentOf, getDraftKey, type HomeworkContent } from './form/homeworkDraft.ts'
import { type Changing, useChangeHomework } from './form/useChangeHomework.ts'
import { useHomeworkForm } from './form/useHomeworkForm.ts'
import { getListQuery } from './list/useHomeworkAddress.ts'
import { rememberedHomework } from './list/useHomeworkList.ts'

/** /classes/:courseId/homework/:homeworkId/change: form over the list. The form is mounted again for other homework. */
export function ChangeHomeworkScreen() {
  const t = useT('homework')
  const navigate = useNavigate()
  const { state } = useLocation()
  const params = useParams()
  const storage = useUserStorage()
  const person = useCurrentUser()
  const { clock } = useSchoolTime()
  const courseId = Number(params.courseId)
  const homeworkId = Number(params.homeworkId)
  const subjects = useQuery(query(lessons.list, { course_id: courseId }))
  // Always fetched again, so that the user edits the current content.
  const opened = useQuery({
    ...query(homework.get, { course_id: courseId, homework_id: homeworkId }),
    refetchOnMount: 'always',
  })
  const list = paths.homework(courseId) + getListQuery(state)
  const backTo = deskOf(state, courseId, homeworkId) ?? list
  const close = () => void navigate(backTo)
  const done = (message: string, to = backTo) =>
    void navigate(to, { state: { saved: { id: homeworkId, said: message, at: clock() } } })
  const fresh = opened.isFetchedAfterMount || !(opened.isFetching && opened.isStale)
  return (
    <FormDrawer
      title={t('form.changeTitle')}
      close={close}
      unavailableReason={opened.data?.can_edit === false && t('form.gone')}
      error={opened.error ?? subjects.error}
      retry={() => {
        void opened.refetch()
        void subjects.refetch()
      }}
      draft={getDraftKey(courseId, homeworkId)}
    >
      {opened.data && subjects.data && fresh && (
        <ChangeHomework
          key={homeworkId}
          courseId={courseId}
          homework={opened.data}
          subjects={subjects.data.rows}
          onClose={close}
          onDone={done}
          onDeleted={message => {
            rememberedHomework(storage, person.id, courseId).remove(homeworkId)
            done(message, list)
          }}
        />
      )}
    </FormDrawer>
  )
}

/** Returns the address of the desk of this homework if the user came from there. */
function deskOf(state: unknown, courseId: number, homeworkId: number): string | undefined {
  const from = typeof state === 'object' && state !== null && 'backTo' in state ? state.backTo : undefined
  const desk = paths.desk(courseId, homeworkId)
  return typeof from === 'string' && from.startsWith(`${desk}/`) ? from : undefined
}

type ChangeHomeworkProps = {
  courseId: number
  homework: Homework
  subjects: readonly Lesson[]
  /** Called with the message to show. */
  onDone: (message: string) => void
  onDeleted: (message: string) => void
  onClose: () => void
}

/** Form of existing homework. */
function ChangeHomework({ courseId, homework, subjects, onDone, onDeleted, onClose }: ChangeHomeworkProps) {
  const t = useT('homework')
  const language = useLocale()
  const points = (value: number) => formatPoints(value, language)
  // The content when the form was opened. A change by another user must not appear in the fields.
  const [opened] = useState(() => contentOf(homework, points))
  const form = useHomeworkForm(getDraftKey(courseId, homework.id), { ...opened, files: [], opened })
  const { changing, save, saveOver, handleEdit } = useChangeHomework(
    { course_id: courseId, homework_id: homework.id },
    form,
    form.value.opened ?? opened,
    points,
  )
  const problems = changing.kind === 'form' ? changing.problems : {}
  const finish = () => form.discardAndLeave(() => onDone(t('changed', { text: form.value.text.trim() })))
  const complete = changing.kind === 'saved' && form.value.files.length === 0
  useEffect(() => {
    if (complete) finish()
  })
  if (changing.kind === 'saved' && !complete) {
    return <FileUploads courseId={courseId} homeworkId={homework.id} form={form} onDone={finish} />
  }
  const busy = ['saving', 'checking', 'saved'].includes(changing.kind)
  const remote = changing.kind === 'conflict' ? changing.remote : undefined
  return (
    <HomeworkForm
      courseId={courseId}
      subjects={subjects}
      form={form}
      problems={problems}
      busy={busy}
      initialFocus="text"
      filesThere={attachmentsOf(homework)}
      onEdit={handleEdit}
      submit={busy ? t('form.saving') : t('form.save')}
      notice={<ChangingNotice changing={changing} />}
      instead={remote && <HomeworkVersions remote={remote} local={form.value} subjects={subjects} />}
      below={
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
        changing.kind === 'uncertain' ? (
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
                  saveOver(remote)
                }}
              >
                {t('form.conflict.overwrite')}
              </Button>
            </>
          )
        )
      }
      onSubmit={() => changing.kind === 'form' && save()}
      onClose={onClose}
    />
  )
}

/** Says why the change is not saved yet, or that its outcome is unknown. */
function ChangingNotice({ changing }: { changing: Changing }) {
  const t = useT('homework')
  const formatError = useFormatError()
  switch (changing.kind) {
    case 'checking':
      return <Notice role="status">{t('form.changeChecking')}</Notice>
    case 'uncertain':
      return (
        <Notice tone="warn" role="alert">
          {t('form.changeUncertain')}
        </Notice>
      )
    case 'form':
      // Problems of single fields are shown at the fields.
      if (changing.error === undefined || Object.keys(changing.problems).length > 0) return null
      return (
        <Notice tone="danger" role="alert">
          {changing.error instanceof ApiError && changing.error.kind === 'unsupported'
            ? t('form.noChange')
            : t('form.notSaved', { reason: formatError(changing.error) })}
        </Notice>
      )
    default:
      return null
  }
}

type HomeworkVersionsProps = {
  remote: HomeworkContent
  local: HomeworkContent
  subjects: readonly Lesson[]
}

/** The stored content and the content of the form. */
function HomeworkVersions({ remote, local, subjects }: HomeworkVersionsProps) {
  const t = useT('homework')
  const format = useFormat()
  const { clock, timeZone } = useSchoolTime()
  const today = toSchoolDay(clock(), timeZone)
  const field = (label: string, toText: (content: HomeworkContent) => string | undefined) => ({
    label,
    remote: toText(remote) ?? '',
    local: toText(local) ?? '',
  })
  return (
    <VersionCompare
      lead={t('form.conflict.title')}
      fields={[
        field(t('form.subject'), content => subjects.find(({ id }) => id === content.lesson_id)?.name),
        field(t('form.text'), ({ text }) => text),
        field(t('form.note'), ({ note }) => note),
        field(t('form.due'), ({ due }) => due && format.dayNear(due, today)),
        field(t('form.handIn'), ({ canHandIn }) =>
          t(`form.conflict.${canHandIn ? 'canHandIn' : 'cannotHandIn'}`),
        ),
        field(t('form.points'), ({ points }) => points && t('form.conflict.pointsOf', { points })),
      ]}
    />
  )
}
