import type { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import type { Endpoint, Input } from '../../contract/endpoint.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Transaction } from '../storage/Store.ts'

/**
 * `waiting`: to be sent, or before `notBefore`. `sending`: a request was sent, and its response is missing. The user
 * decides about `failed` (refused by the service), `uncertain` (the response was lost) and `conflict` (another user
 * has changed what it replaces). These three block the rest of the lane.
 */
export type EntryState = 'waiting' | 'sending' | 'failed' | 'uncertain' | 'conflict' | 'done'

export type StoredError = Pick<
  ApiError,
  'kind' | 'status' | 'serviceMessage' | 'fields' | 'scope' | 'retryAt'
>

/**
 * Placeholder for a part of the result of an earlier step of the same entry. `within`: text that contains it at `{}`.
 */
export type ResultOf = { ofStep: number; part: string; within?: string }

/** Placeholder for a file that a maker creates when its step is sent. `from` is JSON. */
export type FileToMake = { madeFile: { maker: string; from: unknown } }

/** Input of an endpoint in which files are replaced by the ID of a stored file, and results by `ResultOf`. */
export type StoredInput<T> = T extends File | Blob
  ? { storedFile: string } | FileToMake
  : T extends string | number
    ? T | ResultOf
    : T extends object
      ? { [Key in keyof T]: StoredInput<T[Key]> }
      : T

/** One request. `endpoint` is its name, as returned by `getEndpointName`. */
export type Step = {
  endpoint: string
  input: unknown
  /** What the user saw before the change. The service's version is compared with it before the request. */
  base?: unknown
}

export type DraftSnapshot = { kind: string; key: string; value: unknown }

/** What a form delivers. */
export type NewEntry = {
  /** Entries of a lane are sent in order, e.g. `chat/12`. */
  lane: string
  steps: readonly Step[]
  /** In the language of the user. Names what is sent, e.g. in the list of unsent entries. */
  title: string
  /** Screen of the subject. */
  path?: string | undefined
  /** What the user typed. Shown until it has arrived, and restored by Edit. */
  draft?: DraftSnapshot | undefined
  /** Entries of one action of the user have the same group. */
  group?: string | undefined
  /** Unix ms. The user can undo it until then. */
  notBefore?: number | undefined
  /** Bytes of its files, for the progress of several. */
  size?: number | undefined
  /** Many of these are queued at once. They are sent after the others. */
  isBulk?: true | undefined
}

export type Entry = NewEntry & {
  id: string
  state: EntryState
  /** Results of the completed steps. */
  results: readonly unknown[]
  notBefore: number
  /** Unix ms, like the other times. */
  createdAt: number
  doneAt?: number | undefined
  /** Time of the last request, by `Date.now()`, like the times in the cache. */
  sentAt?: number | undefined
  /** Reason of a failure or delay. */
  error?: StoredError | undefined
  /** The service's version in a `conflict`. */
  remote?: unknown
  /** `Idempotency-Key` of the current step, and the time of its first request. */
  key?: { value: string; at: number } | undefined
}

/** An endpoint of which a step may consist. */
export type DeliverableEndpoint<E extends Endpoint = Endpoint> = {
  endpoint: E
  /**
   * Reads what the write would replace. Resolves to a version that the user has not seen, or to undefined if the
   * service's version is `base`.
   */
  findConflict?(input: Input<E>, base: unknown, call: Call): Promise<unknown>
}

/** Change of the draft in the transaction that stores its entries. */
export type DraftChange = {
  /** Returns false to roll back. May await only the transaction. */
  apply(transaction: Transaction): Promise<boolean>
  onCommitted(): void
}

export const getEndpointName = ({ method, path }: Endpoint): string => `${method} ${path}`

export const step = <E extends Endpoint>(
  endpoint: E,
  input: StoredInput<Input<E>>,
  base?: unknown,
): Step => ({ endpoint: getEndpointName(endpoint), input, ...(base !== undefined && { base }) })

/** How long the user can undo an act, in ms. */
export const undoMs = 10_000

/** Whether the user has to decide. */
export const isBlocked = ({ state }: Pick<Entry, 'state'>): boolean =>
  state === 'failed' || state === 'uncertain' || state === 'conflict'

export const isUnfinished = ({ state }: Pick<Entry, 'state'>): boolean => state !== 'done'

type Progress = Pick<Entry, 'steps' | 'results'>

const getSentSteps = ({ steps, results }: Progress) => steps.slice(0, results.length)

/** Returns the IDs of the stored files that were uploaded already, and of the logs from which files were made. */
export const getSentFiles = (entry: Progress): string[] =>
  getSentSteps(entry).flatMap(({ input }) => listStoredFiles(input))

/** Whether the text can be put back into its form: nothing but files was sent yet. */
export const canEdit = (entry: Progress & Pick<Entry, 'draft'>): boolean =>
  entry.draft !== undefined && getSentSteps(entry).every(({ input }) => listStoredFiles(input).length > 0)

function listStoredFiles(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  if ('storedFile' in input && typeof input.storedFile === 'string') {
    const log = 'from' in input && isRecord(input.from) ? input.from.log : undefined
    return typeof log === 'string' ? [input.storedFile, log] : [input.storedFile]
  }
  return Object.values(input).flatMap(listStoredFiles)
}
