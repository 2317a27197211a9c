import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../api/cache/query.ts'
import { isPupil, me } from '../../contract/me.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useMyClasses } from './MyClassesContext.ts'
import { createMyDays, listTeacherNames, type Perspective } from './myDays.ts'
import { useChosenName } from './useChosenName.ts'
import { useClassRequests, useFirstClassNames } from './useClassRequests.ts'
import { useMyTimelines } from './useMyTimelines.ts'

/** Returns the days of the user with their lessons. `today` is an ISO day. */
export function useMyDays(today: string) {
  const user = useCurrentUser()
  const profile = useQuery(query(me.get, {}))
  const isForPupil = profile.data !== undefined && isPupil(profile.data)
  const classes = useMyClasses()
  const requests = useClassRequests(classes.length)
  const [chosenName, storeName] = useChosenName()
  const [isChoosing, setIsChoosing] = useState(false)
  const isByName = !isForPupil && (isChoosing || chosenName !== undefined)
  const timelines = useMyTimelines(classes, today, { isByName, maxRequests: requests.timelines })
  // Until the service responds, the lessons of the classes are more important.
  const allNames = timelines.timelines ? classes.length : 0
  useFirstClassNames(classes, timelines.isFiltered ? allNames : requests.names)
  const teacherName = chosenName ?? user.name ?? ''
  const perspective = useMemo(
    (): Perspective => (isForPupil ? { kind: 'pupil' } : { kind: 'teacher', name: teacherName }),
    [isForPupil, teacherName],
  )
  const days = useMemo(
    () => createMyDays(timelines.timelines ?? [], perspective),
    [timelines.timelines, perspective],
  )
  // Until the profile is loaded, the user may be a pupil.
  const isLoaded = timelines.timelines !== undefined && !profile.isLoading
  const names = useMemo(() => listTeacherNames(timelines.timelines ?? []), [timelines.timelines])
  const hasNoLessons = days.every(day => day.entries.length === 0)
  const mustChoose = !timelines.isFiltered && hasNoLessons && names.length > 0
  const canChoose = isLoaded && !isForPupil
  const name: TeacherName = {
    options: canChoose && (isChoosing || mustChoose) ? names : undefined,
    current: timelines.isFiltered ? undefined : teacherName,
    canChange:
      canChoose &&
      !isChoosing &&
      (timelines.isFiltered ? hasNoLessons && classes.length > 0 : !mustChoose && names.length > 0),
    isStored: chosenName !== undefined,
    isChoosing,
    change: () => setIsChoosing(true),
    cancel: () => setIsChoosing(false),
    choose: chosen => {
      storeName(chosen)
      setIsChoosing(false)
    },
  }
  return {
    days,
    perspective,
    isForPupil,
    /** False while the profile is unknown. */
    isTeacher: profile.data !== undefined && !isForPupil,
    isProfileLoading: profile.isLoading,
    isLoaded,
    timelines,
    classes,
    homeworkRequests: { maxClasses: requests.homework, isExtensionMissing: timelines.isExtensionMissing },
    name,
  }
}

/** How the lessons of a teacher are found. */
export type TeacherName = {
  /** Names in the timetables from which the user chooses. Undefined if there is no choice to make. */
  options: readonly string[] | undefined
  /** Name of the teacher in the timetables. Undefined if the service has selected the lessons. */
  current: string | undefined
  /** True if the user may choose another name, because the lessons may be incomplete or of another person. */
  canChange: boolean
  /** Whether `current` is the user's choice. */
  isStored: boolean
  isChoosing: boolean
  change: () => void
  cancel: () => void
  /** Undefined removes the choice. */
  choose: (name: string | undefined) => void
}

export type MyDays = ReturnType<typeof useMyDays>
