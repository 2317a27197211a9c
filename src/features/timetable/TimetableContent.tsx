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
import { addDaysToDay, getWeekday, toIsoWeek } from '../../lib/week.ts'
import { paths, type TimetableView } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useIsRecentlyFinished } from '../../ui/feedback/finishedNotice.ts'
import { LoadFailed, StaleDataNotice } from '../../ui/feedback/LoadFailed.tsx'
import { lazyComponent } from '../../ui/feedback/lazyComponent.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { Changes } from './changes.ts'
import day from './DayTimeline.module.css'
import lesson from './Lesson.module.css'
import { periodNumbers } from './lessonText.ts'
import styles from './TimetableScreen.module.css'
import { timetableQuery } from './timetableLoader.ts'
import type { Timetable } from './useTimetable.ts'
import grid from './WeekGrid.module.css'
import { WeekGrid } from './WeekGrid.tsx'
import { dayTimeline, type Present, type Shown, type WeekModel, weekModel } from './weekModel.ts'

/** Loaded when the day view is first shown, because most users stay in the week view. */
const DayTimeline = lazyComponent(async () => (await import('./DayTimeline.tsx')).DayTimeline)

type TimetableContentProps = {
  courseId: number
  className: string
  view: TimetableView
  shown: Shown
  model: WeekModel
  timetable: Timetable
  present: Present
  showBreaks: boolean
  changes: Changes | undefined
  openKey: string | undefined
  onOpen: (key: string) => void
  onToday: () => void
}

/** The week or the day, or a message: loading, failed, empty or not available. */
export function TimetableContent(props: TimetableContentProps) {
  const { courseId, className, view, shown, model, timetable, present, changes, openKey, onOpen } = props
  const t = useT('timetable')
  const tErrors = useT('errors')
  const format = useFormat()
  const { days, error, loading, retry } = timetable
  if (!model.loaded && loading) {
    if (view === 'day') return <DaySkeleton date={shown.day} />
    return <WeekSkeleton courseId={courseId} today={present.day} monday={model.monday} />
  }
  const nothing = missing()
  if (nothing) return <Box p="var(--space-8) var(--side)">{nothing}</Box>
  if (view === 'day') {
    return (
      <DayTimeline
        fallback={<DaySkeleton date={shown.day} />}
        sections={dayTimeline(days, shown.day)}
        {...{ present, changes, openKey, onOpen }}
      />
    )
  }
  return <WeekGrid {...{ model, present, changes, openKey, onOpen }} showBreaks={props.showBreaks} />

  function missing() {
    if (!model.loaded && error) {
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
    if (model.loaded) return null
    const past = shown.week < toIsoWeek(present.day)
    return (
      <EmptyState
        icon={<IconCalendarOff aria-hidden />}
        title={past ? t('notKept.title') : t('missing.title')}
        actions={<Button onClick={props.onToday}>{t('missing.action')}</Button>}
      >
        {past ? t('tooEarly') : t('missing.lead')}
      </EmptyState>
    )
  }
}

/** Whether no lessons are planned although there are school days. */
const isUnplanned = (days: readonly SchoolDay[]) =>
  days.every(day => lessonsOf(day).length === 0) &&
  days.some(day => !day.noSchool && getWeekday(day.date) <= 5)

type TimetableNoticesProps = {
  timetable: Timetable
  /** A week before the current one. It can come only from the storage of this browser. */
  past: boolean
  /** Unix ms. */
  now: number
  message: string | undefined
  courseId: number
}

/** Messages about the data shown: its age, unreadable entries, and why a navigation was not possible. */
export function TimetableNotices({ timetable, past, now, message, courseId }: TimetableNoticesProps) {
  const t = useT('timetable')
  const tErrors = useT('errors')
  const format = useFormat()
  const { asOf, error, kept, unreadable } = timetable
  const saved = readSavedNotice(useLocation().state)
  const isNews = useIsRecentlyFinished(saved?.at)
  const when = asOf === undefined ? '' : format.moment(asOf, now)
  const stale = asOf !== undefined && error !== null && !(past && kept)
  const isStoredPast = past && kept
  if (!stale && !isStoredPast && unreadable === 0 && !message && !isNews) return null
  return (
    <div className={styles.notices}>
      {saved && isNews && (
        <Notice tone="ok" role="status">
          {saved.said}{' '}
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
      {stale && (
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

const unknownHours = 8

/** Skeleton of the week. Shows the days, and the periods of the current week if it is loaded. */
function WeekSkeleton({ courseId, monday, today }: WeekSkeletonProps) {
  const t = useT('timetable')
  const format = useFormat()
  const days = Array.from({ length: 5 }, (_, index) => addDaysToDay(monday, index))
  const known = useQueryClient().getQueryData(timetableQuery(courseId, toIsoWeek(today), today).queryKey)
  const model = weekModel((known?.rows ?? []).map(readDay), toIsoWeek(today))
  const hours = model.rows.filter(row => !row.isBreak)
  const rows = hours.length > 0 ? hours : Array.from({ length: unknownHours }, () => undefined)
  return (
    <>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <table className={grid.grid} aria-hidden style={{ '--hours': rows.length } as CSSProperties}>
        <thead>
          <tr>
            <th />
            {days.map(date => (
              <th key={date} className={date === today ? grid.today : undefined}>
                {format.weekday(date)} <b>{format.dayNumber(date)}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((period, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows stand still.
            <tr key={row}>
              <th>
                {period && (
                  <>
                    <b className={grid.unit}>{periodNumbers(period.hour)}</b>
                    {period.isStartKnown && <time>{period.hour.start}</time>}
                    {period.isEndKnown && <time>{period.hour.end}</time>}
                  </>
                )}
              </th>
              {days.map((date, column) => (
                <td key={date} className={date === today ? grid.today : undefined}>
                  {(row + column) % 7 !== 6 && <Lines />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Skeleton of the day view. */
function DaySkeleton({ date }: { date: string }) {
  const t = useT('timetable')
  const format = useFormat()
  return (
    <div className={day.timeline}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <h2 className={day.heading}>
        <b>{format.weekday(date, 'long')}</b>{' '}
        <Box component="time" dateTime={date} c="dimmed">
          {format.dayAndMonth(date)}
        </Box>
      </h2>
      <ol aria-hidden>
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows stand still.
          <li key={index} className={day.entry}>
            <span />
            <div className={`${lesson.lesson} ${lesson.entry}`}>
              <Lines />
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Lines() {
  return (
    <Box px="lg" pt="sm">
      <Skeleton width="60%" mb="sm" />
      <Skeleton width="40%" height="0.625rem" />
    </Box>
  )
}
