import type { ListedHomework, OwnStatus as StoredStatus } from '../../../contract/homework.ts'
import { canHandIn } from '../../../contract/submissions.ts'
import type { PendingHandIn } from '../progress/handInStates.ts'
import { earliestFirst, type HomeworkGroup, type HomeworkRow, latestFirst } from './homeworkGroups.ts'

/** Status of a homework for the pupil. Times are those of the service. */
export type OwnStatus =
  | { kind: 'nothing' | 'toHandIn' }
  | ({ kind: 'pending' } & PendingHandIn)
  | { kind: 'seen'; at: string | null }
  | { kind: 'handedIn'; at: string | null; canRepeat: boolean }
  | { kind: 'returned'; points: number | null }

/** `pending` is in the delivery. */
export function getOwnStatus(homework: ListedHomework, pending: PendingHandIn | undefined): OwnStatus {
  if (pending) return { kind: 'pending', ...pending }
  return readOwnStatus(homework, homework.own_status)
}

function readOwnStatus(homework: ListedHomework, stored: StoredStatus | null | undefined): OwnStatus {
  if (stored?.is_corrected) return { kind: 'returned', points: stored.points }
  if (stored?.is_submitted) {
    return { kind: 'handedIn', at: stored.submitted_at, canRepeat: canHandIn(homework, stored) }
  }
  if (homework.is_submissionable) return { kind: 'toHandIn' }
  return stored?.is_acknowledged ? { kind: 'seen', at: stored.acknowledged_at } : { kind: 'nothing' }
}

/** Older homework is in "Past", whatever its status. */
const maxRecentPast = 6

function getRecentPastIds(rows: readonly HomeworkRow[], today: string): ReadonlySet<number> {
  const past = rows.filter(row => row.due.day < today && row.homework.is_submissionable)
  return new Set(
    past
      .toSorted(latestFirst)
      .slice(0, maxRecentPast)
      .map(({ homework }) => homework.id),
  )
}

const kindsInOrder = ['toDo', 'handedIn', 'returned', 'past'] as const

/** By homework ID. */
export type StoredStatuses = ReadonlyMap<number, StoredStatus>

type GroupOptions = { today: string; allRows: readonly HomeworkRow[]; statuses: StoredStatuses }

/** Returns the groups that have rows. Work in the delivery does not move its row, because it has not arrived. */
export function groupByStatus(
  rows: readonly HomeworkRow[],
  { today, allRows, statuses }: GroupOptions,
): HomeworkGroup[] {
  const recentPastIds = getRecentPastIds(allRows, today)
  const getKind = ({ homework, due }: HomeworkRow): (typeof kindsInOrder)[number] => {
    const isPast = due.day < today
    if (isPast && !recentPastIds.has(homework.id)) return 'past'
    const { kind } = readOwnStatus(homework, statuses.get(homework.id))
    if (kind === 'returned' || kind === 'handedIn') return kind
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
