import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { courses } from '../../contract/courses.ts'
import type { PlannedLesson } from '../../contract/lessons.ts'
import { lessonsOf } from '../../contract/schoolDay.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { ChunkLoadError, loadChunk } from '../../lib/loadChunk.ts'
import { addDaysToDay, getWeekNumber, toIsoWeek } from '../../lib/week.ts'
import type { TimetableView } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useUserStorage } from '../../session/userStorage.tsx'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import { findRow } from '../../ui/list/rows.ts'
import { useChanges } from './changes.ts'
import { partText } from './lessonText.ts'
import { TimetableContent, TimetableNotices } from './TimetableContent.tsx'
import styles from './TimetableScreen.module.css'
import { TimetableToolbar } from './TimetableToolbar.tsx'
import { addressQuery, askedWeek, readAddress } from './timetableLoader.ts'
import { useLessonCard, useLessonLeft } from './useLessonCard.ts'
import { type Timetable, textOf, useTimetable, weekStore, write } from './useTimetable.ts'
import {
  getNextAddress,
  inView,
  type NoStep,
  nextOfSubject,
  presentAt,
  resolveAddress,
  weekModel,
} from './weekModel.ts'

/**
 * /classes/:courseId/timetable?week=2026-W47&view=week|day&day=2026-11-18. The key resets the state for another class.
 */
export function TimetableScreen() {
  const courseId = Number(useParams().courseId)
  return <ClassTimetable key={courseId} courseId={courseId} />
}

const gridArrows = ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight']

/** The timetable of one class. */
function ClassTimetable({ courseId }: { courseId: number }) {
  const t = useT('timetable')
  const format = useFormat()
  const person = useCurrentUser()
  const { clock, timeZone } = useSchoolTime()
  const now = useNow()
  const sheet = useRef<HTMLDivElement>(null)
  const { address, latest, setAddress } = useAddress()
  const [openKey, setOpenKey] = useState<string>()
  const [refused, setRefused] = useState<NoStep>()
  const [showBreaks, setShowBreaks] = useBreaksShown(person.id)
  const { day: today, time } = presentAt(now, timeZone)
  const present = useMemo(() => ({ day: today, time }), [today, time])
  const storage = useUserStorage()
  const store = useMemo(() => weekStore(storage, person.id, courseId), [storage, person.id, courseId])

  const asked = askedWeek(address, today)
  const timetable = useTimetable(courseId, asked, today, store)
  const { days } = timetable
  const shown = resolveAddress(address, days, present)
  const model = useMemo(() => weekModel(days, shown.week), [days, shown.week])
  const weekDays = useMemo(() => {
    const inWeek = days.filter(day => toIsoWeek(day.date) === shown.week)
    return inWeek.length > 0 ? inWeek : undefined
  }, [days, shown.week])
  const changes = useChanges(store, shown.week, weekDays, clock)

  const course = useQuery(query(courses.get, { course_id: courseId }))
  const className = course.data?.name ?? t('classNumber', { id: String(courseId) })
  const calendar = useCalendarFile(courseId, className, shown.week, timetable)

  const lesson =
    openKey === undefined ? undefined : days.flatMap(lessonsOf).find(({ key }) => key === openKey)
  const element = useCallback(
    (key: string | undefined) =>
      key === undefined
        ? null
        : (findRow(sheet.current, 'data-lesson', key) ?? findRow(sheet.current, 'data-change', key)),
    [],
  )
  const anchor = useCallback(() => element(openKey), [element, openKey])
  const close = useCallback(
    (back: boolean) => {
      if (back) anchor()?.focus()
      setOpenKey(undefined)
    },
    [anchor],
  )

  const LessonCard = useLessonCard(lesson !== undefined)
  useLessonLeft(openKey, element)

  const leadTo = (to: typeof address) => {
    setOpenKey(undefined)
    setRefused(undefined)
    setAddress(to)
  }
  const reach = { days, present, has: store.hasWeek }
  const before = getNextAddress(address, shown, -1, reach)
  const after = getNextAddress(address, shown, 1, reach)
  const step = (way: 1 | -1) => {
    const from = latest()
    const to = getNextAddress(from, resolveAddress(from, days, present), way, reach)
    if (typeof to === 'string') setRefused(to)
    else leadTo(to)
  }
  const view = (to: TimetableView) => {
    const from = latest()
    if (to !== from.view) leadTo(inView(to, resolveAddress(from, days, present), days, present))
  }
  const goToday = () => leadTo({ view: latest().view })

  const jumped = useRef(-1)
  const jumpToChange = () => {
    const elements = [...(changes?.keys ?? [])].map(element).filter(found => found !== null)
    jumped.current = (jumped.current + 1) % Math.max(1, elements.length)
    elements[jumped.current]?.focus()
  }

  useShortcuts([
    { key: 'ArrowLeft', description: t('keys.weekBefore'), run: () => step(-1) },
    { key: 'ArrowRight', description: t('keys.weekAfter'), run: () => step(1) },
    { key: 't', description: t('keys.today'), run: goToday },
    { key: 'd', description: t('keys.dayView'), run: () => view('day') },
    { key: 'w', description: t('keys.weekView'), run: () => view('week') },
    ...(address.view === 'week' ? gridArrows : []).map(key => ({ key, description: t('keys.grid') })),
    { key: 'Enter', description: t('keys.open') },
  ])

  // A ref, because the bar renders again when `actions` changes. The current function is read on click.
  const save = useRef(calendar.save)
  useEffect(() => {
    save.current = calendar.save
  })
  const actions = useMemo(
    () => [
      { id: 'print', label: t('print'), icon: <IconPrinter aria-hidden />, run: () => window.print() },
      {
        id: 'calendar',
        label: t('calendar'),
        icon: <IconDownload aria-hidden />,
        run: () => void save.current(),
      },
    ],
    [t],
  )

  const range = { first: model.monday, last: model.columns.at(-1)?.date ?? addDaysToDay(model.monday, 4) }
  const week = getWeekNumber(range.first)
  return (
    <div ref={sheet} className={styles.sheet}>
      <ScreenHeader
        title={t('title')}
        documentTitle={
          address.view === 'day'
            ? t('titleOfDay', { day: format.day(shown.day) })
            : t('titleOfWeek', { week: String(week) })
        }
        actions={actions}
      />
      <p className={styles.printed}>
        {t('printed', { className, range: format.dayRange(range.first, range.last), week: String(week) })}
      </p>
      <TimetableToolbar
        view={address.view}
        range={range}
        blocked={{
          before: typeof before === 'string' ? t(before) : undefined,
          after: typeof after === 'string' ? t(after) : undefined,
        }}
        changes={changes && { count: changes.keys.size, since: format.moment(changes.since, now) }}
        showBreaks={showBreaks}
        onStep={step}
        onToday={goToday}
        onView={view}
        onBreaks={setShowBreaks}
        onChanges={jumpToChange}
      />
      <TimetableNotices
        timetable={timetable}
        past={shown.week < toIsoWeek(today)}
        now={now}
        message={refused ? t(refused) : calendar.problem}
        courseId={courseId}
      />
      <TimetableContent
        {...{ courseId, className, shown, model, timetable, present, showBreaks, changes, openKey }}
        view={address.view}
        onOpen={setOpenKey}
        onToday={goToday}
      />
      {lesson && LessonCard && (
        <LessonCard
          key={lesson.key}
          lesson={lesson}
          next={nextOfSubject(days, lesson, present)}
          changed={changes?.keys.has(lesson.key) ?? false}
          anchor={anchor}
          onClose={close}
        />
      )}
    </div>
  )
}

/**
 * Returns the current address, and `latest()`, the address after all pending navigations. On a slow device, the user
 * may press "next week" again before the first navigation is complete.
 */
function useAddress() {
  const [search, setSearch] = useSearchParams()
  const address = readAddress(search)
  const pendingQueries = useRef<string[]>([])
  useLayoutEffect(() => {
    const arrived = pendingQueries.current.indexOf(search.toString())
    // If the address changed otherwise, discard the pending navigations.
    pendingQueries.current = arrived < 0 ? [] : pendingQueries.current.slice(arrived + 1)
  }, [search])
  return {
    address,
    latest() {
      const last = pendingQueries.current.at(-1)
      return last === undefined ? address : readAddress(new URLSearchParams(last))
    },
    setAddress(to: typeof address) {
      const query = addressQuery(to)
      pendingQueries.current.push(query.toString())
      // Do not run the route's loader: the screen is mounted and requests the week itself.
      setSearch(query, { preventScrollReset: true, defaultShouldRevalidate: false })
    },
  }
}

/** Whether the user wants to see the breaks. Stored in this browser. */
function useBreaksShown(userId: number): [boolean, (shown: boolean) => void] {
  const key = `staffroom:${userId}:timetable:breaks`
  const storage = useUserStorage()
  const [shown, setShown] = useState(() => textOf(storage, key) !== 'hidden')
  const choose = (next: boolean) => {
    setShown(next)
    write(storage, key, next ? 'shown' : 'hidden')
  }
  return [shown, choose]
}

/** Returns a function that saves the days as an .ics file. `problem` explains why the last attempt failed. */
function useCalendarFile(
  courseId: number,
  className: string,
  week: string,
  { days, loading, error }: Timetable,
) {
  const t = useT('timetable')
  const errors = useT('errors')
  const { timeZone } = useSchoolTime()
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    setProblem(undefined)
    if (days.flatMap(lessonsOf).length === 0) {
      return setProblem(t(loading || error ? 'calendarNotLoaded' : 'calendarEmpty'))
    }
    const words = {
      title: ({ change, subject }: PlannedLesson) =>
        change === 'cancelled' ? t('calendarTitleCancelled', { subject: subject.name }) : subject.name,
      description: ({ teacher, notes, isSelfStudy, parts = [] }: PlannedLesson) =>
        [
          ...(teacher.current ? [t('calendarTeacher', { teacher: teacher.current })] : []),
          ...(isSelfStudy ? [t('selfStudy')] : []),
          ...notes,
          ...parts.map(part => partText(part, t)),
        ].join('\n'),
    }
    try {
      // Loaded on first use, because few users save a calendar.
      const { saveCalendar } = await loadChunk(() => import('./calendarFile.ts'))
      saveCalendar(days, { courseId, className, host: location.host, timeZone, ...words }, week)
    } catch (error) {
      setProblem(error instanceof ChunkLoadError ? errors('chunkMissing') : t('calendarFailed'))
    }
  }
  return { save, problem }
}
