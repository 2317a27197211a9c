import { isRecord } from './isRecord.ts'

/**
 * In the history state. `list` is the query of the list. `at` is in Unix ms, because a reload keeps the
 * state.
 */
export type SavedNotice = { id: number; message: string; list: string; at: number }

export function readSavedNotice(state: unknown): SavedNotice | undefined {
  const saved = isRecord(state) ? state.saved : undefined
  if (!isRecord(saved) || typeof saved.id !== 'number' || typeof saved.message !== 'string') return undefined
  const { id, message, list, at } = saved
  return { id, message, list: typeof list === 'string' ? list : '', at: typeof at === 'number' ? at : 0 }
}
