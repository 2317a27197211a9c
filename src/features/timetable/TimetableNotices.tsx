import { Link, useLocation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { savedIn } from '../../lib/saved.ts'
import { AsOf } from '../../ui/AsOf.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './TimetableScreen.module.css'
import type { Timetable } from './useTimetable.ts'

type TimetableNoticesProps = {
  timetable: Timetable
  /** A week before this one: only ever from what the browser kept. */
  past: boolean
  /** Unix ms. */
  now: number
  said: string | undefined
  courseId: number
}

/** What must be known of the data shown: how old, how complete, and why a step was refused. */
export function TimetableNotices({ timetable, past, now, said, courseId }: TimetableNoticesProps) {
  const t = useT('timetable')
  const tErrors = useT('errors')
  const format = useFormat()
  const { asOf, error, kept, unreadable } = timetable
  const saved = savedIn(useLocation().state)
  const when = asOf === undefined ? '' : format.moment(asOf, now)
  const stale = asOf !== undefined && error !== null && !(past && kept)
  const fromBefore = past && kept
  if (!stale && !fromBefore && unreadable === 0 && !said && !saved) return null
  return (
    <div className={styles.notices}>
      {saved && (
        <Notice tone="ok" role="status">
          {saved.said}{' '}
          <Link
            className={styles.link}
            to={paths.homework(courseId) + saved.list}
            state={{ saved, keepsFocus: true }}
          >
            {t('showHomework')}
          </Link>
        </Notice>
      )}
      {said && (
        <Notice role="status" key={said}>
          {said}
        </Notice>
      )}
      {stale && (
        <AsOf
          sentence={t('stale', { when, reason: errorSentence(error, tErrors, format.time) })}
          retry={{ label: t('tryAgain'), run: timetable.retry }}
        />
      )}
      {fromBefore && <Notice>{t('kept', { when })}</Notice>}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}
