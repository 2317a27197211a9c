import { canHandIn, type Submission } from '../../../contract/submissions.ts'
import type { HandInState } from '../progress/handInStates.ts'
import { earliestFirst, type HomeworkGroup, type HomeworkRow, latestFirst } from './homeworkGroups.ts'

/** Own submission of a pupil. `failed`: it could not be loaded. `unsupported`: the service does not show it. */
export type OwnSubmission = Submission | 'failed' | 'unsupported'

/** By homework ID. Without an entry, the submission is not loaded. */
export type OwnSubmissions = ReadonlyMap<number, OwnSubmission>

/**
 * Status of a homework for the pupil. Times are those of the service. `unknown`: not loaded. `closed`: not handed in, and
 * the service accepts no work.
 */
export type OwnStatus =
  | { kind: 'unknown' | 'failed' | 'nothing' | 'toHandIn' | 'closed' }
  | { kind: 'pending'; state: HandInState }
  | { kind: 'seen'; at: string | null }
  | { kind: 'handedIn'; at: string | null; canRepeat: boolean }
  | { kind: 'returned'; points: number | null }

/** `pending` is the state in the outbox. */
export function getOwnStatus(
  { homework }: Pick<HomeworkRow, 'homework'>,
  submission: OwnSubmission | undefined,
  pending: HandInState | undefined,
): OwnStatus {
  if (pending) return { kind: 'pending', state: pending }
  if (typeof submission === 'object') {
    if (submission.is_corrected) return { kind: 'returned', points: submission.points }
    if (submission.is_submitted) {
      const canRepeat = submission.user_can_submit && canHandIn(homework, submission)
      return { kind: 'handedIn', at: submission.submitted_at, canRepeat }
    }
    if (homework.is_submissionable) return { kind: submission.user_can_submit ? 'toHandIn' : 'closed' }
    if (submission.is_acknowledged) return { kind: 'seen', at: submission.acknowledged_at }
  }
  if (!homework.is_submissionable) return { kind: 'nothing' }
  return { kind: submission === undefined ? 'unknown' : 'failed' }
}

/** Maximum of homework that is checked without being on screen. Each takes one request. */
const maxUpcomingChecked = 12
const maxPastChecked = 6

/** Returns the IDs of the homework whose status decides its group: the soonest, and the most recent past. */
export function getIdsToCheck(rows: readonly HomeworkRow[], today: string): number[] {
  const upcoming = rows.filter(row => row.due.day >= today).toSorted(earliestFirst)
  const past = rows.filter(row => row.due.day < today && row.homework.is_submissionable).toSorted(latestFirst)
  return [...upcoming.slice(0, maxUpcomingChecked), ...past.slice(0, maxPastChecked)].map(
    row => row.homework.id,
  )
}

const kindsInOrder = ['toDo', 'unknown', 'handedIn', 'returned', 'past'] as const

type GroupOptions = {
  today: string
  submissions: OwnSubmissions
  /** Other past homework remains in "Past", whatever its status, so that rows do not move while the user scrolls. */
  checkedIds: readonly number[]
}

/** Returns the groups that have rows. Work in the outbox does not move its row, because it has not arrived. */
export function groupByStatus(rows: readonly HomeworkRow[], options: GroupOptions): HomeworkGroup[] {
  const { today, submissions } = options
  const checkedIds = new Set(options.checkedIds)
  const getKind = (row: HomeworkRow): (typeof kindsInOrder)[number] => {
    const { id } = row.homework
    const isPast = row.due.day < today
    if (isPast && !checkedIds.has(id)) return 'past'
    const { kind } = getOwnStatus(row, submissions.get(id), undefined)
    if (kind === 'returned' || kind === 'handedIn') return kind
    if (kind === 'unknown' || kind === 'failed') return 'unknown'
    return isPast && kind !== 'toHandIn' ? 'past' : 'toDo'
  }
  const rowsByKind = Map.groupBy(rows.toSorted(earliestFirst), getKind)
  return kindsInOrder.flatMap(kind => {
    const rowsOfKind = rowsByKind.get(kind)
    if (!rowsOfKind) return []
    const isLatestFirst = kind === 'returned' || kind === 'past'
    return { kind, rows: isLatestFirst ? rowsOfKind.toReversed() : rowsOfKind }
  })
}
