import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useLocale } from 'use-intl'
import { keyOf } from '../../../api/cache/query.ts'
import { type ResponseInfo, responseInfoOf } from '../../../api/client/responseInfo.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { foldText, splitWords } from '../../../lib/foldText.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { useDrafts } from '../../../outbox/drafts/useDraft.ts'
import { useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { paths } from '../../../paths.ts'
import { correctionDraft, parseDraftPupilId } from '../correction/correctionDraft.ts'
import { getProgress } from '../progress/correctionProgress.ts'
import {
  type CorrectionState,
  correctionLanePrefix,
  getReturnState,
  isCancellable,
  parseLanePupilId,
} from '../progress/returnStates.ts'

const standings = ['toCorrect', 'seen', 'corrected', 'notSeen'] as const
type Standing = (typeof standings)[number]

export type Pupil = {
  id: number
  name: string
  standing: Standing
  state: CorrectionState | undefined
  entry: SubmissionEntry
}

export type PupilGroup = { standing: Standing; pupils: readonly Pupil[] }

const standingAt = { handedIn: 'toCorrect', unseen: 'notSeen', seen: 'seen', corrected: 'corrected' } as const

type Telling = { timeZone: string; language: string }

/**
 * Groups the pupils by progress, in the order of the list. Those to correct are sorted by the time they handed in, the
 * others by family name.
 */
export function pupilGroups(
  entries: readonly SubmissionEntry[],
  states: ReadonlyMap<number, CorrectionState>,
  { timeZone, language }: Telling,
): PupilGroup[] {
  const compare = compareByFamilyName(language)
  const byName = (a: Pupil, b: Pupil) => compare(a, b) || a.id - b.id
  const handedIn = new Map<number, number>()
  const pupils = entries.map((entry): Pupil => {
    const { id, name } = entry.user
    const state = states.get(id)
    const at = entry.submission.submitted_at
    handedIn.set(id, (at === null ? undefined : parseInstant(at, timeZone)) ?? Number.MAX_SAFE_INTEGER)
    return { id, name, state, standing: standingAt[getProgress(entry.submission, state)], entry }
  })
  const whenHandedIn = ({ id }: Pupil) => handedIn.get(id) ?? Number.MAX_SAFE_INTEGER
  const byStanding = Map.groupBy(pupils, ({ standing }) => standing)
  return standings.flatMap(standing => {
    const same = byStanding.get(standing)
    if (!same) return []
    const order =
      standing === 'toCorrect'
        ? (a: Pupil, b: Pupil) => whenHandedIn(a) - whenHandedIn(b) || byName(a, b)
        : byName
    return { standing, pupils: same.toSorted(order) }
  })
}

export const filters = ['all', 'toCorrect', 'drafts', 'seen', 'corrected', 'notSeen'] as const
export type PupilFilter = (typeof filters)[number]

/** Returns the groups with the pupils that match the filter and every word of the search. */
export function filtered(groups: readonly PupilGroup[], filter: PupilFilter, find: string): PupilGroup[] {
  const words = splitWords(find)
  const fits = ({ name, state, standing }: Pupil) => {
    if (filter === 'drafts' ? state !== 'draft' : filter !== 'all' && standing !== filter) return false
    const text = words.length === 0 ? '' : foldText(name)
    return words.every(word => text.includes(word))
  }
  return groups.flatMap(({ standing, pupils }) => {
    const matches = pupils.filter(fits)
    return matches.length === 0 ? [] : { standing, pupils: matches }
  })
}

export const inOrder = (groups: readonly PupilGroup[]): readonly Pupil[] =>
  groups.flatMap(({ pupils }) => pupils)

/** Returns the pupil `step` rows further. If `from` is not in the list, returns the first, or the last for -1. */
export function neighbour(
  groups: readonly PupilGroup[],
  from: number | undefined,
  step: 1 | -1,
): Pupil | undefined {
  const pupils = inOrder(groups)
  const at = pupils.findIndex(({ id }) => id === from)
  if (at < 0) return step === 1 ? pupils[0] : pupils.at(-1)
  return pupils[at + step]
}

/**
 * Returns the next pupil to correct after `from`, wrapping at the end, and never `from`. A pupil who was just returned
 * has left that group, so `earlierOrder` gives its earlier order.
 */
export function nextToCorrect(
  groups: readonly PupilGroup[],
  from: number | undefined,
  step: 1 | -1 = 1,
  earlierOrder: readonly Pupil[] = [],
): Pupil | undefined {
  const waiting = groups.find(({ standing }) => standing === 'toCorrect')?.pupils ?? []
  const at = waiting.findIndex(({ id }) => id === from)
  if (at >= 0) {
    const next = waiting.at((at + step + waiting.length) % waiting.length)
    return next?.id === from ? undefined : next
  }
  const ids = new Map(waiting.map(pupil => [pupil.id, pupil]))
  const was = earlierOrder.findIndex(({ id }) => id === from)
  if (was >= 0) {
    const after = [...earlierOrder.slice(was + 1), ...earlierOrder.slice(0, was)]
    const found = (step === 1 ? after : after.toReversed()).find(({ id }) => ids.has(id))
    if (found) return ids.get(found.id)
  }
  return step === 1 ? waiting[0] : waiting.at(-1)
}

/** Returns a pupil's position in their group, from 1. */
export function findPupilPosition(
  groups: readonly PupilGroup[],
  id: number,
): { pupil: Pupil; position: number; of: number } | undefined {
  for (const { pupils } of groups) {
    const at = pupils.findIndex(pupil => pupil.id === id)
    const pupil = pupils[at]
    if (pupil) return { pupil, position: at + 1, of: pupils.length }
  }
  return undefined
}

/** Options for navigation between pupils: the focus and the scroll position stay. */
export const pupilNavigation = { preventScrollReset: true, state: { keepsFocus: true } } as const

/** Returns the pupil of the address, the groups, and the navigation between pupils. */
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
  const view = query.get('view') === 'task' ? 'task' : 'work'
  const { userId } = useParams()
  const asked = userId === undefined ? undefined : Number(userId)

  const groups = pupilGroups(entries, states, { timeZone, language })
  const shown = filtered(groups, filter, find)
  const place = asked === undefined ? undefined : findPupilPosition(groups, asked)
  const waiting = groups.find(({ standing }) => standing === 'toCorrect')?.pupils ?? none

  // The order before the last return, because a returned pupil is no longer in `waiting`.
  const queue = useRef<readonly Pupil[]>(none)
  useEffect(() => {
    if (waiting.some(({ id }) => id === asked)) queue.current = waiting
  }, [waiting, asked])

  const ids = { courseId: homework.course_id, homeworkId: homework.id }
  /** Returns the address of a pupil's work. */
  const to = (id: number | undefined) => deskAddress(ids, id, { filter, view: 'work' })
  // Keys can come faster than renders. Start each step from the target of the last one.
  const heading = useRef(asked)
  useEffect(() => {
    heading.current = asked
  }, [asked])
  const go = (pupil: Pick<Pupil, 'id'> | undefined) => {
    if (!pupil) return
    heading.current = pupil.id
    void navigate(to(pupil.id), pupilNavigation)
  }
  const previous = neighbour(shown, asked, -1)
  const next = neighbour(shown, asked, 1)
  return {
    asked,
    /** Content of the middle column. */
    view,
    place,
    groups,
    shown,
    waiting,
    previous,
    next,
    to,
    /** Returns the address of the task, with the correction of this pupil. */
    toTask: (id: number | undefined) => deskAddress(ids, id, { filter, view: 'task' }),
    step: (by: 1 | -1) => go(neighbour(shown, heading.current, by)),
    go,
    goToCorrect: (step: 1 | -1) => go(nextToCorrect(groups, heading.current, step, queue.current)),
    /**
     * Navigates to the next pupil after a return. After the last one, navigates to the desk without a pupil, which
     * shows that all is done.
     */
    goOn: () => {
      const after = nextToCorrect(groups, asked, 1, queue.current)
      void navigate(
        to(after?.id),
        after ? pupilNavigation : { ...pupilNavigation, state: { ...pupilNavigation.state, done: true } },
      )
    },
    find: {
      text: find,
      onText: setFind,
      onFirst: () => go(inOrder(shown)[0]),
      filter,
      onFilter: (chosen: PupilFilter) =>
        navigate(deskAddress(ids, asked, { filter: chosen, view }), { ...pupilNavigation, replace: true }),
    },
  }
}
const none: readonly Pupil[] = []

/** Returns the filter of an address. An unknown filter means `all`. */
const readFilter = (query: URLSearchParams): PupilFilter =>
  filters.find(filter => filter === query.get('show')) ?? 'all'

/** Returns the address of the desk for a pupil, with the filter and the content of the middle column. */
function deskAddress(
  { courseId, homeworkId }: { courseId: number; homeworkId: number },
  userId: number | undefined,
  { filter, view }: { filter: PupilFilter; view: 'work' | 'task' },
): string {
  return paths.desk(courseId, homeworkId, userId, {
    ...(view === 'task' && { view }),
    ...(filter !== 'all' && { show: filter }),
  })
}

/**
 * Returns the states of drafts and unfinished corrections, by pupil ID. A sent correction counts as "sending" until the
 * list of submissions is newer than it, so that its row does not move back in between.
 */
export function useCorrectionStates(homeworkId: number): ReadonlyMap<number, CorrectionState> {
  const client = useQueryClient()
  const list = responseInfoOf(client.getQueryData(keyOf(submissions.list, { todo_id: homeworkId })))
  const drafts = useDrafts(correctionDraft)
  const writes = useWrites(correctionLanePrefix(homeworkId))
  const states = new Map<number, CorrectionState>()
  for (const { key, draft } of drafts ?? []) {
    const pupil = parseDraftPupilId(key, homeworkId)
    if (pupil !== undefined && !draft.value.aside) states.set(pupil, 'draft')
  }
  for (const [lane, inLane] of Map.groupBy(writes, write => write.lane)) {
    const pupil = parseLanePupilId(lane, homeworkId)
    if (pupil !== undefined && isCancellable(inLane)) {
      states.set(pupil, 'draft')
      continue
    }
    const state =
      getReturnState(inLane) ?? (list && inLane.some(write => isAhead(write, list)) ? 'sending' : undefined)
    if (pupil !== undefined && state) states.set(pupil, state)
  }
  return states
}

/** Whether the write was completed after the list was requested and after its last change. */
const isAhead = ({ doneAt }: Pick<Write, 'doneAt'>, { requestedAt, changedAt }: ResponseInfo): boolean =>
  doneAt !== undefined && doneAt >= requestedAt && !(changedAt !== undefined && changedAt >= doneAt)
