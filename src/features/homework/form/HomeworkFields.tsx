import { Box, Button, Checkbox, Input, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { Lesson } from '../../../contract/lessons.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import { VersionCompare } from '../../../ui/feedback/VersionCompare.tsx'
import { FilePicker, useFileDrop } from '../../../ui/inputs/FilePicker.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { FileList } from '../FileList.tsx'
import { StoredFileIcon } from '../StoredFileIcon.tsx'
import { DueField } from './DueField.tsx'
import styles from './HomeworkForm.module.css'
import type { FieldProblems, FormField, HomeworkContent } from './homeworkDraft.ts'
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
  onEdit: () => void
}

const maxValues = { text: 10_000, note: 100_000, points: 100_000 }

export function HomeworkFields(props: HomeworkFieldsProps) {
  const { courseId, subjects, form, problems, disabled, initialFocus, existingFiles, onEdit } = props
  const hasHandInField = props.supportsHandIn !== false
  const t = useT('homework')
  const format = useFormat()
  const { value } = form
  const subject = subjects.find(({ id }) => id === value.lesson_id)
  const handleChange: HomeworkFormState['change'] = changes => {
    form.change(changes)
    onEdit()
  }
  const getError = (field: FormField): string | undefined => {
    const problem = problems[field]
    if (problem === undefined) return undefined
    if (typeof problem === 'object') return t('form.refused', problem)
    if (field === 'note' || (field === 'text' && problem === 'tooLong')) {
      return t('form.errors.textLong', { count: format.number(maxValues[field]) })
    }
    if (problem === 'tooLarge')
      return t('form.errors.pointsLarge', { count: format.number(maxValues.points) })
    return field === 'is_submissionable' ? undefined : t(`form.errors.${field}`)
  }
  return (
    <fieldset className={styles.fields} disabled={disabled}>
      <NativeSelect
        data-autofocus={initialFocus === 'subject' || undefined}
        label={t('form.subject')}
        error={getError('lesson_id')}
        value={value.lesson_id ?? ''}
        onChange={({ currentTarget }) =>
          handleChange({ lesson_id: currentTarget.value === '' ? null : Number(currentTarget.value) })
        }
      >
        <option value="" disabled>
          {t('form.chooseSubject')}
        </option>
        {value.lesson_id !== null && !subject && (
          <option value={value.lesson_id}>{t('subjectNumber', { id: String(value.lesson_id) })}</option>
        )}
        {subjects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name || t('subjectNumber', { id: String(id) })}
          </option>
        ))}
      </NativeSelect>
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
      <Stack>
        {hasHandInField ? (
          <Checkbox
            label={t('form.handIn')}
            description={t('form.handInHint')}
            checked={value.canHandIn}
            onChange={event => handleChange({ canHandIn: event.currentTarget.checked })}
          />
        ) : (
          // Shown instead of a checkbox that would have no effect.
          <Text c="dimmed">{t('form.handInUnknown')}</Text>
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
      <FilesField form={form} existingFiles={existingFiles} onChange={handleChange} />
    </fieldset>
  )
}

type FilesFieldProps = {
  form: HomeworkFormState
  existingFiles: HomeworkFieldsProps['existingFiles']
  onChange: HomeworkFormState['change']
}

/** Files are stored with the draft until they are sent. */
function FilesField({ form, existingFiles, onChange }: FilesFieldProps) {
  const t = useT('homework')
  const { add, refused } = form.files
  const { files } = form.value
  const { isDragOver, dropHandlers } = useFileDrop(add)
  return (
    <Stack gap="xs" className={styles.files} data-over={isDragOver || undefined} {...dropHandlers}>
      <Input.Label labelElement="div">{t('form.files')}</Input.Label>
      {existingFiles && existingFiles.length > 0 && (
        <>
          <Input.Description>{t('form.filesThere', { count: existingFiles.length })}</Input.Description>
          <FileList files={existingFiles} renderDetails={() => undefined} />
        </>
      )}
      {files.length > 0 && (
        <FileList
          files={files}
          icon={file => <StoredFileIcon file={file} />}
          renderDetails={() => undefined}
          remove={{
            label: name => t('form.removeFile', { name }),
            run: ({ id }) => onChange(current => ({ files: current.files.filter(file => file.id !== id) })),
          }}
        />
      )}
      <div>
        <FilePicker label={t('form.files')} onFiles={add}>
          {choose => (
            <Button size="sm" onClick={choose} leftSection={<IconPaperclip aria-hidden />}>
              {t('form.addFiles')}
            </Button>
          )}
        </FilePicker>
      </div>
      {refused.map(({ name, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none moves.
        <Input.Error key={index} role="alert">
          {t(`form.refusedFile.${why}`, { name: sanitizeName(name) })}
        </Input.Error>
      ))}
      {refused.length === 0 && (
        <Input.Description>{t(existingFiles ? 'form.filesHintChange' : 'form.filesHint')}</Input.Description>
      )}
    </Stack>
  )
}

type HomeworkVersionsProps = {
  remote: HomeworkContent
  local: HomeworkContent
  subjects: readonly Lesson[]
}

/** The stored content and the content of the form, field by field. */
export function HomeworkVersions({ remote, local, subjects }: HomeworkVersionsProps) {
  const t = useT('homework')
  const format = useFormat()
  const { clock, timeZone } = useSchoolTime()
  const today = toSchoolDay(clock(), timeZone)
  const fields: Record<keyof HomeworkContent, [label: string, toText: (content: HomeworkContent) => string]> =
    {
      lesson_id: [
        t('form.subject'),
        ({ lesson_id }) => subjects.find(({ id }) => id === lesson_id)?.name ?? '',
      ],
      text: [t('form.text'), ({ text }) => text],
      note: [t('form.note'), ({ note }) => note],
      due: [t('form.due'), ({ due }) => due && format.dayNear(due, today)],
      canHandIn: [
        t('form.handIn'),
        ({ canHandIn }) => t(`form.conflict.${canHandIn ? 'canHandIn' : 'cannotHandIn'}`),
      ],
      points: [t('form.points'), ({ points }) => points && t('form.conflict.pointsOf', { points })],
    }
  return (
    <VersionCompare
      reason={t('form.conflict.title')}
      fields={Object.values(fields).map(([label, toText]) => ({
        label,
        remote: toText(remote),
        local: toText(local),
      }))}
    />
  )
}
