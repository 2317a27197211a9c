import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core'
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
import { Link } from 'react-router'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseInstant, toSchoolDay } from '../../../lib/schoolTime.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../ui/list/DataTable.tsx'
import { handInLinkState } from '../task/handInLink.ts'
import { getLateness, useFormatMoment } from '../times.ts'
import styles from './HomeworkList.module.css'
import type { HomeworkRow } from './homeworkGroups.ts'
import type { OwnStatus } from './ownStatus.ts'

type GetStatus = (row: HomeworkRow) => OwnStatus

/** Status and action of a pupil. */
export const ownStatusColumns = (courseId: number, getStatus: GetStatus): Column<HomeworkRow>[] => [
  {
    key: 'status',
    header: <StatusHeader />,
    width: 'var(--status-column)',
    className: styles.status,
    cell: row => <Status row={row} status={getStatus(row)} />,
  },
  {
    key: 'action',
    width: 'var(--own-action-column)',
    className: styles.action,
    cell: row => <HandInLink courseId={courseId} row={row} status={getStatus(row)} />,
  },
]

function StatusHeader() {
  return useT('ownHomework')('status')
}

type StatusProps = { row: HomeworkRow; status: OwnStatus }

function Status({ row, status }: StatusProps) {
  const t = useT('ownHomework')
  const format = useFormat()
  const formatMoment = useFormatMoment()
  switch (status.kind) {
    case 'unknown':
      return (
        <>
          <Skeleton width="8rem" />
          <VisuallyHidden>{t('unknown')}</VisuallyHidden>
        </>
      )
    case 'failed':
      return <Line icon={IconAlertTriangle}>{t('failed')}</Line>
    case 'nothing':
      return <Line icon={IconMinus}>{t('nothing')}</Line>
    case 'seen':
      return <Line icon={IconEye}>{t('seen', { when: formatMoment(status.at) })}</Line>
    case 'closed':
      return <Line icon={IconMinus}>{t('closed')}</Line>
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

function ToHandIn({ row: { due } }: { row: HomeworkRow }) {
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

function HandedIn({ row, at }: { row: HomeworkRow; at: string | null }) {
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
    <span className={styles.statusLine} data-tone={tone}>
      <Icon aria-hidden />
      <span>{children}</span>
    </span>
  )
}

function HandInLink({ courseId, row, status }: StatusProps & { courseId: number }) {
  const t = useT('ownHomework')
  const isRepeated = status.kind === 'handedIn' && status.canRepeat
  if (status.kind !== 'toHandIn' && !isRepeated) return null
  const { id, text } = row.homework
  const name = { text: truncateText(text.trim(), 200, '…') }
  return (
    <Button
      component={Link}
      size="sm"
      to={paths.task(courseId, id)}
      state={handInLinkState}
      aria-label={t(isRepeated ? 'againSaid' : 'handInSaid', name)}
    >
      {t(isRepeated ? 'again' : 'handIn')}
    </Button>
  )
}

/** Explains a status that the teacher sees, too. */
export function SeenNote() {
  const t = useT('ownHomework')
  return (
    <Text className={styles.seenNote} size="sm" c="var(--text-3)">
      <IconEye aria-hidden />
      <span>{t('seenNote')}</span>
    </Text>
  )
}
