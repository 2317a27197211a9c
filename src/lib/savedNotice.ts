import { isRecord } from './isRecord.ts'

/**
 * In the history state. `list` is the query of the list. `at` is in Unix ms, because a reload keeps the
 * state.
 */
export type SavedNotice = { id: number; said: string; list: string; at: number }

export function readSavedNotice(state: unknown): SavedNotice | undefined {
  const saved = isRecord(state) ? state.saved : undefined
  if (!isRecord(saved) || typeof saved.id !== 'number' || typeof saved.said !== 'string') return undefined
  const { id, said, list, at } = saved
  return { id, said, list: typeof list === 'string' ? list : '', at: typeof at === 'number' ? at : 0 }
}
