import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useLocale } from 'use-intl'
import { keyOf, query, write } from '../../api/cache/query.ts'
import { ApiError, isAnswerLost } from '../../api/client/ApiError.ts'
import { attachmentsOf, type Homework, homework } from '../../contract/homework.ts'
import { type Lesson, lessons } from '../../contract/lessons.ts'
import { useErrorSentence } from '../../i18n/useErrorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { formatPoints } from '../../lib/points.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { usePerson } from '../../ui/Person.tsx'
import { usePersonStorage } from '../../ui/PersonStorage.tsx'
import { DeleteHomework } from './form/DeleteHomework.tsx'
import styles from './form/HomeworkForm.module.css'
import { FormDrawer, HomeworkForm } from './form/HomeworkForm.tsx'
import {
  changedFields,
  contentOf,
  draftKey,
  type FieldProblems,
  type HomeworkContent,
  readChanges,
  saidProblems,
  sameContent,
} from './form/homeworkDraft.ts'
import { SendFiles } from './form/SendFiles.tsx'
import { type OpenForm, useHomeworkForm } from './form/useHomeworkForm.ts'
import { listOf } from './list/useHomeworkAddress.ts'
import { rememberedHomework } from './list/useHomeworkList.ts'

/** /classes/:courseId/homework/:homeworkId/change: the form over the list. Another homework starts anew. */
export function ChangeHomeworkScreen() {
  const t = useT('homework')
  const navigate = useNavigate()
  const { state } = useLocation()
  const params = useParams()
  const storage = usePersonStorage()
  const person = usePerson()
  const courseId = Number(params.courseId)
  const homeworkId = Number(params.homeworkId)
  const subjects = useQuery(query(lessons.list, { course_id: courseId }))
  // Asked for anew, so that what is changed is what is there.
  const opened = useQuery({
    ...query(homework.get, { course_id: courseId, homework_id: homeworkId }),
    refetchOnMount: 'always',
  })
  const list = paths.homework(courseId) + listOf(state)
  const close = () => void navigate(list)
  const done = (said: string) => void navigate(list, { state: { saved: { id: homeworkId, said } } })
  const fresh = opened.isFetchedAfterMount || !(opened.isFetching && opened.isStale)
  return (
    <FormDrawer
      title={t('form.changeTitle')}
      close={close}
      refused={opened.data?.can_edit === false && t('form.gone')}
      error={opened.error ?? subjects.error}
      retry={() => {
        void opened.refetch()
        void subjects.refetch()
      }}
      draft={draftKey(courseId, homeworkId)}
    >
      {opened.data && subjects.data && fresh && (
        <ChangeHomework
          key={homeworkId}
          courseId={courseId}
          homework={opened.data}
          subjects={subjects.data.rows}
          onClose={close}
          onDone={done}
          onDeleted={said => {
            rememberedHomework(storage, person.id, courseId).remove(homeworkId)
            done(said)
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
  /** Told what to say of it. */
  onDone: (said: string) => void
  onDeleted: (said: string) => void
  onClose: () => void
}

/** The form of a homework that is there. */
function ChangeHomework({ courseId, homework, subjects, onDone, onDeleted, onClose }: ChangeHomeworkProps) {
  const t = useT('homework')
  const said = useErrorSentence()
  const language = useLocale()
  const points = (value: number) => formatPoints(value, language)
  const form = useHomeworkForm(draftKey(courseId, homework.id), () => {
    const content = contentOf(homework, points)
    return { ...content, files: [], opened: content }
  })
  const { changing, save, saveOver, touched } = useChangeHomework(
    { course_id: courseId, homework_id: homework.id },
    form,
    form.value.opened ?? contentOf(homework, points),
    points,
  )
  const problems = changing.kind === 'form' ? changing.problems : {}
  const error = changing.kind === 'form' ? changing.error : undefined
  const finish = () => form.leave(() => onDone(t('changed', { text: form.value.text.trim() })))
  const complete = changing.kind === 'saved' && form.value.files.length === 0
  useEffect(() => {
    if (complete) finish()
  })
  if (changing.kind === 'saved' && !complete) {
    return <SendFiles courseId={courseId} homeworkId={homework.id} form={form} onDone={finish} />
  }
  const busy = changing.kind === 'saving' || changing.kind === 'saved'
  const theirs = changing.kind === 'conflict' ? changing.theirs : undefined
  return (
    <HomeworkForm
      courseId={courseId}
      subjects={subjects}
      form={form}
      problems={problems}
      busy={busy}
      begin="textarea"
      filesThere={attachmentsOf(homework)}
      touched={touched}
      submit={busy ? t('form.saving') : t('form.save')}
      notice={
        error !== undefined &&
        Object.keys(problems).length === 0 && (
          <Notice tone="danger" role="alert">
            {error instanceof ApiError && error.kind === 'unsupported'
              ? t('form.noChange')
              : t('form.notSaved', { reason: said(error) })}
          </Notice>
        )
      }
      instead={theirs && <TwoVersions theirs={theirs} yours={form.value} subjects={subjects} />}
      below={
        homework.can_delete !== false && (
          <DeleteHomework
            courseId={courseId}
            homework={homework}
            onDeleted={() => form.leave(() => onDeleted(t('deleted', { text: homework.text.trim() })))}
          />
        )
      }
      buttons={
        theirs && (
          <>
            <Button onClick={() => form.leave(() => onDone(t('keptTheirs', { text: theirs.text.trim() })))}>
              {t('form.conflict.keepTheirs')}
            </Button>
            <Button
              onClick={() => {
                form.change({ opened: theirs })
                saveOver(theirs)
              }}
            >
              {t('form.conflict.overwrite')}
            </Button>
          </>
        )
      }
      onSubmit={() => changing.kind === 'form' && save()}
      onClose={onClose}
    />
  )
}

type TwoVersionsProps = {
  theirs: HomeworkContent
  yours: HomeworkContent
  subjects: readonly Lesson[]
}

/** What the homework says now and what the form says, beside each other; what differs is marked. */
function TwoVersions({ theirs, yours, subjects }: TwoVersionsProps) {
  const t = useT('homework')
  const format = useFormat()
  const differs = changedFields(theirs, yours)
  const told = ({ lesson_id, text, note, due, canHandIn, points }: HomeworkContent) =>
    [
      ['lesson_id', t('form.subject'), subjects.find(({ id }) => id === lesson_id)?.name],
      ['text', t('form.text'), text],
      ['note', t('form.note'), note],
      ['due', t('form.due'), due && format.day(due)],
      ['canHandIn', t('form.handIn'), t(`form.conflict.${canHandIn ? 'canHandIn' : 'cannotHandIn'}`)],
      ['points', t('form.points'), points && t('form.conflict.pointsOf', { points })],
    ] as const
  const version = (title: string, content: HomeworkContent) => (
    <section>
      <h3>{title}</h3>
      <dl>
        {told(content).map(([field, name, value]) => (
          <div key={field} data-differs={differs.includes(field) || undefined}>
            <dt>{name}</dt>
            <dd>{value || t('form.conflict.none')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
  return (
    <>
      <Notice tone="warn" role="alert">
        {t('form.conflict.title')}
      </Notice>
      <div className={styles.versions}>
        {version(t('form.conflict.now'), theirs)}
        {version(t('form.conflict.yours'), yours)}
      </div>
    </>
  )
}

/** `conflict`: `theirs` is what it says now, after somebody changed it. */
type Changing =
  | { kind: 'form'; problems: FieldProblems; error?: unknown }
  | { kind: 'saving' }
  | { kind: 'conflict'; theirs: HomeworkContent }
  | { kind: 'saved' }

/** Saves changes after a look at what is there now; what somebody else changed is never overwritten unseen (cases 24). */
function useChangeHomework(
  ids: { course_id: number; homework_id: number },
  form: OpenForm,
  opened: HomeworkContent,
  points: (value: number) => string,
) {
  const client = useQueryClient()
  const change = useMutation(write(homework.change))
  const [changing, setChanging] = useState<Changing>({ kind: 'form', problems: {} })
  const busy = useRef(false)
  const read = async () =>
    contentOf(await client.fetchQuery({ ...query(homework.get, ids), staleTime: 0, retry: false }), points)

  /** `over`: what the reader saw of the other version and chose to replace. */
  const save = async (over?: HomeworkContent) => {
    const base = over ?? opened
    const asked = readChanges(form.value, base)
    if ('problems' in asked) return setChanging({ kind: 'form', problems: asked.problems })
    setChanging({ kind: 'saving' })
    try {
      // A file that was just chosen goes along; one that can't is seen first.
      if (!(await form.filesKept())) return setChanging({ kind: 'form', problems: {} })
      const now = await read()
      if (!sameContent(now, base)) {
        // The list behind the form has what somebody else made of it too, whatever is decided here.
        const { course_id } = ids
        void client.invalidateQueries({ queryKey: keyOf(homework.list, { course_id }), exact: true })
        return setChanging({ kind: 'conflict', theirs: now })
      }
      if (Object.keys(asked.body).length > 0) await change.mutateAsync({ ...ids, body: asked.body })
      setChanging({ kind: 'saved' })
    } catch (error) {
      // Saying the same twice changes nothing, so a lost answer may be asked for again; but it may be there.
      if (isAnswerLost(error) && (await arrived())) return setChanging({ kind: 'saved' })
      const problems = error instanceof ApiError ? saidProblems(error.fields) : {}
      setChanging({ kind: 'form', problems, error })
    }
  }
  const arrived = async () => {
    try {
      const { points: _, ...differ } = Object.fromEntries(
        changedFields(await read(), form.value).map(field => [field, true]),
      )
      return Object.keys(differ).length === 0
    } catch {
      return false
    }
  }
  const once = async (act: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    try {
      await act()
    } finally {
      busy.current = false
    }
  }
  return {
    changing,
    save: () => void once(() => save()),
    saveOver: (theirs: HomeworkContent) => void once(() => save(theirs)),
    touched: () =>
      setChanging(now => (now.kind === 'form' && !now.error ? { kind: 'form', problems: {} } : now)),
  }
}
