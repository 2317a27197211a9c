import { z } from 'zod/mini'
import type { Call } from '../api/client/call.ts'
import { base64Url } from '../lib/encoding.ts'
import type { TabChannel } from '../lib/openChannel.ts'
import { createDrafts } from './drafts/createDrafts.ts'
import { createKeptFiles, textsIn } from './drafts/keptFiles.ts'
import type { Outbox } from './Outbox.ts'
import { createWrites, type WritesOfTab } from './queue/createQueue.ts'
import { isLongDone } from './queue/entries.ts'
import { type OutboxLocks, takeSenderTurn } from './queue/senderTurn.ts'
import type { WriteKind } from './queue/Writes.ts'
import { openDiskStore } from './storage/indexedDb.ts'
import { createMemoryStore } from './storage/memory.ts'
import { databaseName, outboxName } from './storage/outboxName.ts'
import type { Store, StoreState } from './storage/Store.ts'
import { createSealing, plainSealing, type Sealing } from './storage/sealing.ts'

export type OutboxOptions = {
  userId: number
  /** 32 bytes. Without a key, or without cryptography in the page, nothing is stored on disk. */
  key: Uint8Array | undefined
  call: Call
  kinds: readonly WriteKind[]
  clock?: () => number
  random?: (bytes: number) => Uint8Array
  indexedDB: IDBFactory | undefined
  locks: OutboxLocks | undefined
  openChannel: (name: string) => TabChannel | undefined
  /** Writes are not sent while the session has ended or the network is offline. */
  active: StoreState
  online: StoreState
  page?: EventTarget | undefined
}

const randomBytes = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

/** Opens the outbox of a user. If storage is not available, it uses the memory of the page instead of failing. */
export async function createOutbox(options: OutboxOptions): Promise<Outbox> {
  const { key, userId, random = randomBytes } = options
  const sealing = key && (await createSealing(key, random).catch(() => undefined))
  const name = sealing && (await databaseName(userId, key))
  const store = name === undefined ? undefined : await openStore(name, options.indexedDB)
  return openOutboxOn(store ?? createMemoryStore(), sealing ?? plainSealing, options, name)
}

async function openStore(name: string, factory: IDBFactory | undefined): Promise<Store | undefined> {
  try {
    return factory && (await openDiskStore(name, factory))
  } catch {
    return undefined
  }
}

/**
 * Opens the outbox of one tab on a store. Tests call it directly, so that they can end a tab between any two
 * transactions.
 */
export async function openOutboxOn(
  store: Store,
  sealing: Sealing,
  options: OutboxOptions,
  name = outboxName(options.userId),
): Promise<Outbox> {
  const { userId, call, kinds, locks, clock = Date.now, active, online, page } = options
  const { random = randomBytes } = options
  const newId = () => base64Url(random(16))
  const channel = store.kept ? options.openChannel(name) : undefined
  let stopped = false
  let closed = false
  const tell = (told: Told) => {
    if (!closed) channel?.postMessage(told)
  }

  let writes: WritesOfTab | undefined
  const named = async (): Promise<ReadonlySet<string> | undefined> => {
    const names = new Set<string>()
    await writes?.entries.refresh()
    for (const entry of writes?.entries.list() ?? []) {
      if (!isLongDone(entry, clock())) textsIn(entry.content, names)
    }
    return (await drafts.named(names)) ? names : undefined
  }
  const tools = { store, sealing, clock, newId }
  const files = createKeptFiles({ ...tools, named })
  const drafts = createDrafts({
    ...tools,
    files,
    locks,
    name,
    tell: id => tell({ kind: 'draft', id }),
    ask: id => tell({ kind: 'handOver', id }),
    page,
  })
  const tab = newId()
  writes = await createWrites({
    ...tools,
    userId,
    call,
    kinds,
    conditions: [active, online],
    file: files.get,
    release: contents => void files.release(textsIn(contents)).catch(() => undefined),
    tell: {
      changed: () => tell({ kind: 'entries' }),
      remind: () => tell({ kind: 'due' }),
      done: (id, answer) => tell({ kind: 'done', id, answer }),
    },
    takeTurn: began =>
      takeSenderTurn({
        name,
        locks,
        store,
        tab,
        clock,
        began() {
          began()
          void files.collect().catch(() => undefined)
        },
      }),
  })
  const open = writes
  channel?.addEventListener('message', ({ data }) => {
    const told = Told.safeParse(data).data
    if (stopped || !told) return
    if (told.kind === 'draft') drafts.heard(told.id)
    if (told.kind === 'handOver') drafts.asked(told.id)
    if (told.kind === 'entries') open.changed()
    if (told.kind === 'due') open.reminded()
    if (told.kind === 'done') open.heardDone(told.id, told.answer)
  })
  // Some browsers do not release the locks of a page in the back-forward cache, so release them on `pagehide`.
  const leaving = new AbortController()
  const resting = (event: Event, act: 'sleep' | 'wake') => {
    if (stopped || !('persisted' in event && event.persisted === true)) return
    drafts[act]()
    open[act]()
  }
  page?.addEventListener('pagehide', event => resting(event, 'sleep'), { signal: leaving.signal })
  page?.addEventListener('pageshow', event => resting(event, 'wake'), { signal: leaving.signal })
  const close = () => {
    closed = true
    leaving.abort()
    channel?.close()
    store.close()
  }
  return {
    drafts,
    writes: open,
    isDelayed: ({ state, notBefore }) => state === 'waiting' && notBefore > clock() && online.now(),
    kept: () => store.kept,
    async stop() {
      if (stopped) return
      stopped = true
      open.stop()
      await drafts.stop()
      close()
    },
    abandon() {
      stopped = true
      open.stop()
      drafts.abandon()
      close()
    },
  }
}

/** Messages between the tabs of a user. They are validated because another tab may run an older build. */
const Told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('draft'), id: z.string() }),
  /** The user continues this draft in the sending tab. */
  z.object({ kind: z.literal('handOver'), id: z.string() }),
  z.object({ kind: z.literal('entries') }),
  /** An entry may be due. The leader tab checks the queue. */
  z.object({ kind: z.literal('due') }),
  z.object({ kind: z.literal('done'), id: z.string(), answer: z.unknown() }),
])
type Told = z.output<typeof Told>
