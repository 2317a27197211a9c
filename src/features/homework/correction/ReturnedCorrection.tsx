import { Button, Group, Text } from '@mantine/core'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { getFirstName } from '../../../lib/familyName.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { VersionCompare } from '../../../ui/feedback/VersionCompare.tsx'
import { LinkedText } from '../../../ui/links/LinkedText.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { FileList } from '../FileList.tsx'
import { useFormatMoment } from '../times.ts'
import { useCorrectorName } from '../useCorrectorName.ts'
import styles from './Correction.module.css'
import { LabelledSection, Status } from './CorrectionFields.tsx'
import type { CorrectionDraft, CorrectionSnapshot } from './correctionDraft.ts'

type ReturnedCorrectionProps = {
  homework: Homework
  entry: SubmissionEntry
  /** Number of files that were not sent because the service supports no uploads. */
  omittedFiles: number
  /** The user's own version, set aside when they kept another teacher's correction. */
  draftSetAside: CorrectionDraft | undefined
  onRevise: () => void
  onRestore: () => void
  onDiscard: () => void
}

export function ReturnedCorrection({
  homework,
  entry: { submission },
  omittedFiles,
  draftSetAside,
  onRevise,
  onRestore,
  onDiscard,
}: ReturnedCorrectionProps) {
  const t = useT('correction')
  const returnedBy = useReturnedByText('returned', homework, submission)
  return (
    <div className={styles.form}>
      <Status tone="ok">{returnedBy}</Status>
      <CorrectionText
        label={t('text')}
        text={submission.teacher_correction ?? ''}
        points={submission.points}
      />
      {submission.correction_files.length > 0 && (
        <LabelledSection label={t('returned.files')}>
          <FileList files={submission.correction_files} />
        </LabelledSection>
      )}
      {omittedFiles > 0 && <Notice tone="warn">{t('files.notSent', { count: omittedFiles })}</Notice>}
      {draftSetAside && (
        <CorrectionText
          label={t('returned.asideTitle')}
          text={draftSetAside.text}
          points={draftSetAside.points}
          fileCount={draftSetAside.files.length + draftSetAside.marked.length}
        />
      )}
      <Group gap="sm">
        {draftSetAside ? (
          <>
            <Button size="sm" onClick={onRestore}>
              {t('returned.asideTake')}
            </Button>
            <Button size="sm" variant="subtle" onClick={onDiscard}>
              {t('returned.asideDrop')}
            </Button>
          </>
        ) : (
          <Button onClick={onRevise}>{t('returned.again')}</Button>
        )}
      </Group>
    </div>
  )
}

/** Returns a function that formats typed or returned points, and returns '' without points. */
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
  fileCount?: number
}

export function CorrectionText({ label, text, points, fileCount = 0 }: CorrectionTextProps) {
  const t = useT('correction')
  const formatVersionPoints = useFormatVersionPoints()
  const details = [
    formatVersionPoints(points) || t('version.noPoints'),
    ...(fileCount > 0 ? [t('version.files', { count: fileCount })] : []),
  ]
  return (
    <LabelledSection label={label}>
      <p className={styles.versionText} dir="auto" data-none={text.trim() === '' || undefined}>
        {text.trim() === '' ? t('version.noText') : <LinkedText text={text} />}
      </p>
      <Text size="sm" c="dimmed" pl="md">
        {details.join(' · ')}
      </Text>
    </LabelledSection>
  )
}

type CorrectionConflictProps = {
  homework: Homework
  entry: SubmissionEntry
  remote: CorrectionSnapshot
  local: { text: string; points: string | number | null; files: readonly unknown[] }
  /** Names of files of the user that the pupil already has. */
  sentFiles?: readonly string[]
  onKeepRemote: () => void
  onReturnLocal: () => void
  onEdit: () => void
}

/** Both versions after a conflict, with the choice to keep, replace or edit (rule 24). */
export function CorrectionConflict(props: CorrectionConflictProps) {
  const { homework, entry, remote, local, sentFiles = [], onKeepRemote, onReturnLocal, onEdit } = props
  const t = useT('correction')
  const me = useCurrentUser()
  const returnedBy = useReturnedByText('conflict', homework, remote)
  const formatVersionPoints = useFormatVersionPoints()
  const fileCount = local.files.length
  const fields = [
    { label: t('text'), remote: remote.teacher_correction, local: local.text },
    {
      label: t('points'),
      remote: formatVersionPoints(remote.points),
      local: formatVersionPoints(local.points),
    },
    ...(fileCount > 0
      ? [{ label: t('files.title'), remote: undefined, local: t('version.files', { count: fileCount }) }]
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
          reason={
            <>
              <b>{returnedBy}</b> {t('conflict.lead')}
            </>
          }
          fields={fields}
        />
      ) : (
        <>
          <Notice tone="warn" role="alert">
            <b>{t('conflict.handIn', { name: getFirstName(sanitizeName(entry.user.name)) })}</b>{' '}
            {t('conflict.handInLead')}
          </Notice>
          <CorrectionText label={t('text')} text={local.text} points={local.points} fileCount={fileCount} />
        </>
      )}
      {sentFiles.length > 0 && (
        <Text size="sm">
          {t('conflict.sentFiles', {
            name: getFirstName(sanitizeName(entry.user.name)),
            files: sentFiles.map(file => sanitizeName(file)).join(', '),
          })}
        </Text>
      )}
      <Group gap="sm">
        {remote.is_corrected && (
          <Button onClick={onKeepRemote}>{t(isOwn ? 'conflict.keepThat' : 'conflict.keepTheirs')}</Button>
        )}
        <Button onClick={onReturnLocal}>
          {t(remote.is_corrected ? 'conflict.returnMine' : 'conflict.returnAnyway')}
        </Button>
        <Button onClick={onEdit}>{t('conflict.edit')}</Button>
      </Group>
      {remote.is_corrected && (
        <Text size="sm" c="dimmed">
          {t('conflict.aside')}
        </Text>
      )}
    </div>
  )
}

/** Returns the sentence that says who returned the correction and when. */
function useReturnedByText(
  message: 'returned' | 'conflict',
  { course_id }: Homework,
  {
    corrected_by_user_id: correctorId,
    corrected_at,
  }: Pick<CorrectionSnapshot, 'corrected_by_user_id' | 'corrected_at'>,
): string {
  const t = useT('correction')
  const me = useCurrentUser()
  const name = useCorrectorName(course_id, correctorId === me.id ? null : correctorId)
  const when = useFormatMoment()(corrected_at)
  if (correctorId === me.id) return t(`${message}.byYou`, { when })
  return name === undefined ? t(`${message}.byUnknown`, { when }) : t(`${message}.by`, { name, when })
}
