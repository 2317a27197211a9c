import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { normalized } from '../../../lib/normalized.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { progressWith } from '../../../outbox/correctionProgress.ts'
import type { CorrectionState } from '../correction/useCorrectionStates.ts'

export const standings = ['toCorrect', 'seen', 'corrected', 'notSeen'] as const
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
