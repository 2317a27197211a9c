import type { Endpoint } from '../../contract/endpoint.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Encryption } from '../storage/encryption.ts'
import type { Encrypted, EntryRow } from '../storage/Store.ts'
import type { EarlierWrite, NewWrite, ResultRef, StoredError, Write, WriteKind } from './Writes.ts'

/** Never changes. */
export type Content = { input: unknown; base?: unknown; after?: readonly string[] }

export type Progress = Partial<Pick<Write, 'remote' | 'result' | 'error' | 'sentAt' | 'isAborted'>> & {
  /** A request was sent whose outcome is unknown. */
  mayBeApplied?: boolean
  /** Excludes outages. */
  lossCount?: number
  shouldRead?: boolean
  /** `Idempotency-Key` and Unix ms of the first request, stored before it. */
  key?: { value: string; at: number }
  /** The user decided to overwrite this version. */
  overwritten?: { remote: unknown }
  /** Cancelled, but may have been executed. Later writes receive it as `earlier`. */
  isTombstone?: true
}

/** Names of stored fields never change. Releases before `wasApplied` stored the result as `made`. */
type StoredProgress = Pick<Progress, 'result' | 'sentAt' | 'mayBeApplied' | 'shouldRead' | 'key'> & {
  error?: Omit<StoredError, 'serviceMessage'> & { said?: string | undefined }
  theirs?: unknown
  givenUp?: true
  losses?: number
  over?: { theirs: unknown }
  isCancelled?: true
  made?: unknown
}

export type Entry = { row: EntryRow; content: Content; progress: Progress }

const contentName = (id: string) => `entry ${id}`
const progressName = (id: string) => `entry ${id} progress`

/** Throws if the row is damaged or has another key. */
export async function decryptEntry(row: EntryRow, encryption: Encryption): Promise<Entry> {
  const content = await encryption.decrypt(contentName(row.id), row.content)
  if (!isRecord(content) || !('input' in content)) throw new TypeError('an entry without an input')
  const progress = row.progress ? await encryption.decrypt(progressName(row.id), row.progress) : {}
  return {
    row,
    content: { input: content.input, base: content.opened, ...parseAfter(content.after) },
    progress: isRecord(progress) ? parseProgress(progress) : {},
  }
}

const parseAfter = (after: unknown): Pick<Content, 'after'> =>
  Array.isArray(after) ? { after: after.filter(id => typeof id === 'string') } : {}

export const encryptProgress = (id: string, progress: Progress, encryption: Encryption): Promise<Encrypted> =>
  encryption.encrypt(progressName(id), serializeProgress(progress))

function parseProgress(stored: StoredProgress): Progress {
  const { error, theirs, givenUp, losses, over, isCancelled, made, ...same } = stored
  return {
    ...same,
    ...(error && { error: parseError(error) }),
    ...(theirs !== undefined && { remote: theirs }),
    ...(made !== undefined && { result: made }),
    ...(givenUp && { isAborted: givenUp }),
    ...(losses !== undefined && { lossCount: losses }),
    ...(over && { overwritten: { remote: over.theirs } }),
    ...(isCancelled && { isTombstone: isCancelled }),
  }
}

function serializeProgress(progress: Progress): StoredProgress {
  const { error, remote, isAborted, lossCount, overwritten, isTombstone, ...same } = progress
  return {
    ...same,
    ...(error && { error: serializeError(error) }),
    ...(remote !== undefined && { theirs: remote }),
    ...(isAborted && { givenUp: isAborted }),
    ...(lossCount !== undefined && { losses: lossCount }),
    ...(overwritten && { over: { theirs: overwritten.remote } }),
    ...(isTombstone && { isCancelled: isTombstone }),
  }
}

const parseError = ({ said, ...same }: NonNullable<StoredProgress['error']>): StoredError => ({
  ...same,
  serviceMessage: said,
})

const serializeError = ({ serviceMessage, ...same }: StoredError): NonNullable<StoredProgress['error']> => ({
  ...same,
  said: serviceMessage,
})

export type NewQueueEntry = {
  kind: Pick<WriteKind, 'name'>
  entry: Omit<NewWrite<Endpoint, unknown>, 'input'> & { input: unknown }
}

/** The position is set when the row is stored. */
export async function encryptEntry(
  { kind, entry }: NewQueueEntry,
  { id, stamp, now, encryption }: { id: string; stamp: string; now: number; encryption: Encryption },
): Promise<EntryRow> {
  const { input, lane, group, base, notBefore, after } = entry
  return {
    id,
    position: 0,
    kind: kind.name,
    lane,
    group,
    state: 'waiting',
    stamp,
    createdAt: now,
    notBefore: notBefore ?? 0,
    doneAt: undefined,
    content: await encryption.encrypt(contentName(id), { input, opened: base, after }),
    progress: undefined,
  }
}

export function toWrite({ row, content, progress }: Entry): Write {
  const { position: _, stamp: __, content: ___, progress: ____, ...columns } = row
  const { error, remote, result, sentAt, isAborted, key } = progress
  const input = content.input as Write['input']
  const { base } = content
  return { ...columns, input, base, error, remote, result, sentAt, firstSentAt: key?.at, isAborted }
}

export function toStoredError({
  kind,
  status,
  serviceMessage,
  fields,
  scope,
  retryAt,
}: StoredError): StoredError {
  return { kind, status, serviceMessage, fields, scope, retryAt }
}

/** The referenced write no longer exists, or lacks this result. */
export class MissingResultError extends Error {
  override readonly name = 'MissingResultError'
}

const isResultRef = (value: unknown): value is ResultRef =>
  isRecord(value) && typeof value.madeBy === 'string' && typeof value.part === 'string'

export const findResult = (entries: { list(): readonly Entry[] }, id: string): unknown =>
  entries.list().find(({ row }) => row.id === id && row.state === 'done')?.progress.result

export const findEarlierWrites = (
  entries: { list(): readonly Entry[] },
  { kind, lane, position }: Pick<EntryRow, 'kind' | 'lane' | 'position'>,
): EarlierWrite[] =>
  entries
    .list()
    .filter(({ row }) => row.kind === kind && row.lane === lane && row.position < position)
    .filter(({ row }) => row.state === 'done')
    .map(({ row, progress }) => ({ result: progress.result, doneAt: row.doneAt ?? 0 }))

export function findReferencedIds(input: unknown, ids: Set<string> = new Set()): ReadonlySet<string> {
  if (isResultRef(input)) ids.add(input.madeBy)
  else if (typeof input === 'object' && input !== null) {
    for (const inner of Object.values(input)) findReferencedIds(inner, ids)
  }
  return ids
}

/** Throws `MissingResultError`. */
export function resolveResultRefs(input: unknown, getResult: (id: string) => unknown): unknown {
  if (isResultRef(input)) {
    const result = getResult(input.madeBy)
    const part = isRecord(result) ? result[input.part] : undefined
    if (part === undefined) throw new MissingResultError(`the write ${input.madeBy} has no ${input.part}`)
    return part
  }
  if (Array.isArray(input)) return input.map(inner => resolveResultRefs(inner, getResult))
  if (!isRecord(input)) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, inner]) => [name, resolveResultRefs(inner, getResult)]),
  )
}
