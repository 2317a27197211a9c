import { isRecord } from './isRecord.ts'

/** What a form says of the homework it saved, in the address's state. `list`: the query of the list that shows it. */
export type Saved = { id: number; said: string; list: string }

export function savedIn(state: unknown): Saved | undefined {
  const saved = isRecord(state) ? state.saved : undefined
  if (!isRecord(saved) || typeof saved.id !== 'number' || typeof saved.said !== 'string') return undefined
  return { id: saved.id, said: saved.said, list: typeof saved.list === 'string' ? saved.list : '' }
}
