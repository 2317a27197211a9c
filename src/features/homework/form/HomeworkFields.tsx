import { Box, Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Lesson } from '../../../contract/lessons.ts'
import { useT } from '../../../i18n/useT.ts'
import { DueField } from './DueField.tsx'
import { FilesField } from './FilesField.tsx'
import styles from './HomeworkForm.module.css'
import type { FieldProblems } from './homeworkDraft.ts'
import { SubjectField } from './SubjectField.tsx'
import { useFieldErrors } from './useFieldErrors.ts'
import type { FileCopies } from './useFileCopies.ts'
import type { HomeworkFormState } from './useHomeworkForm.ts'

export type HomeworkFieldsProps = {
  courseId: number
  subjects: readonly Lesson[]
  form: HomeworkFormState
  problems: FieldProblems
  disabled: boolean
  initialFocus: 'subject' | 'text'
  /** Whether the service has the hand-in setting, undefined while unknown. */
  supportsHandIn?: boolean | undefined
  /** Undefined for new homework. */
  existingFiles?: readonly { id: number; name: string }[] | undefined
  /** Fields of further classes, for new homework. */
  otherClasses?: ReactNode
  /** Attachments of the homework used again. */
  copies?: FileCopies | undefined
  onEdit: () => void
}

export function HomeworkFields(props: HomeworkFieldsProps) {
  const { courseId, subjects, form, problems, disabled, initialFocus, existingFiles, onEdit } = props
  const hasHandInField = props.supportsHandIn !== false
  const t = useT('homework')
  const { value, change, files } = form
  const subject = subjects.find(({ id }) => id === value.lesson_id)
  const handleChange: HomeworkFormState['change'] = changes => {
    change(changes)
    onEdit()
  }
  const getError = useFieldErrors(problems)
  return (
    <fieldset className={styles.fields} disabled={disabled}>
      <SubjectField
        subjects={subjects}
        value={value.lesson_id}
        error={getError('lesson_id')}
        hasInitialFocus={initialFocus === 'subject'}
        onChange={lesson_id => handleChange({ lesson_id })}
      />
      <Textarea
        data-autofocus={initialFocus === 'text' || undefined}
        label={t('form.text')}
        error={getError('text')}
        rows={2}
        resize="vertical"
        value={value.text}
        onChange={event => handleChange({ text: event.currentTarget.value })}
      />
      <Textarea
        label={t('form.note')}
        description={t('form.noteHint')}
        error={getError('note')}
        rows={4}
        resize="vertical"
        value={value.note}
        onChange={event => handleChange({ note: event.currentTarget.value })}
      />
      <DueField
        courseId={courseId}
        subject={subject}
        value={value.due}
        error={getError('until_datetime')}
        onChange={due => handleChange({ due })}
      />
      {props.otherClasses}
      <Stack>
        {hasHandInField && (
          <Checkbox
            label={t('form.handIn')}
            description={t('form.handInHint')}
            checked={value.canHandIn}
            onChange={event => handleChange({ canHandIn: event.currentTarget.checked })}
          />
        )}
        {hasHandInField && value.canHandIn && (
          <Box className={styles.points} pl="xl">
            <TextInput
              label={t('form.points')}
              inputMode="decimal"
              autoComplete="off"
              value={value.points}
              error={getError('points')}
              description={t('form.pointsHint')}
              onChange={event => handleChange({ points: event.currentTarget.value })}
            />
          </Box>
        )}
      </Stack>
      <FilesField
        stored={value.files}
        files={files}
        existingFiles={existingFiles}
        copies={props.copies}
        onChange={handleChange}
      />
    </fieldset>
  )
}
