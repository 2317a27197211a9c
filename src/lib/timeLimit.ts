import { abortable } from './abortable.ts'

/** Settles like the promise. Rejects with a `TimeoutError` if that takes longer than `ms`. */
export const limitTime = <T>(promise: Promise<T>, ms: number): Promise<T> =>
  abortable(promise, AbortSignal.timeout(ms))

/** Whether a time limit was reached. The same call may succeed later, so nothing is damaged. */
export const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError'
