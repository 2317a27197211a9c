import { useState } from 'react'
import type { Lesson } from '../../../contract/lessons.ts'
import { useHasExtensions } from '../../../session/extensions.ts'
import { ClassResults } from './ClassResults.tsx'
import { isStarted } from './classParts.ts'
import type { HomeworkContent, HomeworkDraft } from './homeworkDraft.ts'
import { NewHomeworkForm } from './NewHomeworkForm.tsx'
import type { HomeworkSource } from './useFileCopies.ts'
import { useHomeworkForm } from './useHomeworkForm.ts'

/** `id` is that of the homework in the class of the form, undefined if unknown. */
export type CreateResult = { id: number | undefined; value: HomeworkDraft }

type NewHomeworkProps = {
  courseId: number
  draftKey: string
  subjects: readonly Lesson[]
  /** Initial content, without the subject. */
  content: HomeworkContent
  subjectId: number | null
  source: HomeworkSource | undefined
  /** Called when the homework is set in several classes. Their results are still shown. */
  onCompleted: (result: CreateResult) => void
  onDone: (result: CreateResult) => void
  onClose: () => void
}

/** The form, and after sending homework for several classes, their results. */
export function NewHomework(props: NewHomeworkProps) {
  const { courseId, draftKey, subjects, content, subjectId, source, onCompleted, onDone, onClose } = props
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
  const form = useHomeworkForm(draftKey, initial)
  const supportsHandIn = useHasExtensions()
  // Homework that was sent earlier is not sent again on its own.
  const [results, setResults] = useState<'shown' | 'sending' | undefined>(() =>
    isStarted(form.value) ? 'shown' : undefined,
  )
  const finish = (id: number | undefined) =>
    form.discardAndLeave(() => onDone({ id, value: { ...form.value, made: id } }))
  if (results) {
    return (
      <ClassResults
        courseId={courseId}
        form={form}
        supportsHandIn={supportsHandIn}
        shouldSend={results === 'sending'}
        onBack={() => setResults(undefined)}
        onCompleted={() => onCompleted({ id: form.value.made, value: form.value })}
        onDone={() => finish(form.value.made)}
      />
    )
  }
  return (
    <NewHomeworkForm
      courseId={courseId}
      form={form}
      subjects={subjects}
      initialFocus={subjectId === null ? 'subject' : 'text'}
      supportsHandIn={supportsHandIn}
      source={source}
      onSendAll={() => setResults('sending')}
      onDone={finish}
      onClose={onClose}
    />
  )
}
