import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconEye,
  IconMinus,
  IconSend,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseInstant, toSchoolDay } from '../../../lib/schoolTime.ts'
import { getLateness, useFormatMoment } from '../times.ts'
import type { HomeworkRow } from './homeworkGroups.ts'
import styles from './OwnStatusLine.module.css'
import type { OwnStatus } from './ownStatus.ts'

/** Homework and its due time. */
type StatusRow = Pick<HomeworkRow, 'homework' | 'due'>

export type OwnStatusLineProps = { row: StatusRow; status: OwnStatus }

/** Icon and text of the status of a homework for a pupil. */

export function OwnStatusLine({ row, status }: OwnStatusLineProps) {
  const t = useT('ownHomework')
  const format = useFormat()
  const formatMoment = useFormatMoment()
  switch (status.kind) {
    case 'nothing':
      return <Line icon={IconMinus}>{t('nothing')}</Line>
    case 'seen':
      return <Line icon={IconEye}>{t('seen', { when: formatMoment(status.at) })}</Line>
    case 'pending':
      return status.state === 'sending' ? (
        <Line icon={IconSend}>{t('sending')}</Line>
      ) : (
        <Line icon={IconAlertTriangle} tone="warn">
          {t('stuck')}
        </Line>
      )
    case 'toHandIn':
      return <ToHandIn row={row} />
    case 'handedIn':
      return <HandedIn row={row} at={status.at} />
    case 'returned': {
      const { points } = status
      const maximum = row.homework.points
      const renderBold = (children: ReactNode) => <b>{children}</b>
      return (
        <Line icon={IconCheck} tone="ok">
          {points === null
            ? t('feedback')
            : typeof maximum === 'number'
              ? t.rich('pointsOf', {
                  b: renderBold,
                  points: format.number(points),
                  maximum: format.number(maximum),
                })
              : t.rich('points', { b: renderBold, points: format.number(points), value: points })}
        </Line>
      )
    }
  }
}

const minute = 60_000

function ToHandIn({ row: { due } }: { row: StatusRow }) {
  const t = useT('ownHomework')
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const today = toSchoolDay(now, timeZone)
  const isPastDue = due.time === undefined ? due.day < today : due.at <= now
  if (isPastDue) {
    return (
      <Line icon={IconClock} tone="warn">
        {t('overdue')}
      </Line>
    )
  }
  if (due.day !== today || due.time === undefined) {
    return (
      <Line icon={IconUpload} tone="toDo">
        {t('toHandIn')}
      </Line>
    )
  }
  const minutesLeft = Math.ceil((due.at - now) / minute)
  return (
    <Line icon={IconClock} tone="warn">
      {t('timeLeft', { hours: Math.floor(minutesLeft / 60), minutes: String(minutesLeft % 60) })}
    </Line>
  )
}

function HandedIn({ row, at }: { row: StatusRow; at: string | null }) {
  const t = useT('ownHomework')
  const { timeZone } = useSchoolTime()
  const when = useFormatMoment()(at)
  const instant = at === null ? undefined : parseInstant(at, timeZone)
  const lateness =
    instant === undefined ? undefined : getLateness(instant, row.homework.until_datetime, timeZone)
  return (
    <Line icon={IconCheck} tone="ok">
      {lateness
        ? t('handedInLate', { when, late: t(`late.${lateness.unit}`, { count: lateness.count }) })
        : t('handedIn', { when })}
    </Line>
  )
}

type LineProps = { icon: TablerIcon; tone?: 'toDo' | 'warn' | 'ok'; children: ReactNode }

function Line({ icon: Icon, tone, children }: LineProps) {
  return (
    <span className={styles.line} data-tone={tone}>
      <Icon aria-hidden />
      <span>{children}</span>
    </span>
  )
}
