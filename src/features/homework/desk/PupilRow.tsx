import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import { dayOf, instantOf } from '../../../lib/schoolTime.ts'
import { needsSomebody } from '../../../outbox/correctionProgress.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './PupilRow.module.css'
import type { Pupil } from './pupilGroups.ts'

type PupilRowProps = { pupil: Pupil; to: string; current: boolean }

/** One pupil of the list: how far they are, who it is, and when they handed in or what they got. */
export function PupilRow({ pupil, to, current }: PupilRowProps) {
  const t = useT('desk')
  const { name, standing, state } = pupil
  return (
    <Link
      className={styles.pupil}
      to={to}
      aria-current={current ? 'true' : undefined}
      data-pupil={pupil.id}
      preventScrollReset
    >
      <Mark standing={standing} />
      <bdi className={styles.name}>{harmlessName(name)}</bdi>
      {/* Beside the group's heading: in a list of links nobody hears that. */}
      <VisuallyHidden>, {t(`list.marks.${standing}`)}</VisuallyHidden>
      {state && (
        <span className={styles.tag} data-needs={needsSomebody(state)}>
          <VisuallyHidden>, </VisuallyHidden>
          {needsSomebody(state) && <IconAlertTriangle aria-hidden />}
          {t(`states.${state}`)}
        </span>
      )}
      <End pupil={pupil} />
    </Link>
  )
}

/** The same as words stands behind the name. */
function Mark({ standing }: { standing: Pupil['standing'] }) {
  if (standing === 'corrected') return <IconCheck className={styles.check} aria-hidden />
  return <span className={styles.mark} data-standing={standing} aria-hidden />
}

const recent = 6 * 86_400_000

function End({ pupil: { standing, entry, state } }: { pupil: Pupil }) {
  const t = useT('desk')
  const format = useFormat()
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const { submission } = entry
  if (standing === 'seen')
    return (
      <span className={styles.end} aria-hidden>
        {t('list.seen')}
      </span>
    )
  if (standing === 'corrected') {
    if (submission.points === null || state) return null
    const points = formatPoints(submission.points, language)
    return (
      <span className={styles.points}>
        <span aria-hidden>{points}</span>
        <VisuallyHidden>, {t('list.points', { points })}</VisuallyHidden>
      </span>
    )
  }
  const at = submission.submitted_at === null ? undefined : instantOf(submission.submitted_at, timeZone)
  if (at === undefined) return null
  const when = now - at < recent ? format.moment(at, now) : format.day(dayOf(at, timeZone))
  return (
    <time className={styles.end} dateTime={new Date(at).toISOString()}>
      <VisuallyHidden>, {t('list.handedIn', { when })}</VisuallyHidden>
      <span aria-hidden>{when}</span>
    </time>
  )
}
