import { isRecord } from '../../lib/isRecord.ts'

/** The page a form was opened from, and its state to go back with: which lesson it was opened at. */
export type CameFrom = { path: string; lesson: string | undefined }

/** What the link to the form says of it in the state of the address; `undefined` from the list of homework. */
export function cameFrom(state: unknown): CameFrom | undefined {
  const from = isRecord(state) ? state.from : undefined
  // Only ever written by this app, as is all state of an address; a page of it begins with one slash.
  if (!isRecord(from) || typeof from.path !== 'string' || !/^\/(?!\/)/.test(from.path)) return undefined
  return { path: from.path, lesson: typeof from.lesson === 'string' ? from.lesson : undefined }
}
