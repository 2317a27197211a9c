import { isRecord } from './isRecord.ts'

/**
 * In the history state. `list` is the query of the list. `at` is in Unix ms, because a reload keeps the
 * state.
 */
export type SavedNotice = { id: number; message: string; list: string; at: number; moved?: MovedDue }

/** A change of the due date. `from` and `to` are ISO days. */
export type MovedDue = { courseId: number; homeworkId: number; from: string; to: string }

export function readSavedNotice(state: unknown): SavedNotice | undefined {
  const saved = isRecord(state) ? state.saved : undefined
  if (!isRecord(saved) || typeof saved.id !== 'number' || typeof saved.message !== 'string') return undefined
  const { id, message, list, at, moved } = saved
  return {
    ...{ id, message, list: typeof list === 'string' ? list : '', at: typeof at === 'number' ? at : 0 },
    ...(isMovedDue(moved) && { moved }),
  }
}

const isMovedDue = (value: unknown): value is MovedDue =>
  isRecord(value) &&
  typeof value.courseId === 'number' &&
  typeof value.homeworkId === 'number' &&
  typeof value.from === 'string' &&
  typeof value.to === 'string'
