import type { SubmissionEntry } from '../../../contract/submissions.ts'
import type { WorkState } from '../../../contract/workCounts.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { foldText, hasWords, splitSearchWords } from '../../../lib/foldText.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { getWorkState } from '../progress/correctionProgress.ts'
import type { CorrectionState } from '../progress/returnStates.ts'

/** Groups in the order of the list. */
const groupNames: readonly WorkState[] = ['toCorrect', 'missing', 'corrected']

export type Pupil = {
  id: number
  name: string
  groupName: WorkState
  state: CorrectionState | undefined
  entry: SubmissionEntry
}

export type PupilGroup = { groupName: WorkState; pupils: readonly Pupil[] }

/**
 * Groups the pupils by state, without empty groups. Those to correct are sorted by the time they handed in, the
 * others by family name.
 */
export function groupPupils(
  entries: readonly SubmissionEntry[],
  states: ReadonlyMap<number, CorrectionState>,
  { timeZone, language }: { timeZone: string; language: string },
): PupilGroup[] {
  const compareFamilyNames = compareByFamilyName(language)
  const compareByName = (a: Pupil, b: Pupil) => compareFamilyNames(a, b) || a.id - b.id
  const handedInAt = new Map<number, number>()
  const pupils = entries.map((entry): Pupil => {
    const { id, name } = entry.user
    const state = states.get(id)
    const time = entry.submission.submitted_at
    handedInAt.set(id, (time === null ? undefined : parseInstant(time, timeZone)) ?? Number.MAX_SAFE_INTEGER)
    return { id, name, state, groupName: getWorkState(entry.submission, state), entry }
  })
  const compareByTime = (a: Pupil, b: Pupil) =>
    (handedInAt.get(a.id) ?? 0) - (handedInAt.get(b.id) ?? 0) || compareByName(a, b)
  const pupilsByGroup = Map.groupBy(pupils, ({ groupName }) => groupName)
  return groupNames.flatMap(groupName => {
    const members = pupilsByGroup.get(groupName)
    if (!members) return []
    const compare = groupName === 'toCorrect' ? compareByTime : compareByName
    return { groupName, pupils: members.toSorted(compare) }
  })
}

export const filters = ['all', 'toCorrect', 'drafts', 'missing', 'corrected'] as const
export type PupilFilter = (typeof filters)[number]

/** Returns the groups with the pupils that match the filter and every word of the search. */
export function filterGroups(
  groups: readonly PupilGroup[],
  filter: PupilFilter,
  searchText: string,
): PupilGroup[] {
  const words = splitSearchWords(searchText)
  const matches = ({ name, state, groupName }: Pupil) => {
    if (filter === 'drafts' ? state !== 'draft' : filter !== 'all' && groupName !== filter) return false
    return words.length === 0 || hasWords(foldText(name), words)
  }
  return groups.flatMap(({ groupName, pupils }) => {
    const matching = pupils.filter(matches)
    return matching.length === 0 ? [] : { groupName, pupils: matching }
  })
}

/** Returns the next or previous pupil. If `fromId` is not in the list, returns the first, or the last for -1. */
export function findNeighbour(
  groups: readonly PupilGroup[],
  fromId: number | undefined,
  step: 1 | -1,
): Pupil | undefined {
  const pupils = groups.flatMap(group => group.pupils)
  const index = pupils.findIndex(({ id }) => id === fromId)
  if (index < 0) return step === 1 ? pupils[0] : pupils.at(-1)
  return pupils[index + step]
}

/**
 * Returns the next pupil to correct, wrapping at the end, and never the one of `fromId`. `earlierOrder` is the group
 * before that pupil was returned and left it.
 */
export function findNextToCorrect(
  groups: readonly PupilGroup[],
  fromId: number | undefined,
  step: 1 | -1 = 1,
  earlierOrder: readonly Pupil[] = [],
): Pupil | undefined {
  const toCorrect = groups.find(({ groupName }) => groupName === 'toCorrect')?.pupils ?? []
  const index = toCorrect.findIndex(({ id }) => id === fromId)
  if (index >= 0) {
    const next = toCorrect.at((index + step + toCorrect.length) % toCorrect.length)
    return next?.id === fromId ? undefined : next
  }
  const pupilById = new Map(toCorrect.map(pupil => [pupil.id, pupil]))
  const earlierIndex = earlierOrder.findIndex(({ id }) => id === fromId)
  if (earlierIndex >= 0) {
    const following = [...earlierOrder.slice(earlierIndex + 1), ...earlierOrder.slice(0, earlierIndex)]
    const candidates = step === 1 ? following : following.toReversed()
    const found = candidates.find(({ id }) => pupilById.has(id))
    if (found) return pupilById.get(found.id)
  }
  return step === 1 ? toCorrect[0] : toCorrect.at(-1)
}

export type PupilPosition = { pupil: Pupil; position: number; total: number }

/** Returns a pupil with their position in their group, from 1. */
export function findPupilPosition(groups: readonly PupilGroup[], pupilId: number): PupilPosition | undefined {
  for (const { pupils } of groups) {
    const index = pupils.findIndex(({ id }) => id === pupilId)
    const pupil = pupils[index]
    if (pupil) return { pupil, position: index + 1, total: pupils.length }
  }
  return undefined
}
