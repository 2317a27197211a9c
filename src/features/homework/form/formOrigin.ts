import { isRecord } from '../../../lib/isRecord.ts'

/** The page that opened the form, and the ID of the lesson to open there again. */
export type FormOrigin = { path: string; lesson: string | undefined }

/** Returns undefined if the list of homework opened the form. */
export function readOrigin(state: unknown): FormOrigin | undefined {
  const from = isRecord(state) ? state.from : undefined
  const path = isRecord(from) ? readPath(from.path) : undefined
  if (!isRecord(from) || path === undefined) return undefined
  return { path, lesson: typeof from.lesson === 'string' ? from.lesson : undefined }
}

/** A path of the app begins with exactly one slash. */
const readPath = (path: unknown): string | undefined =>
  typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : undefined

/** Returns the path to return to without a result, e.g. the task that is used again. */
export const readBackTo = (state: unknown): string | undefined =>
  readPath(isRecord(state) ? state.backTo : undefined)
