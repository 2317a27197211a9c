import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useDelivery, useEntries } from '../../../delivery/DeliveryContext.ts'
import { useDrafts } from '../../../delivery/drafts/useDraft.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { isRecord } from '../../../lib/isRecord.ts'
import { paths } from '../../../paths.ts'
import { correctionDraft, parseDraftPupilId } from '../correction/correctionDraft.ts'
import { isOnItsWay } from '../correction/correctionEntry.ts'
import { type CorrectionState, correctionLanePrefix, parseLanePupilId } from '../progress/returnStates.ts'
import {
  filterGroups,
  filters,
  findNeighbour,
  findNextToCorrect,
  findPupilPosition,
  groupPupils,
  type Pupil,
  type PupilFilter,
} from './pupilGroups.ts'
import { useOpenSubmissions } from './useOpenSubmissions.ts'

/** Options for navigation between pupils: the focus and the scroll position stay. */
export const pupilNavigation = { preventScrollReset: true, state: { keepsFocus: true } } as const

const noPupils: readonly Pupil[] = []

/** Returns the groups of pupils, the pupil of the address, and the navigation between pupils. */
export function usePupils(
  homework: Homework,
  entries: readonly SubmissionEntry[],
  states: ReadonlyMap<number, CorrectionState>,
) {
  const navigate = useNavigate()
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const [searchText, setSearchText] = useState('')
  const [query] = useSearchParams()
  const filter = parseFilter(query)
  const view = query.get('view') === 'task' ? 'task' : 'work'
  const { userId } = useParams()
  const pupilId = userId === undefined ? undefined : Number(userId)

  const groups = groupPupils(entries, states, { timeZone, language })
  const visibleGroups = filterGroups(groups, filter, searchText)
  const selected = pupilId === undefined ? undefined : findPupilPosition(groups, pupilId)
  const toCorrect = groups.find(({ groupName }) => groupName === 'toCorrect')?.pupils ?? noPupils

  const openedBy = useOpenSubmissions(homework.id, selected?.pupil.id)

  // The order before the last return, because a returned pupil is no longer in `toCorrect`.
  const earlierOrder = useRef(noPupils)
  useEffect(() => {
    if (toCorrect.some(({ id }) => id === pupilId)) earlierOrder.current = toCorrect
  }, [toCorrect, pupilId])

  const getPath = (id: number | undefined, options: { filter: PupilFilter; view: 'work' | 'task' }) =>
    paths.desk(homework.course_id, homework.id, id, {
      ...(options.view === 'task' && { view: options.view }),
      ...(options.filter !== 'all' && { show: options.filter }),
    })
  const getPupilPath = (id: number | undefined) => getPath(id, { filter, view: 'work' })

  // Keys can come faster than renders. Start each step from the target of the last one.
  const targetId = useRef(pupilId)
  useEffect(() => {
    targetId.current = pupilId
  }, [pupilId])
  const goTo = (pupil: Pick<Pupil, 'id'> | undefined) => {
    if (!pupil) return
    targetId.current = pupil.id
    void navigate(getPupilPath(pupil.id), pupilNavigation)
  }
  return {
    pupilId,
    selected,
    visibleGroups,
    toCorrect,
    /** Content of the middle column. */
    view,
    openedBy,
    previous: findNeighbour(visibleGroups, pupilId, -1),
    next: findNeighbour(visibleGroups, pupilId, 1),
    getPupilPath,
    getTaskPath: (id: number | undefined) => getPath(id, { filter, view: 'task' }),
    goTo,
    goToNeighbour: (step: 1 | -1) => goTo(findNeighbour(visibleGroups, targetId.current, step)),
    goToNextToCorrect: (step: 1 | -1) =>
      goTo(findNextToCorrect(groups, targetId.current, step, earlierOrder.current)),
    /** After the last pupil to correct, opens the desk without a pupil. It then shows that all is done. */
    goToNextAfterReturn: () => {
      const next = findNextToCorrect(groups, pupilId, 1, earlierOrder.current)
      void navigate(
        getPupilPath(next?.id),
        next ? pupilNavigation : { ...pupilNavigation, state: { ...pupilNavigation.state, done: true } },
      )
    },
    search: {
      text: searchText,
      onTextChange: setSearchText,
      onOpenFirst: () => goTo(visibleGroups[0]?.pupils[0]),
      filter,
      onFilterChange: (nextFilter: PupilFilter) =>
        navigate(getPath(pupilId, { filter: nextFilter, view }), { ...pupilNavigation, replace: true }),
    },
  }
}

/** Whether the user came here by returning the last correction. The desk then opens no pupil by itself. */
export const hasReturnedLast = (locationState: unknown) =>
  isRecord(locationState) && locationState.done === true

/** Returns `all` for an unknown filter. */
const parseFilter = (query: URLSearchParams): PupilFilter =>
  filters.find(filter => filter === query.get('show')) ?? 'all'

/** Returns the states of drafts and of corrections that are not in the submissions yet, by pupil ID. */
export function useCorrectionStates(
  homeworkId: number,
  submissions: readonly SubmissionEntry[],
): ReadonlyMap<number, CorrectionState> {
  const delivery = useDelivery()
  const drafts = useDrafts(correctionDraft, getKeys)
  const entries = useEntries(correctionLanePrefix(homeworkId))
  const submissionById = new Map(submissions.map(({ user, submission }) => [user.id, submission]))
  const states = new Map<number, CorrectionState>()
  for (const key of drafts ?? []) {
    const pupilId = parseDraftPupilId(key, homeworkId)
    if (pupilId !== undefined) states.set(pupilId, 'draft')
  }
  for (const entry of entries) {
    const pupilId = parseLanePupilId(entry.lane, homeworkId)
    const submission = pupilId === undefined ? undefined : submissionById.get(pupilId)
    if (pupilId === undefined || !submission || !isOnItsWay(entry, submission)) continue
    // A row of another tab's correction does not move back in between.
    const state = entry.state === 'done' ? 'sending' : entry.state
    states.set(pupilId, delivery.isDelayed(entry) ? 'returned' : state)
  }
  return states
}

/** Sorted, because typing changes the order of the drafts. */
const getKeys = (drafts: readonly { key: string }[]): string[] => drafts.map(({ key }) => key).sort()
