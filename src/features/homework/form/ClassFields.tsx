import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { lessons } from '../../../contract/lessons.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { DueField } from './DueField.tsx'
import styles from './HomeworkForm.module.css'
import type { ClassTarget, FieldProblems } from './homeworkDraft.ts'
import { SubjectField } from './SubjectField.tsx'
import { useFieldErrors } from './useFieldErrors.ts'

type ClassFieldsProps = {
  /** Name of the class. */
  name: string
  target: Pick<ClassTarget, 'course_id' | 'lesson_id' | 'due'>
  isNameHidden?: boolean
  problems: FieldProblems
  onChange: (changes: Partial<Pick<ClassTarget, 'lesson_id' | 'due'>>) => void
}

/** Subject and day of one class. */
export function ClassFields({ name, isNameHidden, target, problems, onChange }: ClassFieldsProps) {
  const t = useT('homework')
  const tErrors = useT('errors')
  const formatError = useFormatError()
  const getError = useFieldErrors(problems)
  const { course_id: courseId, lesson_id, due } = target
  const { data, error, refetch } = useQuery(query(lessons.list, { course_id: courseId }))
  const subjects = data?.rows ?? []
  const renderFields = () => {
    if (!data && error) {
      const retry = { label: tErrors('tryAgain'), run: () => void refetch() }
      return (
        <Notice tone="danger" role="alert" action={retry}>
          {formatError(error)}
        </Notice>
      )
    }
    if (!data) return <Skeleton height="3.75rem" />
    if (subjects.length === 0) return <Text c="var(--danger-text)">{t('form.classes.noSubjects')}</Text>
    return (
      <>
        <SubjectField
          subjects={subjects}
          value={lesson_id}
          error={getError('lesson_id')}
          onChange={subject => onChange({ lesson_id: subject })}
        />
        <DueField
          courseId={courseId}
          subject={subjects.find(({ id }) => id === lesson_id)}
          value={due}
          error={getError('until_datetime')}
          onChange={day => onChange({ due: day })}
        />
      </>
    )
  }
  return (
    <fieldset className={styles.class}>
      {isNameHidden ? <VisuallyHidden component="legend">{name}</VisuallyHidden> : <legend>{name}</legend>}
      <div className={styles.classFields}>{renderFields()}</div>
    </fieldset>
  )
}
