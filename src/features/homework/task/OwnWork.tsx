import { Button, Skeleton, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChecklist } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { write } from '../../../api/cache/query.ts'
import type { Document } from '../../../contract/documents.ts'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import { type Submission, submissions } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { paths } from '../../../paths.ts'
import { FileKindIcon } from '../../../ui/FileKindIcon.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'
import { FormattedText } from '../../../ui/viewer/FormattedText.tsx'
import { sortPages } from '../pageNumbers.ts'
import { getLateness, useFormatMoment } from '../times.ts'
import { useCorrectorName } from '../useCorrectorName.ts'
import { HandIn } from './HandIn.tsx'
import styles from './Task.module.css'
import type { OwnSubmissionState } from './useOwnSubmission.ts'

type OwnWorkProps = {
  task: Homework
  ownSubmission: OwnSubmissionState
  shownFileId: number | undefined
  onShowFile: (id: number) => void
}

/** Whether there is work with feedback. Then the screen shows them side by side. */
export const isWorkReturned = (submission: Submission): boolean =>
  submission.is_corrected && submission.is_submitted

/** Own work and feedback. Omits work that is returned: the screen shows it next to the feedback. */
export function OwnWork({ task, ownSubmission, shownFileId, onShowFile }: OwnWorkProps) {
  const t = useT('task')
  const tErrors = useT('errors')
  const formatError = useFormatError()
  const renderHandIn = (submission: Submission) => (
    <Suspense fallback={<OwnSkeleton />}>
      <HandIn key={task.id} task={task} submission={submission} />
    </Suspense>
  )
  switch (ownSubmission.kind) {
    case 'none':
      return <DeskLink task={task} />
    case 'loading':
      return (
        <>
          <VisuallyHidden role="status">{t('own.loading')}</VisuallyHidden>
          <OwnSkeleton />
        </>
      )
    case 'unsupported':
      return (
        <section className={styles.section}>
          <Notice>{t('own.unsupported')}</Notice>
          {canCorrect(task) && <DeskLink task={task} />}
        </section>
      )
    case 'failed':
      return (
        <section className={styles.section}>
          <Notice
            tone="danger"
            role="alert"
            action={{ label: tErrors('tryAgain'), run: ownSubmission.retry }}
          >
            {t('own.failed', { reason: formatError(ownSubmission.error) })}
          </Notice>
        </section>
      )
    case 'loaded': {
      const { submission } = ownSubmission
      const ownProps = { task, submission, shownFileId, onShowFile }
      const isReturned = isWorkReturned(submission)
      return (
        <>
          {submission.is_corrected && <CorrectionReceived {...ownProps} />}
          {!isReturned && <SeenStatus submission={submission} />}
          {!isReturned && submission.is_submitted && <HandedInWork {...ownProps} />}
          {renderHandIn(submission)}
          {canCorrect(task) && <DeskLink task={task} />}
        </>
      )
    }
  }
}

export function OwnSkeleton() {
  return (
    <Stack gap="lg" p="lg">
      <Skeleton width="6rem" />
      <Skeleton width="100%" height="5rem" />
      <Skeleton width="8rem" height="2rem" />
    </Stack>
  )
}

function DeskLink({ task }: { task: Homework }) {
  const t = useT('task')
  return (
    <section className={styles.section}>
      <h2>{t('teacher.title')}</h2>
      <Text c="dimmed">{t(task.is_submissionable ? 'teacher.lead' : 'teacher.nothing')}</Text>
      {task.is_submissionable && (
        <Button
          component={Link}
          to={paths.desk(task.course_id, task.id)}
          leftSection={<IconChecklist aria-hidden />}
        >
          {t('teacher.desk')}
        </Button>
      )}
    </section>
  )
}

type OwnProps = {
  task: Homework
  submission: Submission
  shownFileId: number | undefined
  onShowFile: (id: number) => void
}

function CorrectionReceived({ task, submission, shownFileId, onShowFile }: OwnProps) {
  const t = useT('task')
  const format = useFormat()
  const corrector = useCorrectorName(task.course_id, submission.corrected_by_user_id)
  const { points, teacher_correction: text, teacher_correction_formatted: html } = submission
  const when = useFormatMoment()(submission.corrected_at)
  const pointsTextValues = points !== null && { b: renderBold, points: format.number(points) }
  return (
    <section className={styles.section} aria-labelledby="own-correction">
      <h2 id="own-correction">{t('correction.title')}</h2>
      {pointsTextValues && (
        <Text className={styles.points} c="dimmed">
          {typeof task.points === 'number'
            ? t.rich('correction.points', { ...pointsTextValues, maximum: format.number(task.points) })
            : t.rich('correction.pointsOnly', { ...pointsTextValues, value: points })}
        </Text>
      )}
      {text?.trim() ? (
        <div className={styles.text}>
          <FormattedText html={html} text={text} />
        </div>
      ) : (
        <Text c="dimmed">{t('correction.noText')}</Text>
      )}
      <FileTiles
        label={t('correction.files')}
        files={submission.correction_files}
        shownId={shownFileId}
        onShow={onShowFile}
      />
      <Text size="sm" c="var(--text-3)">
        {corrector ? t('correction.by', { name: corrector, when }) : t('correction.at', { when })}
      </Text>
    </section>
  )
}

const renderBold = (children: ReactNode) => <b>{children}</b>

export function HandedInWork({ task, submission, shownFileId, onShowFile }: OwnProps) {
  const t = useT('task')
  const { timeZone } = useSchoolTime()
  const { comment, comment_formatted: html, submitted_at } = submission
  const when = useFormatMoment()(submitted_at)
  const at = submitted_at === null ? undefined : parseInstant(submitted_at, timeZone)
  const lateness = at === undefined ? undefined : getLateness(at, task.until_datetime, timeZone)
  return (
    <section className={styles.section} aria-labelledby="own-work">
      <div>
        <h2 id="own-work">{t('own.title')}</h2>
        <Text className={styles.facts} size="sm" c="dimmed">
          <span>{t('own.handedIn', { when })}</span>
          {lateness && <span>{t(`own.after.${lateness.unit}`, { count: lateness.count })}</span>}
        </Text>
      </div>
      {comment?.trim() && (
        <blockquote className={styles.quote} aria-label={t('own.comment')}>
          <FormattedText html={html} text={comment} />
        </blockquote>
      )}
      <FileTiles
        label={t('own.files')}
        files={sortPages(submission.files)}
        shownId={shownFileId}
        onShow={onShowFile}
      />
      {submission.user_can_submit && !submission.is_corrected && (
        <Text size="sm" c="dimmed">
          {t('own.replaceable', { files: submission.files.length })}
        </Text>
      )}
    </section>
  )
}

type FileTilesProps = {
  label: string
  files: readonly Document[]
  shownId: number | undefined
  onShow: (id: number) => void
}

function FileTiles({ label, files, shownId, onShow }: FileTilesProps) {
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <ul className={styles.tiles} aria-label={label}>
      {files.map(({ id, name, size, content_type }) => (
        <li key={id}>
          <UnstyledButton aria-pressed={id === shownId} onClick={() => onShow(id)}>
            <FileKindIcon name={name} type={content_type} />
            <FileName name={name} />
            <Text span flex="none" size="sm" c="var(--text-3)" ml="auto">
              {format.fileSize(size)}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** A repeated request has no effect, so a lost response needs no check. */
function SeenStatus({ submission }: { submission: Submission }) {
  const t = useT('task')
  const formatError = useFormatError()
  const when = useFormatMoment()(submission.acknowledged_at)
  const acknowledge = useMutation(write(submissions.acknowledge))
  const runOnce = useSingleAction()
  const statusRef = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that had the focus no longer exists.
    if (acknowledge.isSuccess && isFocusLost()) statusRef.current?.focus({ preventScroll: true })
  }, [acknowledge.isSuccess])
  if (submission.is_acknowledged) {
    return (
      <section ref={statusRef} tabIndex={-1} className={styles.seen} role="status">
        <IconCheck aria-hidden />
        <Text size="sm">
          {t('seen.at', { when })}
          {acknowledge.isSuccess && <span>{t('seen.done')}</span>}
        </Text>
      </section>
    )
  }
  // The service rejects this request after a correction.
  if (submission.is_corrected) return null
  return (
    <section className={styles.section}>
      <Text c="dimmed">{t('seen.lead')}</Text>
      <Button
        aria-disabled={acknowledge.isPending}
        onClick={() => runOnce(() => acknowledge.mutateAsync({ todo_id: submission.todo_id }))}
        leftSection={<IconCheck aria-hidden />}
      >
        {t(acknowledge.isPending ? 'seen.sending' : 'seen.action')}
      </Button>
      {acknowledge.error && (
        <Notice tone="danger" role="alert">
          {t('seen.failed', { reason: formatError(acknowledge.error) })}
        </Notice>
      )}
    </section>
  )
}
