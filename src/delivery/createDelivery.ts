import { z } from 'zod/mini'
import type { Call } from '../api/client/call.ts'
import { toBase64Url } from '../lib/encoding.ts'
import type { TabChannel } from '../lib/openChannel.ts'
import type { Locks } from '../lib/tabLeader.ts'
import type { Delivery } from './Delivery.ts'
import { createDrafts } from './drafts/createDrafts.ts'
import { createEntries } from './entries/createEntries.ts'
import { type DeliverableEndpoint, getEndpointName } from './entries/Entry.ts'
import type { SendOptions } from './entries/sendStep.ts'
import { deliveryName, getDatabaseName } from './storage/databaseName.ts'
import { createEncryption, type Encryption, noEncryption } from './storage/encryption.ts'
import { collectTexts, createFileStore } from './storage/fileStore.ts'
import { openIndexedDbStore } from './storage/indexedDbStore.ts'
import { createLogStore, type LogStore } from './storage/logStore.ts'
import { createMemoryStore } from './storage/memoryStore.ts'
import type { Condition, Store } from './storage/Store.ts'

export type DeliveryOptions = {
  userId: number
  /** 32 bytes. Without a key, the delivery stays in memory. */
  key: Uint8Array | undefined
  call: Call
  /** Whether the service supports `Idempotency-Key`. */
  supportsKeys?: () => boolean
  endpoints: readonly DeliverableEndpoint[]
  /** By name. Each creates a file from the JSON in a step. */
  makers?: Readonly<Record<string, FileMaker>>
  onStepDone?: SendOptions['onStepDone']
  clock?: () => number
  random?: (bytes: number) => Uint8Array
  indexedDB: IDBFactory | undefined
  /** Undefined in a page without a secure context, whose delivery is in memory. */
  locks: Locks | undefined
  openChannel: (name: string) => TabChannel | undefined
  /** Signed in and online. */
  active: Condition
  online: Condition
  page?: EventTarget | undefined
}

/** Throws an error with `fileName` and `reason` if the file can't be made. */
export type FileMaker = (from: unknown, readLog: LogStore['read']) => Promise<File>

const randomBytes = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

/** In memory if storage is not available. */
export async function createDelivery(options: DeliveryOptions): Promise<Delivery> {
  const { key, userId, random = randomBytes } = options
  const encryption = key && (await createEncryption(key, random).catch(() => undefined))
  const name = encryption && (await getDatabaseName(userId, key))
  const store = name === undefined ? undefined : await openStore(name, options.indexedDB)
  return createDeliveryOnStore(store ?? createMemoryStore(), encryption ?? noEncryption, options, name)
}

async function openStore(name: string, factory: IDBFactory | undefined): Promise<Store | undefined> {
  try {
    return factory && (await openIndexedDbStore(name, factory))
  } catch {
    return undefined
  }
}

/** Opens the delivery of one tab. Tests end a tab between any two transactions. */
export async function createDeliveryOnStore(
  store: Store,
  encryption: Encryption,
  options: DeliveryOptions,
  name = deliveryName(options.userId),
): Promise<Delivery> {
  const { call, endpoints, clock = Date.now, active, online, page, random = randomBytes } = options
  const newId = () => toBase64Url(random(16))
  const channel = store.isPersistent ? options.openChannel(name) : undefined
  let isStopped = false
  let isClosed = false
  const broadcast = (message: TabMessage) => {
    if (!isClosed) channel?.postMessage(message)
  }
  const dependencies = { store, encryption, clock, newId }
  const findReferencedTexts = async (): Promise<ReadonlySet<string>> => {
    const texts = new Set<string>()
    await entries.refresh()
    collectTexts(
      entries.list().map(({ steps, draft }) => ({ steps, draft })),
      texts,
    )
    await drafts.addReferencedTexts(texts)
    return texts
  }
  const files = createFileStore({ ...dependencies, findReferencedTexts })
  const logs = createLogStore({ ...dependencies, broadcast: id => broadcast({ kind: 'log', id }) })
  const drafts = createDrafts({
    ...dependencies,
    files,
    logs,
    broadcast: id => broadcast({ kind: 'draft', id }),
    page,
  })
  const entries = await createEntries({
    ...dependencies,
    name,
    call,
    locks: store.isPersistent ? options.locks : undefined,
    supportsKeys: options.supportsKeys ?? (() => false),
    endpoints: new Map(endpoints.map(each => [getEndpointName(each.endpoint), each])),
    onStepDone: options.onStepDone ?? (() => undefined),
    conditions: [active, online],
    getFile: files.get,
    async makeFile({ maker, from }) {
      const make = options.makers?.[maker]
      if (!make) throw new Error(`no maker ${maker}`)
      return (await files.put(await make(from, logs.read))).id
    },
    prepareRestore: drafts.prepareRestore,
    onBecameLeader: () => void files.collectGarbage().catch(() => undefined),
    broadcast: {
      entriesChanged: () => broadcast({ kind: 'entries' }),
      queueDue: () => broadcast({ kind: 'due' }),
    },
  })
  channel?.addEventListener('message', ({ data }) => {
    const message = TabMessage.safeParse(data).data
    if (isStopped || !message) return
    if (message.kind === 'draft') drafts.onDraftChanged(message.id)
    if (message.kind === 'log') logs.onAppended(message.id)
    if (message.kind === 'entries') void entries.refresh().catch(() => undefined)
    if (message.kind === 'due') entries.onQueueDue()
  })
  // Some browsers do not release the locks of a page in the back-forward cache.
  const pageEvents = new AbortController()
  const handlePageEvent = (event: Event, act: () => void) => {
    if (!isStopped && 'persisted' in event && event.persisted === true) act()
  }
  for (const [type, act] of [
    ['pagehide', entries.suspend],
    ['pageshow', entries.resume],
  ] as const)
    page?.addEventListener(type, event => handlePageEvent(event, act), { signal: pageEvents.signal })
  const close = () => {
    isClosed = true
    pageEvents.abort()
    channel?.close()
    store.close()
  }
  return {
    drafts,
    entries,
    isDelayed: ({ state, notBefore }) => state === 'waiting' && notBefore > clock() && online.get(),
    isPersistent: () => store.isPersistent,
    async stop() {
      if (isStopped) return
      isStopped = true
      entries.stop()
      await drafts.stop()
      close()
    },
    stopWithoutSaving() {
      isStopped = true
      entries.stop()
      drafts.stopWithoutSaving()
      close()
    },
  }
}

const TabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('draft'), id: z.string() }),
  z.object({ kind: z.literal('log'), id: z.string() }),
  z.object({ kind: z.literal('entries') }),
  z.object({ kind: z.literal('due') }),
])
type TabMessage = z.output<typeof TabMessage>
