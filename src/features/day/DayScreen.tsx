import { IconFirstAidKit } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { readSavedNotice } from '../../lib/savedNotice.ts'
import { getSchoolNow } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { useIsRecentlyFinished } from '../../ui/feedback/finishedNotice.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import { UndoMove } from '../homework/due/UndoMove.tsx'
import { useFocusReturnedLesson } from '../timetable/useFocusReturnedLesson.ts'
import styles from './Day.module.css'
import { DayNotices, NoClass } from './DayNotices.tsx'
import { DaySection } from './DaySection.tsx'
import { DaySide } from './DaySide.tsx'
import { lessonsOfDay, selectShownDays } from './myDays.ts'
import { getNewHomeworkPath } from './newHomeworkPath.ts'
import { useDayChanges } from './useDayChanges.ts'
import { useDayKeys } from './useDayKeys.ts'
import { useMyDays } from './useMyDays.ts'
import { useMyHomework } from './useMyHomework.ts'

/** /day */
export function DayScreen() {
  const t = useT('day')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const { day: today, time } = getSchoolNow(useNow(), timeZone)
  const schoolNow = useMemo(() => ({ day: today, time }), [today, time])
  const myDays = useMyDays()
  const { days, isForPupil, isTeacher, isProfileLoading, isLoaded, classes, areClassesKnown } = myDays
  const { homework, ...homeworkState } = useMyHomework(today)
  const lastDay = days.at(-1)?.date ?? today
  const shownDays = useMemo(() => selectShownDays(days, schoolNow), [days, schoolNow])
  const shownLessons = useMemo(() => shownDays.flatMap(lessonsOfDay), [shownDays])
  const changed = useDayChanges(shownLessons, today, isLoaded)
  const hasNoClass = isLoaded && areClassesKnown && classes.length === 0 && shownLessons.length === 0
  const isShown = isLoaded && !hasNoClass
  const list = useRef<HTMLDivElement>(null)
  useFocusReturnedLesson(list, isLoaded)
  useDayKeys(list, shownLessons, isTeacher ? entry => getNewHomeworkPath(entry, days, classes) : undefined)
  const actions = useMemo(
    () =>
      isTeacher
        ? [
            {
              id: 'cover',
              label: t('coverSheet'),
              icon: <IconFirstAidKit aria-hidden />,
              to: paths.coverSheet(),
            },
          ]
        : [],
    [isTeacher, t],
  )
  const sectionProps = {
    ...{ schoolNow, homework, changed, isForPupil, isTeacher, days, classes, areClassesKnown },
    homeworkState: homeworkState.state,
  }
  return (
    <>
      <ScreenHeader title={t('title')} actions={actions} />
      <div className={styles.page}>
        <div className={styles.lessons} ref={list}>
          <div className={styles.notices}>
            <SavedHomework />
            <DayNotices {...myDays} />
          </div>
          {hasNoClass && <NoClass />}
          {isShown && shownDays.map(day => <DaySection key={day.date} day={day} {...sectionProps} />)}
          {isShown && shownDays.length === 1 && lastDay > today && (
            <p className={styles.empty} role="status">
              {t('noNextDay', { weekday: format.weekday(lastDay, 'long'), day: format.dayAndMonth(lastDay) })}
            </p>
          )}
        </div>
        <DaySide {...{ homework, homeworkState, changed, schoolNow, isForPupil, isProfileLoading }} />
      </div>
    </>
  )
}

/** Result of a form that was opened here. */
function SavedHomework() {
  const saved = readSavedNotice(useLocation().state)
  const isRecent = useIsRecentlyFinished(saved?.at)
  if (!saved || !isRecent) return null
  return (
    <Notice tone="ok" role="status">
      {saved.moved ? <UndoMove moved={saved.moved}>{saved.message}</UndoMove> : saved.message}
    </Notice>
  )
}
