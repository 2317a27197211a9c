import { useQuery } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { courses } from '../../contract/courses.ts'
import { lessonsOf } from '../../contract/schoolDay.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { getSchoolNow } from '../../lib/schoolTime.ts'
import { addDaysToDay, getWeekNumber, toIsoWeek } from '../../lib/week.ts'
import type { TimetableView } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { readText, writeText } from '../../session/storedText.ts'
import { useUserStorage } from '../../session/userStorage.tsx'
import { useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import { findRow } from '../../ui/list/rows.ts'
import { useChanges } from './changes.ts'
import type { LessonMarks } from './lessonMarks.ts'
import { TimetableContent, TimetableNotices } from './TimetableContent.tsx'
import styles from './TimetableScreen.module.css'
import { TimetableToolbar } from './TimetableToolbar.tsx'
import { createSearchParams, getDefaultView, getRequestedWeek, readAddress } from './timetableAddress.ts'
import { useFocusReturnedLesson } from './useFocusReturnedLesson.ts'
import { useLessonCard } from './useLessonCard.ts'
import { useMarksLoader } from './useMarksLoader.ts'
import { createWeekStore, useTimetable } from './useTimetable.ts'
import { SubscribeDialog, useTimetableActions } from './useTimetableActions.tsx'
import {
  createWeekModel,
  findNextOfSubject,
  findNextToSetHomework,
  getAddressInView,
  getNextAddress,
  resolveAddress,
  type StepRefusal,
} from './weekModel.ts'

/**
 * /classes/:courseId/timetable?week=2026-W47&view=week|day&day=2026-11-18. The key resets the state for another class.
 */
export function TimetableScreen() {
  const courseId = Number(useParams().courseId)
  return <ClassTimetable key={courseId} courseId={courseId} />
}

const gridArrows = ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight']

function ClassTimetable({ courseId }: { courseId: number }) {
  const t = useT('timetable')
  const format = useFormat()
  const person = useCurrentUser()
  const { clock, timeZone } = useSchoolTime()
  const now = useNow()
  const sheet = useRef<HTMLDivElement>(null)
  const { address, latest, setAddress } = useAddress()
  const [openKey, setOpenKey] = useState<string>()
  const [refusal, setRefusal] = useState<StepRefusal>()
  const [showBreaks, setShowBreaks] = useShowBreaks(person.id)
  const { day: today, time } = getSchoolNow(now, timeZone)
  const schoolNow = useMemo(() => ({ day: today, time }), [today, time])
  const storage = useUserStorage()
  const store = useMemo(() => createWeekStore(storage, person.id, courseId), [storage, person.id, courseId])

  const requestedWeek = getRequestedWeek(address, today)
  const timetable = useTimetable(courseId, requestedWeek, today, store)
  const { days } = timetable
  const resolved = resolveAddress(address, days, schoolNow)
  const model = useMemo(() => createWeekModel(days, resolved.week), [days, resolved.week])
  const weekDays = useMemo(() => {
    const inWeek = days.filter(day => toIsoWeek(day.date) === resolved.week)
    return inWeek.length > 0 ? inWeek : undefined
  }, [days, resolved.week])
  const changes = useChanges(store, resolved.week, weekDays, clock)

  const course = useQuery(query(courses.get, { course_id: courseId }))
  const className = course.data?.name ?? t('classNumber', { id: String(courseId) })

  const lesson =
    openKey === undefined ? undefined : days.flatMap(lessonsOf).find(({ key }) => key === openKey)
  const findElement = useCallback(
    (key: string | undefined) =>
      key === undefined
        ? null
        : (findRow(sheet.current, 'data-lesson', key) ?? findRow(sheet.current, 'data-change', key)),
    [],
  )
  const getAnchor = useCallback(() => findElement(openKey), [findElement, openKey])
  const close = useCallback(
    (shouldFocusLesson: boolean) => {
      if (shouldFocusLesson) getAnchor()?.focus()
      setOpenKey(undefined)
    },
    [getAnchor],
  )

  const LessonCard = useLessonCard(lesson !== undefined)
  const [marks, setMarks] = useState<LessonMarks>()
  const MarksLoader = useMarksLoader(model.isLoaded)
  useFocusReturnedLesson(sheet, model.isLoaded)

  const navigateTo = (to: typeof address) => {
    setOpenKey(undefined)
    setRefusal(undefined)
    setAddress(to)
  }
  const loaded = { days, schoolNow, hasWeek: store.hasWeek }
  const previousAddress = getNextAddress(address, resolved, -1, loaded)
  const nextAddress = getNextAddress(address, resolved, 1, loaded)
  const step = (direction: 1 | -1) => {
    const from = latest()
    const to = getNextAddress(from, resolveAddress(from, days, schoolNow), direction, loaded)
    if (typeof to === 'string') setRefusal(to)
    else navigateTo(to)
  }
  const changeView = (to: TimetableView) => {
    const from = latest()
    if (to !== from.view)
      navigateTo(getAddressInView(to, resolveAddress(from, days, schoolNow), days, schoolNow))
  }
  const goToToday = () => navigateTo({ view: latest().view })

  const lastJumpIndex = useRef(-1)
  const jumpToChange = () => {
    const elements = [...(changes?.keys ?? [])].map(findElement).filter(found => found !== null)
    lastJumpIndex.current = (lastJumpIndex.current + 1) % Math.max(1, elements.length)
    elements[lastJumpIndex.current]?.focus()
  }

  useShortcuts([
    { key: 'ArrowLeft', description: t('keys.weekBefore'), run: () => step(-1) },
    { key: 'ArrowRight', description: t('keys.weekAfter'), run: () => step(1) },
    { key: 't', description: t('keys.today'), run: goToToday },
    { key: 'd', description: t('keys.dayView'), run: () => changeView('day') },
    { key: 'w', description: t('keys.weekView'), run: () => changeView('week') },
    ...(address.view === 'week' ? gridArrows : []).map(key => ({ key, description: t('keys.grid') })),
    { key: 'Enter', description: t('keys.open') },
  ])

  const { actions, subscription } = useTimetableActions()

  const range = { first: model.monday, last: model.columns.at(-1)?.date ?? addDaysToDay(model.monday, 4) }
  const week = getWeekNumber(range.first)
  return (
    <div ref={sheet} className={styles.sheet}>
      <ScreenHeader
        title={t('title')}
        documentTitle={
          address.view === 'day'
            ? t('titleOfDay', { day: format.day(resolved.day) })
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
        refusals={{
          before: typeof previousAddress === 'string' ? t(previousAddress) : undefined,
          after: typeof nextAddress === 'string' ? t(nextAddress) : undefined,
        }}
        changes={changes && { count: changes.keys.size, since: format.moment(changes.since, now) }}
        showBreaks={showBreaks}
        onStep={step}
        onToday={goToToday}
        onView={changeView}
        onBreaks={setShowBreaks}
        onChanges={jumpToChange}
      />
      <TimetableNotices
        timetable={timetable}
        isPast={resolved.week < toIsoWeek(today)}
        now={now}
        message={refusal && t(refusal)}
        courseId={courseId}
      />
      <TimetableContent
        {...{
          courseId,
          className,
          resolved,
          model,
          timetable,
          schoolNow,
          showBreaks,
          changes,
          marks,
          openKey,
        }}
        view={address.view}
        onOpen={setOpenKey}
        onToday={goToToday}
      />
      {MarksLoader && <MarksLoader courseId={courseId} days={days} onChange={setMarks} />}
      {subscription.isOpen && (
        <SubscribeDialog courseId={courseId} className={className} close={subscription.close} />
      )}
      {lesson && LessonCard && (
        <LessonCard
          key={lesson.key}
          lesson={lesson}
          lessonsOfDay={days.filter(day => day.date === lesson.date).flatMap(lessonsOf)}
          next={findNextOfSubject(days, lesson, schoolNow)}
          nextToSet={findNextToSetHomework(days, lesson, schoolNow)}
          isChanged={changes?.keys.has(lesson.key) ?? false}
          getAnchor={getAnchor}
          onClose={close}
        />
      )}
    </div>
  )
}

/**
 * Without a view in the URL, the screen keeps the view for the size of the window in which it was opened.
 *
 * `latest()` includes pending navigations: on a slow device, the user may press "next week" again before the
 * first one is complete.
 */
function useAddress() {
  const [search, setSearch] = useSearchParams()
  const [defaultView] = useState(getDefaultView)
  const address = readAddress(search, defaultView)
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
      return last === undefined ? address : readAddress(new URLSearchParams(last), defaultView)
    },
    setAddress(to: typeof address) {
      const query = createSearchParams(to, defaultView)
      pendingQueries.current.push(query.toString())
      // The mounted screen requests the week itself.
      setSearch(query, { preventScrollReset: true, defaultShouldRevalidate: false })
    },
  }
}

function useShowBreaks(userId: number): [boolean, (shown: boolean) => void] {
  const key = `staffroom:${userId}:timetable:breaks`
  const storage = useUserStorage()
  const [shown, setShown] = useState(() => readText(storage, key) !== 'hidden')
  const change = (next: boolean) => {
    setShown(next)
    writeText(storage, key, next ? 'shown' : 'hidden')
  }
  return [shown, change]
}
