import { z } from 'zod/mini'
import type { Written } from '../api/cache/applyWrite.ts'
import type { Call } from '../api/client/call.ts'
import type { Setting } from '../contract/settings.ts'
import { toBase64Url } from '../lib/encoding.ts'
import type { TabChannel } from '../lib/openChannel.ts'
import { createDrafts } from './drafts/createDrafts.ts'
import type { Outbox } from './Outbox.ts'
import { createQueue, type Queue } from './queue/createQueue.ts'
import { isExpired } from './queue/entries.ts'
import { createSenderLeader, type OutboxLocks } from './queue/senderLeader.ts'
import type { WriteKind } from './queue/Writes.ts'
import { createSettings } from './settings/createSettings.ts'
import type { SettingKind } from './settings/settingKind.ts'
import { createEncryption, type Encryption, noEncryption } from './storage/encryption.ts'
import { collectTexts, createFileStore } from './storage/fileStore.ts'
import { openIndexedDbStore } from './storage/indexedDbStore.ts'
import { createLogStore } from './storage/logStore.ts'
import { createMemoryStore } from './storage/memoryStore.ts'
import { getDatabaseName, outboxName } from './storage/outboxName.ts'
import type { Condition, Store } from './storage/Store.ts'

export type OutboxOptions = {
  userId: number
  /** 32 bytes. Without a key, the outbox stays in memory. */
  key: Uint8Array | undefined
  call: Call
  /** Whether the service supports `Idempotency-Key`. */
  supportsKeys?: () => boolean
  kinds: readonly WriteKind[]
  settingKinds?: readonly SettingKind[]
  /** Called when the service has stored a setting. */
  onSettingStored?: (write: Written, response: Setting) => void
  clock?: () => number
  random?: (bytes: number) => Uint8Array
  indexedDB: IDBFactory | undefined
  locks: OutboxLocks | undefined
  openChannel: (name: string) => TabChannel | undefined
  /** Signed in and online. */
  active: Condition
  online: Condition
  page?: EventTarget | undefined
}

const randomBytes = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

/** In memory if storage is not available. */
export async function createOutbox(options: OutboxOptions): Promise<Outbox> {
  const { key, userId, random = randomBytes } = options
  const encryption = key && (await createEncryption(key, random).catch(() => undefined))
  const name = encryption && (await getDatabaseName(userId, key))
  const store = name === undefined ? undefined : await openStore(name, options.indexedDB)
  return createOutboxOnStore(store ?? createMemoryStore(), encryption ?? noEncryption, options, name)
}

async function openStore(name: string, factory: IDBFactory | undefined): Promise<Store | undefined> {
  try {
    return factory && (await openIndexedDbStore(name, factory))
  } catch {
    return undefined
  }
}

/** Opens the outbox of one tab. Tests end a tab between any two transactions. */
export async function createOutboxOnStore(
  store: Store,
  encryption: Encryption,
  options: OutboxOptions,
  name = outboxName(options.userId),
): Promise<Outbox> {
  const { userId, call, kinds, locks, clock = Date.now, active, online, page } = options
  const { supportsKeys = () => false, settingKinds = [], onSettingStored = () => undefined } = options
  const { random = randomBytes } = options
  const newId = () => toBase64Url(random(16))
  const channel = store.isPersistent ? options.openChannel(name) : undefined
  let isStopped = false
  let isClosed = false
  const broadcast = (message: TabMessage) => {
    if (!isClosed) channel?.postMessage(message)
  }

  let writes: Queue | undefined
  const findReferencedTexts = async (): Promise<ReadonlySet<string> | undefined> => {
    const texts = new Set<string>()
    await writes?.entries.refresh()
    for (const entry of writes?.entries.list() ?? []) {
      if (!isExpired(entry, clock())) collectTexts(entry.content, texts)
    }
    return (await drafts.addReferencedTexts(texts)) ? texts : undefined
  }
  const dependencies = { store, encryption, clock, newId }
  const files = createFileStore({ ...dependencies, findReferencedTexts })
  const logs = createLogStore({ ...dependencies, broadcast: id => broadcast({ kind: 'log', id }) })
  const drafts = createDrafts({
    ...dependencies,
    files,
    logs,
    locks,
    name,
    broadcast: id => broadcast({ kind: 'draft', id }),
    requestHandOver: id => broadcast({ kind: 'handOver', id }),
    page,
  })
  const tab = newId()
  writes = await createQueue({
    ...dependencies,
    userId,
    call,
    supportsKeys,
    kinds,
    conditions: [active, online],
    getFile: files.get,
    releaseFiles: contents => void files.release(collectTexts(contents)).catch(() => undefined),
    broadcast: {
      entriesChanged: () => broadcast({ kind: 'entries' }),
      queueDue: () => broadcast({ kind: 'due' }),
      entryDone: (id, response) => broadcast({ kind: 'done', id, answer: response }),
    },
    createSenderLeader: onBecameLeader =>
      createSenderLeader({
        name,
        locks,
        store,
        tab,
        clock,
        onBecameLeader() {
          onBecameLeader()
          void files.collectGarbage().catch(() => undefined)
        },
      }),
  })
  const open = writes
  const settings = createSettings({
    ...{ call, drafts, clock, page },
    kinds: settingKinds,
    conditions: [active, online],
    onStored: onSettingStored,
  })
  channel?.addEventListener('message', ({ data }) => {
    const message = TabMessage.safeParse(data).data
    if (isStopped || !message) return
    if (message.kind === 'draft') drafts.onDraftChanged(message.id)
    if (message.kind === 'handOver') drafts.onHandOverRequested(message.id)
    if (message.kind === 'log') logs.onAppended(message.id)
    if (message.kind === 'entries') open.onEntriesChanged()
    if (message.kind === 'due') open.onQueueDue()
    if (message.kind === 'done') open.onEntryDone(message.id, message.answer)
  })
  // Some browsers do not release the locks of a page in the back-forward cache.
  const pageEvents = new AbortController()
  const handlePageEvent = (event: Event, act: 'suspend' | 'resume') => {
    if (isStopped || !('persisted' in event && event.persisted === true)) return
    drafts[act]()
    open[act]()
  }
  page?.addEventListener('pagehide', event => handlePageEvent(event, 'suspend'), {
    signal: pageEvents.signal,
  })
  page?.addEventListener('pageshow', event => handlePageEvent(event, 'resume'), { signal: pageEvents.signal })
  const close = () => {
    isClosed = true
    pageEvents.abort()
    channel?.close()
    store.close()
  }
  return {
    drafts,
    writes: open,
    settings,
    isDelayed: ({ state, notBefore }) => state === 'waiting' && notBefore > clock() && online.get(),
    isPersistent: () => store.isPersistent,
    async stop() {
      if (isStopped) return
      isStopped = true
      open.stop()
      settings.stop()
      await drafts.stop()
      close()
    },
    stopWithoutSaving() {
      isStopped = true
      open.stop()
      settings.stop()
      drafts.stopWithoutSaving()
      close()
    },
  }
}

/** Another tab may run an older build. */
const TabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('draft'), id: z.string() }),
  z.object({ kind: z.literal('handOver'), id: z.string() }),
  z.object({ kind: z.literal('log'), id: z.string() }),
  z.object({ kind: z.literal('entries') }),
  z.object({ kind: z.literal('due') }),
  z.object({ kind: z.literal('done'), id: z.string(), answer: z.unknown() }),
])
type TabMessage = z.output<typeof TabMessage>
