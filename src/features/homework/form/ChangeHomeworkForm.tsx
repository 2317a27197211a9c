import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef } from 'react'
import { useLocale } from 'use-intl'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { Lesson } from '../../../contract/lessons.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { DeleteHomework } from './DeleteHomework.tsx'
import { DraftLine, DraftNotices, HomeworkFields, HomeworkWriter } from './HomeworkFields.tsx'
import styles from './HomeworkForm.module.css'
import { changedFields, contentOf, draftKey, type HomeworkContent } from './homeworkDraft.ts'
import { focusProblem } from './readForm.ts'
import { SendFiles } from './SendFiles.tsx'
import { useChangeHomework } from './useChangeHomework.ts'
import { useHomeworkForm } from './useHomeworkForm.ts'

type ChangeHomeworkFormProps = {
  courseId: number
  homework: Homework
  subjects: readonly Lesson[]
  /** Told what to say of it. */
  onDone: (said: string) => void
  onDeleted: (said: string) => void
  onClose: () => void
}

/** The form of a homework that is there. */
export function ChangeHomeworkForm(props: ChangeHomeworkFormProps) {
  return (
    <HomeworkWriter of={draftKey(props.courseId, props.homework.id)}>
      <ChangeHomework {...props} />
    </HomeworkWriter>
  )
}

function ChangeHomework(props: ChangeHomeworkFormProps) {
  const { courseId, homework, subjects, onDone, onDeleted, onClose } = props
  const t = useT('homework')
  const tErrors = useT('errors')
  const format = useFormat()
  const language = useLocale()
  const box = useRef<HTMLFormElement>(null)
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
  useEffect(() => {
    focusProblem(box.current, Object.keys(problems).length > 0)
  }, [problems])
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('textarea')?.focus()
  }, [])

  const left = useRef(false)
  const leave = (said: string, then: (said: string) => void) => {
    if (left.current) return
    left.current = true
    void form.draft.discard()
    then(said)
  }
  const finish = () => leave(t('changed', { text: form.value.text.trim() }), onDone)
  const complete = changing.kind === 'saved' && form.value.files.length === 0
  useEffect(() => {
    if (complete) finish()
  })
  if (changing.kind === 'saved' && !complete) {
    return <SendFiles courseId={courseId} homeworkId={homework.id} form={form} onDone={finish} />
  }
  const busy = changing.kind === 'saving' || changing.kind === 'saved'
  return (
    <form
      ref={box}
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (changing.kind === 'form') save()
      }}
    >
      <div className={styles.body}>
        <DraftNotices form={form} />
        {changing.kind === 'conflict' ? (
          <TwoVersions theirs={changing.theirs} yours={form.value} subjects={subjects} />
        ) : (
          <>
            <HomeworkFields
              courseId={courseId}
              subjects={subjects}
              refused={form.refused}
              onAddFiles={form.addFiles}
              value={form.value}
              problems={problems}
              disabled={busy}
              filesThere={homework.documents ?? []}
              onChange={changes => {
                form.change(changes)
                touched()
              }}
            />
            {homework.can_delete !== false && (
              <DeleteHomework
                courseId={courseId}
                homework={homework}
                onDeleted={() => leave(t('deleted', { text: homework.text.trim() }), onDeleted)}
              />
            )}
          </>
        )}
      </div>
      <footer className={styles.foot}>
        {error !== undefined && Object.keys(problems).length === 0 && (
          <Notice tone="danger" role="alert">
            {error instanceof ApiError && error.kind === 'unsupported'
              ? t('form.noChange')
              : t('form.notSaved', { reason: errorSentence(error, tErrors, format.time) })}
          </Notice>
        )}
        <div className={styles.buttons}>
          {changing.kind === 'conflict' ? (
            <>
              <Button onClick={() => leave(t('keptTheirs', { text: changing.theirs.text.trim() }), onDone)}>
                {t('form.conflict.keepTheirs')}
              </Button>
              <Button
                onClick={() => {
                  const { theirs } = changing
                  form.change({ opened: theirs })
                  saveOver(theirs)
                }}
              >
                {t('form.conflict.overwrite')}
              </Button>
            </>
          ) : (
            <>
              <Button type="submit" variant="filled" aria-disabled={busy}>
                {busy ? t('form.saving') : t('form.save')}
              </Button>
              <Button variant="subtle" onClick={onClose}>
                {t('form.cancel')}
              </Button>
              <DraftLine form={form} />
            </>
          )}
        </div>
      </footer>
    </form>
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
  const told = (content: HomeworkContent) =>
    [
      {
        field: 'lesson_id',
        name: t('form.subject'),
        value: subjects.find(({ id }) => id === content.lesson_id)?.name ?? '',
      },
      { field: 'text', name: t('form.text'), value: content.text },
      { field: 'note', name: t('form.note'), value: content.note },
      { field: 'due', name: t('form.due'), value: content.due && format.day(content.due) },
      {
        field: 'canHandIn',
        name: t('form.handIn'),
        value: content.canHandIn ? t('form.conflict.canHandIn') : t('form.conflict.cannotHandIn'),
      },
      {
        field: 'points',
        name: t('form.points'),
        value: content.points && t('form.conflict.pointsOf', { points: content.points }),
      },
    ] as const
  const version = (title: string, content: HomeworkContent) => (
    <section>
      <h3>{title}</h3>
      <dl>
        {told(content).map(({ field, name, value }) => (
          <div key={field} data-differs={differs.includes(field) ? '' : undefined}>
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
