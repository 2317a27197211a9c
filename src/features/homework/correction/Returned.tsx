import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { FileList } from '../FileList.tsx'
import { useMoment } from '../times.ts'
import { useCorrector } from '../useCorrector.ts'
import styles from './Correction.module.css'
import { Status } from './CorrectionFields.tsx'
import type { CorrectionDraft } from './correctionDraft.ts'
import type { CorrectionSeen } from './correctionWrite.ts'

type ReturnedProps = {
  homework: Homework
  entry: SubmissionEntry
  /** Files this service did not take. */
  leftOut: number
  /** Another version of this person's, kept when somebody else's was there first. */
  aside: CorrectionDraft | undefined
  onAgain: () => void
  onTakeUp: () => void
  onThrowAway: () => void
}

/** A correction that was returned: what, by whom and when. */
export function Returned({ homework, entry: { submission }, leftOut, aside, ...on }: ReturnedProps) {
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
            <Button size="sm" onClick={on.onTakeUp}>
              {t('returned.asideTake')}
            </Button>
            <Button size="sm" variant="subtle" onClick={on.onThrowAway}>
              {t('returned.asideDrop')}
            </Button>
          </>
        ) : (
          <Button onClick={on.onAgain}>{t('returned.again')}</Button>
        )}
      </Group>
    </div>
  )
}

/** A part of what is read, below its name. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" miw={0} aria-label={label}>
      <Text component="h3" size="xs" c="dimmed" fw={500}>
        {label}
      </Text>
      {children}
    </Stack>
  )
}

type CorrectionTextProps = {
  label: string
  text: string
  /** As typed, or as a number; null where none were given. */
  points: string | number | null
  files?: number
}

/** One version of a correction to read: its words and points, with a name. */
export function CorrectionText({ label, text, points, files = 0 }: CorrectionTextProps) {
  const t = useT('correction')
  const language = useLocale()
  const given = typeof points === 'string' ? (parsePoints(points) ?? null) : points
  const said = [
    given === null ? t('version.noPoints') : t('version.points', { points: formatPoints(given, language) }),
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

type TwoVersionsProps = {
  homework: Homework
  entry: SubmissionEntry
  theirs: CorrectionSeen
  mine: { text: string; points: string | number | null; files: readonly unknown[] }
  onKeepTheirs: () => void
  onReturnMine: () => void
  onEdit: () => void
}

/** Somebody was there in the meantime: both versions, and what can become of them (cases 24). */
export function TwoVersions({ homework, entry, theirs, mine, ...on }: TwoVersionsProps) {
  const t = useT('correction')
  const me = usePerson()
  const returnedBy = useReturnedBy('conflict', homework, theirs)
  const handedIn = t('conflict.handIn', { name: firstName(entry.user.name) })
  const isOwn = theirs.corrected_by_user_id === me.id
  return (
    <div className={styles.form}>
      <Text component="h2" fw={600}>
        {t('conflict.title')}
      </Text>
      <Notice tone="warn" role="alert">
        <b>{theirs.is_corrected ? returnedBy : handedIn}</b>{' '}
        {t(theirs.is_corrected ? 'conflict.lead' : 'conflict.handInLead')}
      </Notice>
      {theirs.is_corrected && (
        <CorrectionText
          label={t('conflict.theirs')}
          text={theirs.teacher_correction}
          points={theirs.points}
        />
      )}
      <CorrectionText
        label={t('conflict.mine')}
        text={mine.text}
        points={mine.points}
        files={mine.files.length}
      />
      <Group gap="sm">
        {theirs.is_corrected && (
          <Button onClick={on.onKeepTheirs}>{t(isOwn ? 'conflict.keepThat' : 'conflict.keepTheirs')}</Button>
        )}
        <Button onClick={on.onReturnMine}>
          {t(theirs.is_corrected ? 'conflict.returnMine' : 'conflict.returnAnyway')}
        </Button>
        <Button onClick={on.onEdit}>{t('conflict.edit')}</Button>
      </Group>
      {theirs.is_corrected && (
        <Text size="sm" c="dimmed">
          {t('conflict.aside')}
        </Text>
      )}
    </div>
  )
}

/** Who returned a correction and when. The class is asked only for a name it needs. */
function useReturnedBy(
  as: 'returned' | 'conflict',
  { course_id }: Homework,
  { corrected_by_user_id: by, corrected_at }: Pick<CorrectionSeen, 'corrected_by_user_id' | 'corrected_at'>,
): string {
  const t = useT('correction')
  const me = usePerson()
  const name = useCorrector(course_id, by === me.id ? null : by)
  const when = useMoment()(corrected_at)
  if (by === me.id) return t(`${as}.byYou`, { when })
  return name === undefined ? t(`${as}.byUnknown`, { when }) : t(`${as}.by`, { name, when })
}

/** What a teacher calls a pupil in a sentence: the first word of the name, or of what follows a comma in it. */
export function firstName(name: string): string {
  const [family = '', given = ''] = harmlessName(name).split(',')
  return (given.trim() || family.trim()).split(/\s+/)[0] ?? ''
}
