import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { isPupil, me } from '../../contract/me.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { readSavedNotice } from '../../lib/savedNotice.ts'
import { getSchoolNow } from '../../lib/schoolTime.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useIsRecentlyFinished } from '../../ui/feedback/finishedNotice.ts'
import { LoadFailed, StaleDataNotice } from '../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import styles from './Day.module.css'
import { DaySection } from './DaySection.tsx'
import { DaySide } from './DaySide.tsx'
import { type MyClass, useMyClasses } from './MyClassesContext.ts'
import { createMyDays, lessonsOfDay, listTeacherNames, selectShownDays } from './myDays.ts'
import { useChosenName } from './useChosenName.ts'
import { useDayChanges } from './useDayChanges.ts'
import { useDayKeys } from './useDayKeys.ts'
import { useMyHomework } from './useMyHomework.ts'
import { useMyTimelines } from './useMyTimelines.ts'

/** /day */
export function DayScreen() {
  const t = useT('day')
  const tErrors = useT('errors')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const { day: today, time } = getSchoolNow(useNow(), timeZone)
  const schoolNow = useMemo(() => ({ day: today, time }), [today, time])
  const user = useCurrentUser()
  const profile = useQuery(query(me.get, {}))
  const isForPupil = profile.data !== undefined && isPupil(profile.data)
  const { classes, waiting } = useFirstClasses()
  const timelines = useMyTimelines(classes, today)
  const { homework, ...homeworkState } = useMyHomework(classes, today)
  const [chosenName, chooseName] = useChosenName()

  const teacherName = chosenName ?? user.name ?? ''
  const days = useMemo(
    () =>
      createMyDays(
        timelines.timelines ?? [],
        isForPupil
          ? { kind: 'pupil' }
          : { kind: 'teacher', name: teacherName, isFiltered: timelines.isFiltered },
      ),
    [timelines.timelines, timelines.isFiltered, isForPupil, teacherName],
  )
  const shownDays = useMemo(() => selectShownDays(days, schoolNow), [days, schoolNow])
  const shownLessons = useMemo(() => shownDays.flatMap(lessonsOfDay), [shownDays])
  const isLoaded = timelines.timelines !== undefined
  const changed = useDayChanges(shownLessons, today, isLoaded)
  const list = useRef<HTMLDivElement>(null)
  useDayKeys(list, shownLessons, !isForPupil)

  const names = useMemo(() => listTeacherNames(timelines.timelines ?? []), [timelines.timelines])
  const isUnidentified =
    isLoaded && !isForPupil && !timelines.isFiltered && days.every(day => day.entries.length === 0)
  const sectionProps = { schoolNow, homework, changed, isForPupil, days }
  return (
    <>
      <ScreenHeader title={t('title')} />
      <div className={styles.page}>
        <div className={styles.lessons} ref={list}>
          {isLoaded && timelines.error && timelines.loadedAt !== undefined && (
            <StaleDataNotice
              sentence={t('stale', {
                time: format.time(timelines.loadedAt),
                reason: formatError(timelines.error, tErrors, format.time),
              })}
              retry={{ label: tErrors('tryAgain'), run: timelines.retry }}
            />
          )}
          <SavedHomework />
          {waiting > 0 && !timelines.isFiltered && <Notice>{t('waiting', { count: waiting })}</Notice>}
          {!isLoaded && timelines.error && (
            <LoadFailed
              title={t('failed')}
              reason={formatError(timelines.error, tErrors, format.time)}
              retry={{ label: tErrors('tryAgain'), run: timelines.retry }}
            />
          )}
          {!isLoaded && !timelines.error && <DaySkeleton />}
          {isUnidentified && names.length > 0 && <NameChoice names={names} onChoose={chooseName} />}
          {isLoaded &&
            !(isUnidentified && names.length > 0) &&
            shownDays.map(day => <DaySection key={day.date} day={day} {...sectionProps} />)}
        </div>
        <DaySide {...{ homework, homeworkState, changed, schoolNow, isForPupil }} />
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
      {saved.said}
    </Notice>
  )
}

/** Two requests for each class, if the service has no request for all. Together with the others at most ten. */
const classesPerMinute = 4

/** Returns the classes whose data may be requested now, if each needs its own requests. */
function useFirstClasses(): { classes: readonly MyClass[]; waiting: number } {
  const all = useMyClasses()
  const now = useNow()
  const [openedAt] = useState(now)
  const minutes = Math.max(0, Math.floor((now - openedAt) / 60_000))
  const count = classesPerMinute * (minutes + 1)
  const classes = useMemo(() => all.slice(0, count), [all, count])
  return { classes, waiting: all.length - classes.length }
}

function NameChoice({ names, onChoose }: { names: readonly string[]; onChoose: (name: string) => void }) {
  const t = useT('day')
  return (
    <Stack gap="sm" py="lg">
      <Text component="h2" fw={600}>
        {t('who.title')}
      </Text>
      <Text c="dimmed">{t('who.lead')}</Text>
      <Group component="ul" gap="sm" aria-label={t('who.title')}>
        {names.map(name => (
          <li key={name}>
            <Button variant="default" onClick={() => onChoose(name)}>
              {name}
            </Button>
          </li>
        ))}
      </Group>
    </Stack>
  )
}

function DaySkeleton() {
  const t = useT('day')
  return (
    <Stack gap="md" py="lg">
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {['a', 'b', 'c', 'd', 'e'].map(row => (
        <Skeleton key={row} height="3.75rem" />
      ))}
    </Stack>
  )
}
