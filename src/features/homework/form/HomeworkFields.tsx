import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Lesson } from '../../../contract/lessons.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { OneWriter } from '../../../i18n/OneWriter.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useNow } from '../../../ui/SchoolTime.tsx'
import { DueField } from './DueField.tsx'
import { type AttachedFile, FilesField } from './FilesField.tsx'
import styles from './HomeworkForm.module.css'
import { type HomeworkDraft, homeworkDraft } from './homeworkDraft.ts'
import type { FieldProblem, FieldProblems, FormField } from './readForm.ts'
import type { HomeworkForm } from './useHomeworkForm.ts'

type HomeworkFieldsProps = {
  courseId: number
  subjects: readonly Lesson[]
  /** Of the draft the fields are kept in. */
  refused: HomeworkForm['refused']
  onAddFiles: HomeworkForm['addFiles']
  value: HomeworkDraft
  problems: FieldProblems
  disabled: boolean
  /** Whether the service is told that it is handed in; `undefined` while that is not known. */
  takesHandIns?: boolean | undefined
  /** Files that are with the homework already. */
  filesThere?: readonly AttachedFile[]
  onChange: HomeworkForm['change']
}

const longest = { text: 10_000, note: 100_000, points: 100_000 }

/** What a homework is made of; the same for a new one and a changed one. */
export function HomeworkFields(props: HomeworkFieldsProps) {
  const { courseId, subjects, value, problems, disabled, filesThere, onChange } = props
  const isTold = props.takesHandIns !== false
  const t = useT('homework')
  const format = useFormat()
  const subject = subjects.find(({ id }) => id === value.lesson_id)
  const error = (field: FormField) => said(field, problems[field])
  return (
    <fieldset className={styles.fields} disabled={disabled}>
      <NativeSelect
        label={t('form.subject')}
        error={error('lesson_id')}
        value={value.lesson_id ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ lesson_id: currentTarget.value === '' ? null : Number(currentTarget.value) })
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
        label={t('form.text')}
        error={error('text')}
        rows={2}
        resize="vertical"
        value={value.text}
        onChange={event => onChange({ text: event.currentTarget.value })}
      />
      <Textarea
        label={t('form.note')}
        description={t('form.noteHint')}
        error={error('note')}
        rows={4}
        resize="vertical"
        value={value.note}
        onChange={event => onChange({ note: event.currentTarget.value })}
      />
      <DueField
        courseId={courseId}
        subject={subject}
        value={value.due}
        error={error('until_datetime')}
        onChange={due => onChange({ due })}
      />
      <div className={styles.handIn}>
        {isTold ? (
          <Checkbox
            label={t('form.handIn')}
            description={t('form.handInHint')}
            checked={value.canHandIn}
            onChange={event => onChange({ canHandIn: event.currentTarget.checked })}
          />
        ) : (
          <p className={styles.unknown}>{t('form.handInUnknown')}</p>
        )}
        {isTold && value.canHandIn && (
          <div className={styles.points}>
            <TextInput
              label={t('form.points')}
              inputMode="decimal"
              autoComplete="off"
              value={value.points}
              error={error('points')}
              description={t('form.pointsHint')}
              onChange={event => onChange({ points: event.currentTarget.value })}
            />
          </div>
        )}
      </div>
      <FilesField
        files={value.files}
        there={filesThere}
        refused={props.refused}
        onAdd={props.onAddFiles}
        onChange={onChange}
      />
    </fieldset>
  )

  function said(field: FormField, problem: FieldProblem | undefined): string | undefined {
    if (problem === undefined) return undefined
    if (typeof problem === 'object') return t('form.refused', problem)
    if (field === 'note' || (field === 'text' && problem === 'tooLong')) {
      return t('form.errors.textLong', { count: format.number(longest[field]) })
    }
    if (problem === 'tooLarge') return t('form.errors.pointsLarge', { count: format.number(longest.points) })
    return field === 'is_submissionable' ? undefined : t(`form.errors.${field}`)
  }
}

/** Beside the button: when the draft was saved last. */
export function DraftLine({ form }: { form: HomeworkForm }) {
  const t = useT('homework')
  const format = useFormat()
  const { saved, saving } = form.state
  if (saving) return <p className={styles.draft}>{t('form.savingDraft')}</p>
  if (!saved || form.value.sent) return null
  return <p className={styles.draft}>{t('form.saved', { time: format.time(saved.savedAt) })}</p>
}

/** What there is to say of a draft above the form: that it was begun before, or is not kept. */
export function DraftNotices({ form }: { form: HomeworkForm }) {
  const t = useT('homework')
  const format = useFormat()
  const now = useNow()
  const { restored, state } = form
  return (
    <>
      {restored !== undefined && !form.value.sent && (
        <Notice role="status" action={{ label: t('form.startAfresh'), run: form.restart }}>
          {t('form.restored', { when: format.moment(restored, now) })}
        </Notice>
      )}
      {!state.kept && <Notice tone="warn">{t('form.notKept')}</Notice>}
    </>
  )
}

/** A form of homework, while no other tab writes its draft. */
export function HomeworkWriter({ of, children }: { of: string; children: ReactNode }) {
  const { draft, state } = useDraft(homeworkDraft, of)
  return (
    <OneWriter
      draft={draft}
      state={state}
      lines={({ text, note, files }) => [text, note, ...files.map(({ name }) => harmlessName(name))]}
      className={styles.otherTexts}
    >
      {children}
    </OneWriter>
  )
}

type FormFailedProps =
  | { sentence: string; error?: undefined; retry?: undefined }
  | { sentence?: undefined; error: Error; retry: () => void }

/** Why there is no form. */
export function FormFailed({ sentence, error, retry }: FormFailedProps) {
  const tErrors = useT('errors')
  const format = useFormat()
  return (
    <div className={styles.body}>
      <EmptyState
        tone="danger"
        icon={<IconAlertTriangle aria-hidden />}
        title={tErrors('title')}
        actions={retry && <Button onClick={retry}>{tErrors('tryAgain')}</Button>}
      >
        {sentence ?? errorSentence(error, tErrors, format.time)}
      </EmptyState>
    </div>
  )
}
