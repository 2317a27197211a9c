import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  advanceTime,
  correctionInput,
  createToggle,
  fakeTimers,
  TextService,
  unverifiableWrite,
  verifiableWrite,
} from '../../testing/testOutbox.ts'
import { createOutboxOnStore } from '../createOutbox.ts'
import type { Outbox } from '../Outbox.ts'
import { noEncryption } from '../storage/encryption.ts'
import { createMemoryStore } from '../storage/memoryStore.ts'
import type { EntryRow } from '../storage/Store.ts'
import { encryptEntry } from './entry.ts'
import type { NewWrite, ResultRef, WriteKind } from './Writes.ts'

beforeEach(fakeTimers)
afterEach(() => void vi.useRealTimers())

type Stored = { kind: WriteKind; input: object; state: EntryRow['state']; progress: object; id: string }

/** Opens entries that the release before `wasApplied` stored. */
async function openWith(stored: readonly Stored[]): Promise<{ outbox: Outbox; service: TextService }> {
  const store = createMemoryStore()
  const service = new TextService()
  for (const [position, { kind, input, state, progress, id }] of stored.entries()) {
    const entry: Omit<NewWrite<never, unknown>, 'input'> = {
      lane: `lane ${id}`,
      group: 'g',
      base: { text: '', by: 0 },
    }
    const row = await encryptEntry(
      { kind, entry: { ...entry, input } },
      { id, stamp: id, now: Date.now(), encryption: noEncryption },
    )
    const sealed = await noEncryption.encrypt(`entry ${id} progress`, progress)
    const doneAt = state === 'done' ? Date.now() : undefined
    await store.write(['entries'], transaction =>
      transaction.put('entries', { ...row, position, state, doneAt, progress: sealed }),
    )
  }
  const outbox = await createOutboxOnStore(store, noEncryption, {
    userId: 7,
    key: undefined,
    call: service.call,
    kinds: [verifiableWrite, unverifiableWrite],
    indexedDB: undefined,
    locks: undefined,
    openChannel: () => undefined,
    active: createToggle(),
    online: createToggle(),
  })
  return { outbox, service }
}

const before = { before: { seen: { text: '', by: 0 } }, losses: 1, sentAt: 1, key: { value: 'a', at: 1 } }

it('makes an entry in flight uncertain, unless it was executed', async () => {
  const { outbox, service } = await openWith([
    {
      kind: verifiableWrite,
      input: correctionInput(1, 'Lost'),
      state: 'sending',
      progress: before,
      id: 'one',
    },
    {
      kind: verifiableWrite,
      input: correctionInput(2, 'Arrived'),
      state: 'sending',
      progress: before,
      id: 'two',
    },
    {
      kind: unverifiableWrite,
      input: correctionInput(3, 'Unknown'),
      state: 'sending',
      progress: {},
      id: 'three',
    },
  ])
  service.texts.set(2, { text: 'Arrived', by: 7 })
  await advanceTime(10_000)
  expect(outbox.writes.list().map(({ state, input }) => [state, input])).toEqual([
    ['uncertain', correctionInput(1, 'Lost')],
    ['done', correctionInput(2, 'Arrived')],
    ['uncertain', correctionInput(3, 'Unknown')],
  ])
  expect(service.executed).toEqual([])
  await outbox.writes.retry('three')
  await advanceTime(1000)
  expect(service.executed).toEqual(['3: Unknown'])
  await outbox.stop()
})

it('verifies an uncertain entry before it is sent again', async () => {
  const { outbox, service } = await openWith([
    {
      kind: verifiableWrite,
      input: correctionInput(1, 'Late'),
      state: 'uncertain',
      progress: before,
      id: 'one',
    },
  ])
  service.texts.set(1, { text: 'Late', by: 7 })
  await outbox.writes.retry('one')
  await advanceTime(1000)
  expect(outbox.writes.list().map(({ state }) => state)).toEqual(['done'])
  expect(service.executed).toEqual([])
  await outbox.stop()
})

it('resolves a reference to the result of a completed entry', async () => {
  const user_id: ResultRef = { madeBy: 'one', part: 'next' }
  const { outbox, service } = await openWith([
    {
      kind: unverifiableWrite,
      input: correctionInput(1, 'first'),
      state: 'done',
      progress: { made: { next: 6 } },
      id: 'one',
    },
    {
      kind: unverifiableWrite,
      input: { ...correctionInput(1, 'second'), user_id },
      state: 'waiting',
      progress: {},
      id: 'two',
    },
  ])
  await advanceTime(1000)
  expect(service.executed).toEqual(['6: second'])
  await outbox.stop()
})

it('reads a stored conflict, and overwrites its remote version on retry', async () => {
  const remote = { text: 'By Ruiz', by: 9 }
  const { outbox, service } = await openWith([
    {
      kind: verifiableWrite,
      input: correctionInput(1, 'Mine'),
      state: 'conflict',
      progress: { theirs: remote, losses: 1 },
      id: 'one',
    },
  ])
  service.texts.set(1, remote)
  expect(outbox.writes.list()[0]).toMatchObject({ base: { text: '', by: 0 }, remote })
  await outbox.writes.retry('one')
  await advanceTime(1000)
  expect(service.executed).toEqual(['1: Mine'])
  await outbox.stop()
})

it('hides a stored entry that was cancelled but may have been executed', async () => {
  const { outbox } = await openWith([
    {
      kind: verifiableWrite,
      input: correctionInput(1, 'Cancelled'),
      state: 'done',
      progress: { isCancelled: true },
      id: 'one',
    },
  ])
  expect(outbox.writes.list()).toEqual([])
  await outbox.stop()
})
