import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../api/cache/query.ts'
import { isPupil, me } from '../../contract/me.ts'
import { useNow } from '../../i18n/SchoolTime.tsx'
import { useCurrentUser } from '../../session/currentUser.ts'
import { type MyClass, useMyClasses } from './MyClassesContext.ts'
import { createMyDays, listTeacherNames } from './myDays.ts'
import { useChosenName } from './useChosenName.ts'
import { useMyTimelines } from './useMyTimelines.ts'

/** Returns the days of the user with their lessons. `today` is an ISO day. */
export function useMyDays(today: string) {
  const user = useCurrentUser()
  const profile = useQuery(query(me.get, {}))
  const isForPupil = profile.data !== undefined && isPupil(profile.data)
  const { classes, waiting } = useFirstClasses()
  const timelines = useMyTimelines(classes, today)
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
  const isLoaded = timelines.timelines !== undefined
  const names = useMemo(() => listTeacherNames(timelines.timelines ?? []), [timelines.timelines])
  const isUnidentified =
    isLoaded && !isForPupil && !timelines.isFiltered && days.every(day => day.entries.length === 0)
  return {
    days,
    isForPupil,
    isLoaded,
    timelines,
    /** Classes whose data may be requested now. */
    classes,
    /** Number of classes that are loaded later. */
    waiting: timelines.isFiltered ? 0 : waiting,
    /** Names in the timetable, if it does not show which lessons are the user's. */
    names: isUnidentified ? names : [],
    chooseName,
  }
}

export type MyDays = ReturnType<typeof useMyDays>

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
