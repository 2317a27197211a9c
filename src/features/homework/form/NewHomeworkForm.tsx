import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { query } from '../../../api/cache/query.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { type Homework, homework, knowsHandingIn } from '../../../contract/homework.ts'
import type { Lesson } from '../../../contract/lessons.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { DraftLine, DraftNotices, HomeworkFields, HomeworkWriter } from './HomeworkFields.tsx'
import styles from './HomeworkForm.module.css'
import { draftKey, type HomeworkDraft } from './homeworkDraft.ts'
import { focusProblem } from './readForm.ts'
import { SendFiles } from './SendFiles.tsx'
import { useHomeworkForm } from './useHomeworkForm.ts'
import { type Setting, useSetHomework } from './useSetHomework.ts'

type NewHomeworkFormProps = {
  courseId: number
  subjects: readonly Lesson[]
  /** What the address asks for. */
  given: { subject: number | null; due: string }
  onDone: (made: { id: number | undefined; value: HomeworkDraft }) => void
  onClose: () => void
}

/** The form for new homework, from the first word to the last file. */
export function NewHomeworkForm(props: NewHomeworkFormProps) {
  return (
    <HomeworkWriter of={draftKey(props.courseId)}>
      <NewHomework {...props} />
    </HomeworkWriter>
  )
}

function NewHomework({ courseId, subjects, given, onDone, onClose }: NewHomeworkFormProps) {
  const t = useT('homework')
  const box = useRef<HTMLFormElement>(null)
  const form = useHomeworkForm(draftKey(courseId), () => ({
    lesson_id: given.subject ?? (subjects.length === 1 ? (subjects[0]?.id ?? null) : null),
    text: '',
    note: '',
    due: given.due,
    canHandIn: false,
    points: '',
    files: [],
  }))
  const takesHandIns = useTakesHandIns(courseId)
  const { setting, send, lookAgain, touched } = useSetHomework(courseId, form, takesHandIns === true)
  const finished = useRef(false)
  const finish = (id: number | undefined) => {
    if (finished.current) return
    finished.current = true
    const { value } = form
    void form.draft.discard()
    onDone({ id, value })
  }
  const madeId = setting.kind === 'made' ? setting.id : undefined
  const complete = madeId !== undefined && form.value.files.length === 0
  useEffect(() => {
    if (complete) finish(madeId)
  })
  useEffect(() => {
    const first = given.subject === null ? 'select' : 'textarea'
    box.current?.querySelector<HTMLElement>(first)?.focus()
  }, [given.subject])
  const problems = setting.kind === 'form' ? setting.problems : {}
  useEffect(() => {
    focusProblem(box.current, Object.keys(problems).length > 0)
  }, [problems])

  if (madeId !== undefined && !complete) {
    return <SendFiles courseId={courseId} homeworkId={madeId} form={form} onDone={() => finish(madeId)} />
  }
  const busy = setting.kind === 'sending' || setting.kind === 'checking' || setting.kind === 'made'
  return (
    <form
      ref={box}
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (setting.kind !== 'uncertain') send()
      }}
    >
      <div className={styles.body}>
        <DraftNotices form={form} />
        <HomeworkFields
          courseId={courseId}
          subjects={subjects}
          refused={form.refused}
          onAddFiles={form.addFiles}
          value={form.value}
          problems={problems}
          disabled={busy || setting.kind === 'uncertain'}
          takesHandIns={takesHandIns}
          onChange={changes => {
            form.change(changes)
            touched()
          }}
        />
      </div>
      <footer className={styles.foot}>
        <SettingNotice setting={setting} />
        {setting.kind === 'uncertain' ? (
          <div className={styles.buttons}>
            {setting.canLook && (
              <Button variant="filled" onClick={lookAgain}>
                {t('form.lookAgain')}
              </Button>
            )}
            <Button onClick={send}>{t('form.setAnyway')}</Button>
            <Button variant="subtle" onClick={() => finish(undefined)}>
              {t('form.wasSet')}
            </Button>
          </div>
        ) : (
          <div className={styles.buttons}>
            <Button type="submit" variant="filled" aria-disabled={busy}>
              {busy ? t('form.setting') : t('form.set')}
            </Button>
            <Button variant="subtle" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <DraftLine form={form} />
          </div>
        )}
      </footer>
    </form>
  )
}

/** Why it is not set yet, or that nobody knows. */
function SettingNotice({ setting }: { setting: Setting }) {
  const t = useT('homework')
  const tErrors = useT('errors')
  const format = useFormat()
  if (setting.kind === 'checking') return <Notice role="status">{t('form.checking')}</Notice>
  if (setting.kind === 'notThere')
    return (
      <Notice tone="warn" role="alert">
        {t('form.notThere')}
      </Notice>
    )
  if (setting.kind === 'uncertain')
    return (
      <Notice tone="warn" role="alert">
        {t('form.uncertain')}
      </Notice>
    )
  if (setting.kind !== 'form' || setting.error === undefined) return null
  const { error, problems } = setting
  // The fields say it themselves.
  if (Object.keys(problems).length > 0) return null
  return (
    <Notice tone="danger" role="alert">
      {t('form.notSent', { reason: errorSentence(error, tErrors, format.time) })}
    </Notice>
  )
}

/**
 * Whether new homework of a class may say that it is handed in: once the service showed that it knows of it, in any homework
 * that was read. `undefined` while that is being found out. A class without homework yet tells nothing, but a service that
 * lists the homework of a class has more than api.md.
 */
function useTakesHandIns(courseId: number): boolean | undefined {
  const client = useQueryClient()
  const list = useQuery(query(homework.list, { course_id: courseId }))
  const lists = client.getQueriesData<Rows<Homework>>({ queryKey: ['homework', homework.list.path] })
  const single = client.getQueriesData<Homework>({ queryKey: ['homework', homework.get.path] })
  const shown = [
    ...lists.flatMap(([, held]) => held?.rows ?? []),
    ...single.flatMap(([, held]) => held ?? []),
  ]
  if (knowsHandingIn(shown)) return true
  if (list.isPending) return undefined
  return shown.length === 0 && list.data !== undefined
}
