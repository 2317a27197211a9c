import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { paths } from '../../../paths.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import type { CorrectionState } from '../correction/useCorrectionStates.ts'
import {
  filtered,
  filters,
  inOrder,
  neighbour,
  nextToCorrect,
  type Pupil,
  type PupilFilter,
  placeOf,
  pupilGroups,
} from './pupilGroups.ts'

/** Moving between pupils is no new screen: the focus stays, and no loader runs again. */
export const within = { preventScrollReset: true, state: { keepsFocus: true } } as const

/** Who is chosen by the address, who stands where, and the ways from one pupil to another. */
export function usePupils(
  homework: Homework,
  entries: readonly SubmissionEntry[],
  states: ReadonlyMap<number, CorrectionState>,
) {
  const navigate = useNavigate()
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const [find, setFind] = useState('')
  const [query] = useSearchParams()
  const filter = readFilter(query)
  const { userId } = useParams()
  const asked = userId === undefined ? undefined : Number(userId)

  const groups = pupilGroups(entries, states, { timeZone, language })
  const shown = filtered(groups, filter, find)
  const place = asked === undefined ? undefined : placeOf(groups, asked)
  const waiting = groups.find(({ standing }) => standing === 'toCorrect')?.pupils ?? none

  // Once a pupil is returned, their place in the queue is known from here alone.
  const queue = useRef<readonly Pupil[]>(none)
  useEffect(() => {
    if (waiting.some(({ id }) => id === asked)) queue.current = waiting
  }, [waiting, asked])

  const to = (id: number | undefined, chosen: PupilFilter = filter) =>
    deskAddress({ courseId: homework.course_id, homeworkId: homework.id }, id, chosen)
  // Keys come faster than screens: a step goes on from where the last one leads.
  const heading = useRef(asked)
  useEffect(() => {
    heading.current = asked
  }, [asked])
  const go = (pupil: Pupil | undefined) => {
    if (!pupil) return
    heading.current = pupil.id
    void navigate(to(pupil.id), within)
  }
  const previous = neighbour(shown, asked, -1)
  const next = neighbour(shown, asked, 1)
  return {
    asked,
    place,
    groups,
    shown,
    waiting,
    previous,
    next,
    to,
    step: (by: 1 | -1) => go(neighbour(shown, heading.current, by)),
    go,
    goToCorrect: (step: 1 | -1) => go(nextToCorrect(groups, heading.current, step, queue.current)),
    /** After a return: on to the next, or to the desk without a pupil, which says that all is done. */
    goOn: () => {
      const after = nextToCorrect(groups, asked, 1, queue.current)
      void navigate(to(after?.id), after ? within : { ...within, state: { ...within.state, done: true } })
    },
    find: {
      text: find,
      onText: setFind,
      onFirst: () => go(inOrder(shown)[0]),
      filter,
      onFilter: (chosen: PupilFilter) => navigate(to(asked, chosen), { ...within, replace: true }),
    },
  }
}
const none: readonly Pupil[] = []

/** The filter in an address; what is none of ours counts as none. */
const readFilter = (query: URLSearchParams): PupilFilter =>
  filters.find(filter => filter === query.get('show')) ?? 'all'

/** The desk at a pupil, with the filter of the list. */
function deskAddress(
  { courseId, homeworkId }: { courseId: number; homeworkId: number },
  userId: number | undefined,
  filter: PupilFilter,
): string {
  const path = paths.desk(courseId, homeworkId, userId)
  return filter === 'all' ? path : `${path}?${new URLSearchParams({ show: filter })}`
}
