import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Lesson } from '../../../contract/lessons.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import type { Entry } from '../../../delivery/entries/Entry.ts'
import { useT } from '../../../i18n/useT.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { useHasExtensions } from '../../../session/extensions.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { HomeworkForm } from './HomeworkForm.tsx'
import {
  type FieldProblems,
  getDraftKey,
  getFormPath,
  type HomeworkContent,
  type HomeworkDraft,
  parseNewHomework,
} from './homeworkDraft.ts'
import { createHomeworkEntry } from './homeworkEntries.ts'
import { type ClassProblems, OtherClasses } from './OtherClasses.tsx'
import { SentHomework } from './SentHomework.tsx'
import { useFilledDraft } from './suggestions.ts'
import { type HomeworkSource, useFileCopies } from './useFileCopies.ts'
import { type HomeworkFormState, useHomeworkForm } from './useHomeworkForm.ts'
import { useClassNames } from './useOtherClasses.ts'
import { useSentHomework } from './useSentHomework.ts'

type NewHomeworkFormProps = {
  courseId: number
  draftKey: string
  subjects: readonly Lesson[]
  /** Initial content, without the subject. */
  content: HomeworkContent
  subjectId: number | null
  source: HomeworkSource | undefined
  /** Called when the homework has arrived in all classes. */
  onDone: (entries: readonly Entry[], value: HomeworkDraft) => void
  onClose: () => void
}

/** The form of new homework for one or several classes. After sending, it shows what has not arrived yet. */
export function NewHomeworkForm(props: NewHomeworkFormProps) {
  const { courseId, draftKey, subjects, content, subjectId, source, onDone, onClose } = props
  const t = useT('homework')
  const navigate = useNavigate()
  const { entries } = useDelivery()
  const hasExtensions = useHasExtensions()
  // Data that is fetched again must not change the form.
  const [initial] = useState<HomeworkDraft>(() => ({
    ...content,
    lesson_id: subjectId,
    files: [],
    classes: [],
    ...(source && {
      opened: { ...content, lesson_id: subjectId },
      uncopied: source.attachments.map(({ id }) => id),
    }),
  }))
  const stored = useHomeworkForm(draftKey, initial)
  const copies = useFileCopies(stored, source)
  const value = useFilledDraft(courseId, stored.value, subjects)
  const form: HomeworkFormState = { ...stored, value }
  const classIds =
    value.classes.length > 0 ? [courseId, ...value.classes.map(chosen => chosen.course_id)] : []
  const classNames = useClassNames(classIds)
  const [problems, setProblems] = useState(noProblems)
  const [state, setState] = useState<'form' | 'sending' | 'notStored'>('form')
  const [sentValue, setSentValue] = useState(value)
  const sent = useSentHomework(arrived => onDone(arrived, sentValue))

  const send = async (targets: readonly Target[]) => {
    if (!(await copies.whenCopied()) || !(await form.whenFilesStored())) return setState('form')
    // The suggested days and subjects are part of what is sent.
    form.change({ due: value.due, classes: value.classes })
    const draft = form.getValue()
    const group = randomUuid()
    const newEntries = targets.map(({ course_id, body, ...target }) =>
      createHomeworkEntry(
        {
          courseId: course_id,
          draftKey: course_id === courseId ? draftKey : getDraftKey(course_id),
          value: { ...draft, ...target, classes: [] },
          group,
          className: classNames.find(({ id }) => id === course_id)?.name,
        },
        body,
      ),
    )
    const isSent = await form.draft.submit(
      draft,
      change => entries.add(newEntries, change),
      () => initial,
    )
    setState('form')
    if (!isSent) return
    setSentValue(draft)
    sent.setGroup(group)
  }
  const submit = () => {
    if (state === 'sending') return
    const own = { course_id: courseId, lesson_id: value.lesson_id, due: value.due }
    const { targets, found } = parseTargets(value, [own, ...value.classes], hasExtensions)
    setProblems({ own: found[courseId] ?? {}, others: found })
    if (targets.length < value.classes.length + 1) return
    setState('sending')
    send(targets).catch(() => setState('notStored'))
  }
  const edit = () => {
    setProblems(noProblems)
    if (state === 'notStored') setState('form')
  }
  if (sent.group !== undefined) {
    return (
      <SentHomework
        group={sent.group}
        onEdited={({ draft }) => {
          if (draft?.key === draftKey) sent.setGroup(undefined)
          else if (draft) void navigate(getFormPath(draft.key))
        }}
        onClose={onClose}
      />
    )
  }
  const isBusy = state === 'sending'
  const failedCopies = copies.pending.filter(({ failure }) => failure).length
  return (
    <HomeworkForm
      courseId={courseId}
      subjects={subjects}
      form={form}
      problems={problems.own}
      otherProblems={problems.others}
      isBusy={isBusy}
      initialFocus={subjectId === null ? 'subject' : 'text'}
      supportsHandIn={hasExtensions}
      copies={copies}
      otherClasses={
        <OtherClasses
          courseId={courseId}
          classes={value.classes}
          problems={problems.others}
          onChange={changes => {
            stored.change(changes)
            edit()
          }}
        />
      }
      onEdit={edit}
      submitLabel={isBusy ? t('form.setting') : t('form.set')}
      notice={
        <>
          {failedCopies > 0 && (
            <Notice tone="warn" role="alert" action={{ label: t('form.copies.retry'), run: copies.retry }}>
              {t('form.copies.notLoaded', { count: failedCopies })}
            </Notice>
          )}
          {state === 'notStored' && (
            <Notice tone="danger" role="alert">
              {t('form.notKept')}
            </Notice>
          )}
        </>
      }
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

const noProblems: { own: FieldProblems; others: ClassProblems } = { own: {}, others: {} }

type ClassChoice = HomeworkDraft['classes'][number]
type Target = ClassChoice & { body: Parameters<typeof createHomeworkEntry>[1] }

/** Returns the requests of all classes, or the problems by class. The first class is that of the form. */
function parseTargets(value: HomeworkDraft, choices: readonly ClassChoice[], hasExtensions: boolean) {
  const targets: Target[] = []
  const found: Record<number, FieldProblems> = {}
  for (const [index, { course_id, lesson_id, due }] of choices.entries()) {
    const parsed = parseNewHomework({ ...value, lesson_id, due }, hasExtensions)
    if ('body' in parsed) targets.push({ course_id, lesson_id, due, body: parsed.body })
    else if (index === 0) found[course_id] = parsed.problems
    else {
      const { lesson_id: subject, until_datetime } = parsed.problems
      found[course_id] = {
        ...(subject && { lesson_id: subject }),
        ...(until_datetime && { until_datetime }),
      }
    }
  }
  return { targets, found }
}
