import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { normalized } from '../../../lib/normalized.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { progressWith } from '../../../outbox/correctionProgress.ts'
import type { CorrectionState } from '../correction/useCorrectionStates.ts'

const standings = ['toCorrect', 'seen', 'corrected', 'notSeen'] as const
export type Standing = (typeof standings)[number]

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

/** The pupils by how far they are, in the order of the list: the longest waiting first, all others by name. */
export function pupilGroups(
  entries: readonly SubmissionEntry[],
  states: ReadonlyMap<number, CorrectionState>,
  { timeZone, language }: Telling,
): PupilGroup[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const byName = (a: Pupil, b: Pupil) => compare(a.name, b.name) || a.id - b.id
  const handedIn = new Map<number, number>()
  const pupils = entries.map((entry): Pupil => {
    const { id, name } = entry.user
    const state = states.get(id)
    const at = entry.submission.submitted_at
    handedIn.set(id, (at === null ? undefined : instantOf(at, timeZone)) ?? Number.MAX_SAFE_INTEGER)
    return { id, name, state, standing: standingAt[progressWith(entry.submission, state)], entry }
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

/** Text as it is compared: without accents, in small letters, so that "oz" finds Öztürk. */
const plain = (text: string) => normalized(text, 'NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()

/** What is left of the groups under a filter and a search of one or several words. */
export function filtered(groups: readonly PupilGroup[], filter: PupilFilter, find: string): PupilGroup[] {
  const words = plain(find).split(/\s+/u).filter(Boolean)
  const fits = ({ name, state, standing }: Pupil) => {
    if (filter === 'drafts' ? state !== 'draft' : filter !== 'all' && standing !== filter) return false
    const text = words.length === 0 ? '' : plain(name)
    return words.every(word => text.includes(word))
  }
  return groups.flatMap(({ standing, pupils }) => {
    const left = pupils.filter(fits)
    return left.length === 0 ? [] : { standing, pupils: left }
  })
}

/** The pupils in the order of the list. */
export const inOrder = (groups: readonly PupilGroup[]): readonly Pupil[] =>
  groups.flatMap(({ pupils }) => pupils)

/** The pupil `step` further down the list. From one who is not in it: the first, or for a step back the last. */
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
 * The next to correct after `from`, from the end on at the beginning, never `from` itself. One who was just returned
 * stands among the others already: `before` is the order in which they were last to correct.
 */
export function nextToCorrect(
  groups: readonly PupilGroup[],
  from: number | undefined,
  step: 1 | -1 = 1,
  before: readonly Pupil[] = [],
): Pupil | undefined {
  const waiting = groups.find(({ standing }) => standing === 'toCorrect')?.pupils ?? []
  const at = waiting.findIndex(({ id }) => id === from)
  if (at >= 0) {
    const next = waiting.at((at + step + waiting.length) % waiting.length)
    return next?.id === from ? undefined : next
  }
  const ids = new Map(waiting.map(pupil => [pupil.id, pupil]))
  const was = before.findIndex(({ id }) => id === from)
  if (was >= 0) {
    const after = [...before.slice(was + 1), ...before.slice(0, was)]
    const found = (step === 1 ? after : after.toReversed()).find(({ id }) => ids.has(id))
    if (found) return ids.get(found.id)
  }
  return step === 1 ? waiting[0] : waiting.at(-1)
}

/** Where a pupil stands in their group, from 1. */
export function placeOf(
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
