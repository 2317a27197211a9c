import { describe, expect, it } from 'vitest'
import { SubmissionEntry } from '../../../contract/submissions.ts'
import type { CorrectionState } from '../progress/returnStates.ts'
import {
  filterGroups,
  findNeighbour,
  findNextToCorrect,
  findPupilPosition,
  groupPupils,
} from './pupilGroups.ts'

type Progress = { submitted?: string; seen?: true; corrected?: true }

function entry(id: number, name: string, { submitted, seen, corrected }: Progress = {}) {
  return SubmissionEntry.parse({
    user: { id, name },
    submission: {
      todo_id: 1,
      user_id: id,
      acknowledged_at: null,
      comment: null,
      submitted_at: submitted ?? null,
      teacher_correction: null,
      points: null,
      corrected_at: null,
      corrected_by_user_id: null,
      files: [],
      correction_files: [],
      document_relation: '',
      correction_files_document_relation: '',
      user_can_submit: true,
      is_acknowledged: seen === true,
      is_submitted: submitted !== undefined,
      is_corrected: corrected === true,
      is_uncorrected: corrected !== true,
    },
  })
}

const entries = [
  entry(1, 'Öztürk, Ali', { submitted: '2026-11-17T08:00:00+01:00' }),
  entry(2, 'Zoé Wagner', { submitted: '2026-11-16T08:00:00+01:00' }),
  // In the service's plain time format, the earliest of the three.
  entry(3, 'Ben Fuchs', { submitted: '2026-11-16 07:59:00' }),
  entry(4, 'Mia Berg', { corrected: true }),
  entry(5, 'Ada Lovelace', { submitted: '2026-11-15T08:00:00Z', corrected: true }),
  entry(6, 'Ida Lang', { seen: true }),
  entry(7, 'Yusuf Kaya'),
]
const berlin = { timeZone: 'Europe/Berlin', language: 'en' }
const groups = (states: [number, CorrectionState][] = []) => groupPupils(entries, new Map(states), berlin)
const ids = (pupilGroups: ReturnType<typeof groups>) =>
  Object.fromEntries(pupilGroups.map(({ groupName, pupils }) => [groupName, pupils.map(({ id }) => id)]))

describe('groupPupils', () => {
  it('sorts by time or family name, without empty groups', () => {
    expect(ids(groups())).toEqual({ toCorrect: [3, 2, 1], missing: [7, 6], corrected: [4, 5] })
    expect(groupPupils(entries.slice(0, 1), new Map(), berlin).map(({ groupName }) => groupName)).toEqual([
      'toCorrect',
    ])
  })

  it('moves a pupil when queued, and back on failure', () => {
    expect(ids(groups([[2, 'draft']])).toCorrect).toEqual([3, 2, 1])
    expect(ids(groups([[2, 'waiting']]))).toMatchObject({ toCorrect: [3, 1], corrected: [4, 5, 2] })
    expect(ids(groups([[2, 'sending']])).toCorrect).toEqual([3, 1])
    expect(ids(groups([[5, 'conflict']])).toCorrect).toEqual([5, 3, 2, 1])
    expect(ids(groups([[7, 'failed']])).toCorrect).toEqual([3, 2, 1, 7])
  })
})

describe('filterGroups', () => {
  it('finds words in any order, ignoring accents and case', () => {
    expect(ids(filterGroups(groups(), 'all', ' ali OZ '))).toEqual({ toCorrect: [1] })
    expect(ids(filterGroups(groups(), 'all', 'zoe'))).toEqual({ toCorrect: [2] })
    expect(filterGroups(groups(), 'all', 'nobody')).toEqual([])
  })

  it('keeps one group or pupils with drafts', () => {
    expect(ids(filterGroups(groups(), 'corrected', ''))).toEqual({ corrected: [4, 5] })
    const drafts: [number, CorrectionState][] = [
      [2, 'draft'],
      [7, 'draft'],
      [1, 'sending'],
    ]
    expect(ids(filterGroups(groups(drafts), 'drafts', ''))).toEqual({ toCorrect: [2], missing: [7] })
  })
})

describe('navigation between pupils', () => {
  it('follows the visible order without wrapping', () => {
    expect(findNeighbour(groups(), 1, 1)?.id).toBe(7)
    expect(findNeighbour(groups(), 3, -1)).toBeUndefined()
    expect(findNeighbour(groups(), 5, 1)).toBeUndefined()
    expect(findNeighbour(groups(), 99, 1)?.id).toBe(3)
    expect(findNeighbour(groups(), undefined, -1)?.id).toBe(5)
    expect(findNeighbour([], 1, 1)).toBeUndefined()
  })

  it('finds another pupil to correct, wrapping around', () => {
    expect(findNextToCorrect(groups(), 3)?.id).toBe(2)
    expect(findNextToCorrect(groups(), 1)?.id).toBe(3)
    expect(findNextToCorrect(groups(), 3, -1)?.id).toBe(1)
    expect(findNextToCorrect(groups(), 6)?.id).toBe(3)
    const singlePupil = groupPupils(entries.slice(0, 1), new Map(), berlin)
    expect(findNextToCorrect(singlePupil, 1)).toBeUndefined()
  })

  it('continues from a returned pupil’s earlier position', () => {
    const earlierOrder = groups()[0]?.pupils ?? []
    expect(findNextToCorrect(groups([[2, 'waiting']]), 2, 1, earlierOrder)?.id).toBe(1)
    expect(findNextToCorrect(groups([[2, 'waiting']]), 2, -1, earlierOrder)?.id).toBe(3)
    expect(findNextToCorrect(groups([[1, 'sending']]), 1, 1, earlierOrder)?.id).toBe(3)
    const returned: [number, CorrectionState][] = [
      [1, 'sending'],
      [2, 'sending'],
      [3, 'waiting'],
    ]
    expect(findNextToCorrect(groups(returned), 3, 1, earlierOrder)).toBeUndefined()
  })

  it('returns the position within the group', () => {
    expect(findPupilPosition(groups(), 2)).toMatchObject({ position: 2, total: 3 })
    expect(findPupilPosition(groups(), 4)).toMatchObject({ position: 1, total: 2 })
    expect(findPupilPosition(groups(), 99)).toBeUndefined()
  })
})
