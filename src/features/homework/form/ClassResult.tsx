import { Button, Text, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import { lessons } from '../../../contract/lessons.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { ClassFields } from './ClassFields.tsx'
import { UploadedFiles } from './FileUploads.tsx'
import styles from './HomeworkForm.module.css'
import { type CreateState, useCreateHomework } from './useCreateHomework.ts'
import type { HomeworkFormState } from './useHomeworkForm.ts'

type ClassResultProps = {
  courseId: number
  name: string
  /** Form of this class alone. */
  form: HomeworkFormState
  supportsHandIn: boolean
  shouldSend: boolean
  onStateChange: (kind: CreateState['kind']) => void
}

/** Sends the homework of one class once, and shows its result. */
export function ClassResult(props: ClassResultProps) {
  const { courseId, name, form, supportsHandIn, shouldSend, onStateChange } = props
  const t = useT('homework')
  const format = useFormat()
  const { lesson_id, due, made, files } = form.value
  const { state, send, handleEdit } = useCreateHomework(courseId, form, supportsHandIn)
  const subjects = useQuery(query(lessons.list, { course_id: courseId })).data?.rows
  const subject = subjects?.find(({ id }) => id === lesson_id)
  const { kind } = state
  const hasSent = useRef(!shouldSend)
  useEffect(() => {
    const isStarting = !hasSent.current && kind === 'form'
    hasSent.current = true
    onStateChange(isStarting ? 'sending' : kind)
    if (isStarting) send()
  })
  const isUnset = kind === 'form' || kind === 'notApplied' || kind === 'uncertain'
  return (
    <li className={styles.result}>
      <div className={styles.outcome}>
        <span>
          <b>{name}</b>{' '}
          <Text span c="dimmed" size="sm">
            {[subject?.name, due && t('form.classes.due', { day: format.day(due) })]
              .filter(Boolean)
              .join(', ')}
          </Text>
        </span>
        <ResultStatus kind={kind} />
        {made !== undefined && (
          <UnstyledButton
            component={Link}
            variant="link"
            to={paths.task(courseId, made)}
            aria-label={t('form.classes.openLabel', { name })}
          >
            {t('form.classes.open')}
          </UnstyledButton>
        )}
      </div>
      {made !== undefined && files.length > 0 && (
        <UploadedFiles
          courseId={courseId}
          homeworkId={made}
          form={form}
          onDone={() => form.change({ files: [] })}
        />
      )}
      {isUnset && (
        <>
          <FailureNotice courseId={courseId} name={name} state={state} />
          {kind === 'form' && (
            <ClassFields
              name={name}
              isNameHidden
              target={{ course_id: courseId, lesson_id, due }}
              problems={state.problems}
              onChange={changes => {
                form.change(changes)
                handleEdit()
              }}
            />
          )}
          <div>
            <Button
              size="sm"
              onClick={send}
              aria-label={t(kind === 'form' ? 'form.classes.retryLabel' : 'form.classes.againLabel', {
                name,
              })}
            >
              {t(kind === 'form' ? 'form.classes.retry' : 'form.setAnyway')}
            </Button>
          </div>
        </>
      )}
    </li>
  )
}

function ResultStatus({ kind }: { kind: CreateState['kind'] }): ReactNode {
  const t = useT('homework')
  switch (kind) {
    case 'created':
      return (
        <Text span className={styles.status} c="var(--ok-text)">
          <IconCheck aria-hidden /> {t('form.classes.set')}
        </Text>
      )
    case 'sending':
    case 'checking':
      return (
        <Text span className={styles.status}>
          {t(`form.classes.${kind}`)}
        </Text>
      )
    case 'form':
    case 'notApplied':
      return (
        <Text span className={styles.status} c="var(--danger-text)">
          {t('form.classes.notSet')}
        </Text>
      )
    default:
      return (
        <Text span className={styles.status} c="var(--warn-text)">
          {t('form.classes.uncertain')}
        </Text>
      )
  }
}

type FailureNoticeProps = { courseId: number; name: string; state: CreateState }

function FailureNotice({ courseId, name, state }: FailureNoticeProps): ReactNode {
  const t = useT('homework')
  const formatError = useFormatError()
  if (state.kind === 'form') {
    if (state.error === undefined) return null
    return (
      <Notice tone="danger" role="alert">
        {t('form.classes.failed', { name, reason: formatError(state.error) })}
      </Notice>
    )
  }
  if (state.kind !== 'notApplied' && state.kind !== 'uncertain') return null
  return (
    <Notice tone="warn" role="alert">
      {t(`form.classes.${state.kind}Lead`, { name })}{' '}
      <UnstyledButton component={Link} variant="link" to={paths.homework(courseId)}>
        {t('form.classes.toList', { name })}
      </UnstyledButton>
    </Notice>
  )
}
