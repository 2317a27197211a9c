import { Button, Group, Text } from '@mantine/core'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { VersionCompare } from '../../../ui/feedback/VersionCompare.tsx'
import { FileList } from '../FileList.tsx'
import { useFormatMoment } from '../times.ts'
import { useCorrector } from '../useCorrector.ts'
import styles from './Correction.module.css'
import { firstName, Labelled, Status } from './CorrectionFields.tsx'
import type { CorrectionDraft, CorrectionSnapshot } from './correctionDraft.ts'

type ReturnedCorrectionProps = {
  homework: Homework
  entry: SubmissionEntry
  /** Number of files that the service did not take. */
  leftOut: number
  /** The user's own version, set aside when they kept another teacher's correction. */
  aside: CorrectionDraft | undefined
  onRevise: () => void
  onRestore: () => void
  onDiscard: () => void
}

/** A returned correction: its content, who returned it and when. */
export function ReturnedCorrection({
  homework,
  entry: { submission },
  leftOut,
  aside,
  ...on
}: ReturnedCorrectionProps) {
  const t = useT('correction')
  const said = useReturnedBy('returned', homework, submission)
  return (
    <div className={styles.form}>
      <Status tone="ok">{said}</Status>
      <CorrectionText
        label={t('text')}
        text={submission.teacher_correction ?? ''}
        points={submission.points}
      />
      {submission.correction_files.length > 0 && (
        <Labelled label={t('returned.files')}>
          <FileList files={submission.correction_files} />
        </Labelled>
      )}
      {leftOut > 0 && <Notice tone="warn">{t('files.notSent', { count: leftOut })}</Notice>}
      {aside && (
        <CorrectionText
          label={t('returned.asideTitle')}
          text={aside.text}
          points={aside.points}
          files={aside.files.length}
        />
      )}
      <Group gap="sm">
        {aside ? (
          <>
            <Button size="sm" onClick={on.onRestore}>
              {t('returned.asideTake')}
            </Button>
            <Button size="sm" variant="subtle" onClick={on.onDiscard}>
              {t('returned.asideDrop')}
            </Button>
          </>
        ) : (
          <Button onClick={on.onRevise}>{t('returned.again')}</Button>
        )}
      </Group>
    </div>
  )
}

/** Returns a function that formats the points of a version, as typed or as a number. Without points, it returns ''. */
function useFormatVersionPoints(): (points: string | number | null) => string {
  const t = useT('correction')
  const language = useLocale()
  return points => {
    const parsed = typeof points === 'string' ? parsePoints(points) : points
    return parsed === null || parsed === undefined
      ? ''
      : t('version.points', { points: formatPoints(parsed, language) })
  }
}

type CorrectionTextProps = {
  label: string
  text: string
  /** As typed, or as a number; null without points. */
  points: string | number | null
  files?: number
}

/** One version of a correction, read-only: text, points and number of files under a label. */
export function CorrectionText({ label, text, points, files = 0 }: CorrectionTextProps) {
  const t = useT('correction')
  const formatVersionPoints = useFormatVersionPoints()
  const said = [
    formatVersionPoints(points) || t('version.noPoints'),
    ...(files > 0 ? [t('version.files', { count: files })] : []),
  ]
  return (
    <Labelled label={label}>
      <p className={styles.words} dir="auto" data-none={text.trim() === '' || undefined}>
        {text.trim() === '' ? t('version.noText') : text}
      </p>
      <Text size="sm" c="dimmed" pl="md">
        {said.join(' · ')}
      </Text>
    </Labelled>
  )
}

type CorrectionConflictProps = {
  homework: Homework
  entry: SubmissionEntry
  remote: CorrectionSnapshot
  local: { text: string; points: string | number | null; files: readonly unknown[] }
  onKeepRemote: () => void
  onReturnLocal: () => void
  onEdit: () => void
}

/** Both versions after a conflict, with the choices to keep, replace or edit (rule 24). */
export function CorrectionConflict({ homework, entry, remote, local, ...on }: CorrectionConflictProps) {
  const t = useT('correction')
  const me = useCurrentUser()
  const returnedBy = useReturnedBy('conflict', homework, remote)
  const formatVersionPoints = useFormatVersionPoints()
  const files = local.files.length
  const fields = [
    { label: t('text'), remote: remote.teacher_correction, local: local.text },
    {
      label: t('points'),
      remote: formatVersionPoints(remote.points),
      local: formatVersionPoints(local.points),
    },
    ...(files > 0
      ? [{ label: t('files.title'), remote: undefined, local: t('version.files', { count: files }) }]
      : []),
  ]
  const isOwn = remote.corrected_by_user_id === me.id
  return (
    <div className={styles.form}>
      <Text component="h2" fw={600}>
        {t('conflict.title')}
      </Text>
      {remote.is_corrected ? (
        <VersionCompare
          lead={
            <>
              <b>{returnedBy}</b> {t('conflict.lead')}
            </>
          }
          fields={fields}
        />
      ) : (
        <>
          <Notice tone="warn" role="alert">
            <b>{t('conflict.handIn', { name: firstName(entry.user.name) })}</b> {t('conflict.handInLead')}
          </Notice>
          <CorrectionText
            label={t('text')}
            text={local.text}
            points={local.points}
            files={local.files.length}
          />
        </>
      )}
      <Group gap="sm">
        {remote.is_corrected && (
          <Button onClick={on.onKeepRemote}>{t(isOwn ? 'conflict.keepThat' : 'conflict.keepTheirs')}</Button>
        )}
        <Button onClick={on.onReturnLocal}>
          {t(remote.is_corrected ? 'conflict.returnMine' : 'conflict.returnAnyway')}
        </Button>
        <Button onClick={on.onEdit}>{t('conflict.edit')}</Button>
      </Group>
      {remote.is_corrected && (
        <Text size="sm" c="dimmed">
          {t('conflict.aside')}
        </Text>
      )}
    </div>
  )
}

/** Returns a sentence about who returned the correction and when. Loads the class only if a name is needed. */
function useReturnedBy(
  as: 'returned' | 'conflict',
  { course_id }: Homework,
  {
    corrected_by_user_id: by,
    corrected_at,
  }: Pick<CorrectionSnapshot, 'corrected_by_user_id' | 'corrected_at'>,
): string {
  const t = useT('correction')
  const me = useCurrentUser()
  const name = useCorrector(course_id, by === me.id ? null : by)
  const when = useFormatMoment()(corrected_at)
  if (by === me.id) return t(`${as}.byYou`, { when })
  return name === undefined ? t(`${as}.byUnknown`, { when }) : t(`${as}.by`, { name, when })
}
