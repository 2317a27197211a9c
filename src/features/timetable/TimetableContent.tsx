import { Box, Button, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCalendarOff, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Link, useLocation } from 'react-router'
import { lessonsOf, readDay, type SchoolDay } from '../../contract/schoolDay.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { readSavedNotice } from '../../lib/savedNotice.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'
import { addDaysToDay, getWeekday, toIsoWeek } from '../../lib/week.ts'
import { paths, type TimetableView } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useIsRecentlyFinished } from '../../ui/feedback/finishedNotice.ts'
import { LoadFailed, StaleDataNotice } from '../../ui/feedback/LoadFailed.tsx'
import { lazyComponent } from '../../ui/feedback/lazyComponent.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { Changes } from './changes.ts'
import dayStyles from './DayTimeline.module.css'
import lessonStyles from './Lesson.module.css'
import type { LessonMarks } from './lessonMarks.ts'
import { formatPeriods } from './lessonText.ts'
import styles from './TimetableScreen.module.css'
import { timetableQuery } from './timetableAddress.ts'
import type { Timetable } from './useTimetable.ts'
import gridStyles from './WeekGrid.module.css'
import { WeekGrid } from './WeekGrid.tsx'
import { createTimeline, createWeekModel, type ResolvedAddress, type WeekModel } from './weekModel.ts'

/** Most users stay in the week view. */
const DayTimeline = lazyComponent(async () => (await import('./DayTimeline.tsx')).DayTimeline)

type TimetableContentProps = {
  courseId: number
  className: string
  view: TimetableView
  resolved: ResolvedAddress
  model: WeekModel
  timetable: Timetable
  schoolNow: SchoolNow
  showBreaks: boolean
  changes: Changes | undefined
  marks: LessonMarks | undefined
  openKey: string | undefined
  onOpen: (key: string) => void
  onToday: () => void
}

export function TimetableContent(props: TimetableContentProps) {
  const {
    courseId,
    className,
    view,
    resolved,
    model,
    timetable,
    schoolNow,
    changes,
    marks,
    openKey,
    onOpen,
  } = props
  const t = useT('timetable')
  const tErrors = useT('errors')
  const format = useFormat()
  const { days, error, isLoading, retry } = timetable
  if (!model.isLoaded && isLoading) {
    if (view === 'day') return <DaySkeleton date={resolved.day} />
    return <WeekSkeleton courseId={courseId} today={schoolNow.day} monday={model.monday} />
  }
  const missing = renderMissing()
  if (missing) return <Box p="var(--space-8) var(--side)">{missing}</Box>
  if (view === 'day') {
    return (
      <DayTimeline
        fallback={<DaySkeleton date={resolved.day} />}
        sections={createTimeline(days, resolved.day)}
        {...{ schoolNow, changes, marks, openKey, onOpen }}
      />
    )
  }
  return <WeekGrid {...{ model, schoolNow, changes, marks, openKey, onOpen }} showBreaks={props.showBreaks} />

  function renderMissing() {
    if (!model.isLoaded && error) {
      return (
        <LoadFailed
          title={t('failed')}
          reason={formatError(error, tErrors, format.time)}
          retry={{ label: tErrors('tryAgain'), run: retry }}
        />
      )
    }
    if (isUnplanned(days)) {
      return (
        <EmptyState
          icon={<IconCalendarOff aria-hidden />}
          title={t('empty.title', { className })}
          actions={
            <Button onClick={retry} leftSection={<IconRefresh aria-hidden />}>
              {t('empty.action')}
            </Button>
          }
        >
          {t('empty.lead')}
        </EmptyState>
      )
    }
    if (model.isLoaded) return null
    const isPast = resolved.week < toIsoWeek(schoolNow.day)
    return (
      <EmptyState
        icon={<IconCalendarOff aria-hidden />}
        title={isPast ? t('notKept.title') : t('missing.title')}
        actions={<Button onClick={props.onToday}>{t('missing.action')}</Button>}
      >
        {isPast ? t('tooEarly') : t('missing.lead')}
      </EmptyState>
    )
  }
}

const isUnplanned = (days: readonly SchoolDay[]) =>
  days.every(day => lessonsOf(day).length === 0) &&
  days.some(day => !day.noSchool && getWeekday(day.date) <= 5)

type TimetableNoticesProps = {
  timetable: Timetable
  /** Only this browser's storage has such a week. */
  isPast: boolean
  /** Unix ms. */
  now: number
  message: string | undefined
  courseId: number
}

export function TimetableNotices({ timetable, isPast, now, message, courseId }: TimetableNoticesProps) {
  const t = useT('timetable')
  const tErrors = useT('errors')
  const format = useFormat()
  const { asOf, error, isStored, unreadable } = timetable
  const saved = readSavedNotice(useLocation().state)
  const isRecent = useIsRecentlyFinished(saved?.at)
  const when = asOf === undefined ? '' : format.moment(asOf, now)
  const isStale = asOf !== undefined && error !== null && !(isPast && isStored)
  const isStoredPast = isPast && isStored
  if (!isStale && !isStoredPast && unreadable === 0 && !message && !isRecent) return null
  return (
    <div className={styles.notices}>
      {saved && isRecent && (
        <Notice tone="ok" role="status">
          {saved.message}{' '}
          <UnstyledButton
            component={Link}
            variant="link"
            to={paths.homework(courseId) + saved.list}
            state={{ saved, keepsFocus: true }}
          >
            {t('showHomework')}
          </UnstyledButton>
        </Notice>
      )}
      {message && (
        <Notice role="status" key={message}>
          {message}
        </Notice>
      )}
      {isStale && (
        <StaleDataNotice
          sentence={t('stale', { when, reason: formatError(error, tErrors, format.time) })}
          retry={{ label: t('tryAgain'), run: timetable.retry }}
        />
      )}
      {isStoredPast && <Notice>{t('kept', { when })}</Notice>}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}

type WeekSkeletonProps = { courseId: number; monday: string; today: string }

const defaultHourCount = 8

function WeekSkeleton({ courseId, monday, today }: WeekSkeletonProps) {
  const t = useT('timetable')
  const format = useFormat()
  const days = Array.from({ length: 5 }, (_, index) => addDaysToDay(monday, index))
  const cached = useQueryClient().getQueryData(timetableQuery(courseId, toIsoWeek(today), today).queryKey)
  const model = createWeekModel((cached?.rows ?? []).map(readDay), toIsoWeek(today))
  const hours = model.rows.filter(row => !row.isBreak)
  const rows = hours.length > 0 ? hours : Array.from({ length: defaultHourCount }, () => undefined)
  return (
    <>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <table className={gridStyles.grid} aria-hidden style={{ '--hours': rows.length } as CSSProperties}>
        <thead>
          <tr>
            <th />
            {days.map(date => (
              <th key={date} className={date === today ? gridStyles.today : undefined}>
                {format.weekday(date)} <b>{format.dayNumber(date)}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((period, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move.
            <tr key={row}>
              <th>
                {period && (
                  <>
                    <b className={gridStyles.unit}>{formatPeriods(period.hour)}</b>
                    {period.isStartKnown && <time>{period.hour.start}</time>}
                    {period.isEndKnown && <time>{period.hour.end}</time>}
                  </>
                )}
              </th>
              {days.map((date, column) => (
                <td key={date} className={date === today ? gridStyles.today : undefined}>
                  {(row + column) % 7 !== 6 && <SkeletonLines />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Hides the colour of the subject. */
const noSubject = { '--subject': 'transparent' } as CSSProperties

function DaySkeleton({ date }: { date: string }) {
  const t = useT('timetable')
  const format = useFormat()
  return (
    <div className={dayStyles.timeline}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <h2 className={dayStyles.heading}>
        <b>{format.weekday(date, 'long')}</b>{' '}
        <Box component="time" dateTime={date} c="dimmed">
          {format.dayAndMonth(date)}
        </Box>
      </h2>
      <ol aria-hidden>
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move.
          <li key={index} className={dayStyles.entry}>
            <span />
            <div className={`${lessonStyles.lesson} ${lessonStyles.entry}`} style={noSubject}>
              <SkeletonLines />
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

function SkeletonLines() {
  return (
    <Box px="lg" pt="sm">
      <Skeleton width="60%" mb="sm" />
      <Skeleton width="40%" height="0.625rem" />
    </Box>
  )
}
