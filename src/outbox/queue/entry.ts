import type { Endpoint } from '../../contract/endpoint.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Encryption } from '../storage/encryption.ts'
import type { EntryRow } from '../storage/Store.ts'
import type { EarlierWrite, NewWrite, ResultRef, StoredError, Write, WriteKind } from './Writes.ts'

/** Content of a write. It never changes. */
export type Content = { input: unknown; opened?: unknown }

/** Progress of a write since it was stored. */
export type Progress = Partial<Pick<Write, 'theirs' | 'result' | 'error' | 'sentAt' | 'givenUp'>> & {
  /** Whether a request was sent whose outcome is unknown. */
  mayBeApplied?: boolean
  losses?: number
  /** Whether to call `wasApplied` before the next repetition, because a repetition alone may not help. */
  shouldRead?: boolean
  /** `Idempotency-Key` of its requests, and the time of the first one, in Unix ms. Stored before that request. */
  key?: { value: string; at: number }
  /** The user saw `theirs` and decided to overwrite it. */
  over?: { theirs: unknown }
  /** The user cancelled it, but it may have been executed. It is hidden, and known to later writes as `earlier`. */
  isCancelled?: true
}

export type Entry = { row: EntryRow; content: Content; progress: Progress }

const contentName = (id: string) => `entry ${id}`
export const progressName = (id: string) => `entry ${id} progress`

/** Decrypts an entry. Throws if the row is damaged or has another key. */
export async function openEntry(row: EntryRow, encryption: Encryption): Promise<Entry> {
  const content = await encryption.decrypt(contentName(row.id), row.content)
  if (!isRecord(content) || !('input' in content)) throw new TypeError('an entry without an input')
  const progress = row.progress ? await encryption.decrypt(progressName(row.id), row.progress) : {}
  return {
    row,
    content: { input: content.input, opened: content.opened },
    progress: isRecord(progress) ? fromOlderRelease(progress) : {},
  }
}

/** Releases before `wasApplied` stored the result as `made`. */
const fromOlderRelease = ({ made, ...progress }: Progress & { made?: unknown }): Progress =>
  made === undefined ? progress : { ...progress, result: made }

export type Placed = {
  kind: Pick<WriteKind, 'name'>
  entry: Omit<NewWrite<Endpoint, unknown>, 'input'> & { input: unknown }
}

/** Creates the row of a new entry. Its position is set when it is stored. */
export async function sealEntry(
  { kind, entry }: Placed,
  { id, stamp, now, encryption }: { id: string; stamp: string; now: number; encryption: Encryption },
): Promise<EntryRow> {
  const { input, lane, group, opened, notBefore } = entry
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
    content: await encryption.encrypt(contentName(id), { input, opened }),
    progress: undefined,
  }
}

export function writeOf({ row, content, progress }: Entry): Write {
  const { position: _, stamp: __, content: ___, progress: ____, ...shown } = row
  const { error, theirs, result, sentAt, givenUp, key } = progress
  const input = content.input as Write['input']
  const { opened } = content
  return { ...shown, input, opened, error, theirs, result, sentAt, firstSentAt: key?.at, givenUp }
}

export function storedError({ kind, status, said, fields, scope, retryAt }: StoredError): StoredError {
  return { kind, status, said, fields, scope, retryAt }
}

/** The write to which an input refers no longer exists, or does not have this result. */
export class MissingRef extends Error {
  override readonly name = 'MissingRef'
}

const isMadeBy = (value: unknown): value is ResultRef =>
  isRecord(value) && typeof value.madeBy === 'string' && typeof value.part === 'string'

export const resultOf = (entries: { list(): readonly Entry[] }, id: string): unknown =>
  entries.list().find(({ row }) => row.id === id && row.state === 'done')?.progress.result

/** Returns the completed writes of the same kind and lane that were added before an entry, oldest first. */
export const earlierOf = (
  entries: { list(): readonly Entry[] },
  { kind, lane, position }: Pick<EntryRow, 'kind' | 'lane' | 'position'>,
): EarlierWrite[] =>
  entries
    .list()
    .filter(({ row }) => row.kind === kind && row.lane === lane && row.position < position)
    .filter(({ row }) => row.state === 'done')
    .map(({ row, progress }) => ({ result: progress.result, doneAt: row.doneAt ?? 0 }))

export function makersIn(input: unknown, into: Set<string> = new Set()): ReadonlySet<string> {
  if (isMadeBy(input)) into.add(input.madeBy)
  else if (typeof input === 'object' && input !== null) {
    for (const inner of Object.values(input)) makersIn(inner, into)
  }
  return into
}

/** Returns the input with every `ResultRef` replaced by the result of its write. Throws `MissingRef`. */
export function withResults(input: unknown, resultOf: (id: string) => unknown): unknown {
  if (isMadeBy(input)) {
    const result = resultOf(input.madeBy)
    const part = isRecord(result) ? result[input.part] : undefined
    if (part === undefined) throw new MissingRef(`the write ${input.madeBy} has no ${input.part}`)
    return part
  }
  if (Array.isArray(input)) return input.map(inner => withResults(inner, resultOf))
  if (!isRecord(input)) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, inner]) => [name, withResults(inner, resultOf)]),
  )
}
