import { isRecord } from './isRecord.ts'

/**
 * Confirmation of a form that saved homework, in the history state. `list` is the query of the list that shows the
 * homework. `at` is the time of saving in Unix ms, because the browser keeps the state over a reload.
 */
export type SavedNotice = { id: number; said: string; list: string; at: number }

export function readSavedNotice(state: unknown): SavedNotice | undefined {
  const saved = isRecord(state) ? state.saved : undefined
  if (!isRecord(saved) || typeof saved.id !== 'number' || typeof saved.said !== 'string') return undefined
  const { id, said, list, at } = saved
  return { id, said, list: typeof list === 'string' ? list : '', at: typeof at === 'number' ? at : 0 }
}
