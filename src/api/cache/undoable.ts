import { hashKey, type QueryCacheNotifyEvent, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import type { Endpoint, Input, Rows } from '../../contract/endpoint.ts'
import { ApiError } from '../client/ApiError.ts'
import { applyWrite, cacheFlushed } from './applyWrite.ts'
import { write } from './query.ts'

export const undoFor = 10_000

/**
 * A deletion of one or more rows. In the stage `failed`, `items` are the rows that still exist. `done` is the number of
 * requests sent, if there are many.
 */
export type Deletion<Item> = {
  id: number
  listId: number
  items: readonly Item[]
  stage: 'waiting' | 'sending' | 'failed'
  done?: number
  error?: ApiError | undefined
}

export type Deleting<Item> = {
  deleting: ReadonlySet<number>
  /** Deletions of all lists that can be undone or stopped, or have failed, in the order of their start. */
  open: readonly Deletion<Item>[]
}

export type Undoable<Item extends { id: number }> = ReturnType<typeof undoable<Item, Delete>>
type Delete = Endpoint & { method: 'DELETE' }

export type Page = Listened & { readonly document: Pick<Document, 'visibilityState'> & Listened }
type Listened = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** The cached lists to delete from, each with its own ID, and the endpoint that deletes. */
type DeletedFrom<E extends Endpoint> = {
  key: (listId: number) => QueryKey
  remove: E
  input: (listId: number, id: number) => Input<E>
}

/**
 * Up to this many requests are sent in parallel if the page is left, because it may not exist long enough for a
 * sequence.
 */
const sideBySideAtMost = 20
/** With more rows, the screen shows a count. The list is refetched once instead of being patched for each row. */
const fewEnough = 10

/**
 * Creates deletions that are sent after `undoFor`. If the page is hidden or left, they are sent at once. If it crashes,
 * they are not sent.
 */
export function undoable<Item extends { id: number }, E extends Delete>(
  client: QueryClient,
  page: Page,
  { key, remove, input }: DeletedFrom<E>,
) {
  const deletions = new Map<number, Deletion<Item>>()
  /** List ID by row ID, for deleted rows that are hidden until the list is loaded without them. */
  const gone = new Map<number, number>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  /** Result of `of` for each list. Filled on access, cleared by every change. */
  const shown = createStore<Map<number, Deleting<Item>>>(() => new Map())
  const stopped = new Set<number>()
  let lastId = 0
  let stopListening: (() => void) | undefined

  const changed = () => {
    if (deletions.size + gone.size > 0) stopListening ??= listen()
    else {
      stopListening?.()
      stopListening = undefined
    }
    shown.setState(new Map(), true)
  }
  const put = (deletion: Deletion<Item>) => {
    deletions.set(deletion.id, deletion)
    changed()
  }
  const drop = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    if (deletions.delete(id)) changed()
  }
  const listed = (listId: number) => client.getQueryData<Rows<Item>>(key(listId))?.rows
  const isListed = (listId: number, id: number) => listed(listId)?.some(row => row.id === id) ?? false
  /** A row that the list no longer contains need not be hidden. In a restarted demo, a new row can have the same ID. */
  const dropGone = (event: QueryCacheNotifyEvent) => {
    const isRead = event.type === 'updated' && event.action.type === 'success'
    if (!isRead && event.type !== 'removed') return
    const absent = [...gone].filter(
      ([id, listId]) => event.query.queryHash === hashKey(key(listId)) && !(isRead && isListed(listId, id)),
    )
    if (absent.length === 0) return
    // The row stays hidden until the screens show the new list. Otherwise it would appear again for a moment.
    void cacheFlushed().then(() => {
      for (const [id] of absent) gone.delete(id)
      changed()
    })
  }

  async function send(deletion: Deletion<Item>, sideBySide: boolean): Promise<void> {
    const { id, listId, items } = deletion
    // A stop that came too late last time is not meant for this attempt.
    stopped.delete(id)
    clearTimeout(timers.get(id))
    timers.delete(id)
    // The cache was cleared, so the user has signed out. Another user must not delete on their behalf.
    if (!listed(listId)) return drop(id)
    const isMany = items.length > fewEnough
    const sending = (done: number) => put({ id, listId, items, stage: 'sending', ...(isMany && { done }) })
    sending(0)
    const sentAt = Date.now()
    const left: Item[] = []
    let error: ApiError | undefined
    const once = write(isMany ? { ...remove, invalidates: [], patches: [] } : remove)
    const sendOne = async (item: Item) => {
      const itsInput = input(listId, item.id)
      try {
        await client.getMutationCache().build(client, once).execute(itsInput)
      } catch (cause) {
        const failure = cause instanceof ApiError ? cause : undefined
        if (failure?.kind !== 'notFound') {
          left.push(item)
          error ??= failure
          return
        }
        // Another user was faster. The row is deleted, as intended.
        if (!isMany) applyWrite(client, { endpoint: remove, input: itsInput, sentAt }, undefined)
      }
      if (isListed(listId, item.id)) gone.set(item.id, listId)
    }
    if (sideBySide && items.length <= sideBySideAtMost) await Promise.all(items.map(sendOne))
    else {
      for (const [index, item] of items.entries()) {
        if (stopped.delete(id)) break
        await sendOne(item)
        if (isMany) sending(index + 1)
      }
    }
    // The rows stay hidden until the screens show the new list. Otherwise they would appear again for a moment.
    await cacheFlushed()
    if (left.length > 0) put({ id, listId, items: left, stage: 'failed', error })
    else drop(id)
    if (isMany) {
      const endpoint = { ...remove, patches: [] }
      applyWrite(client, { endpoint, input: input(listId, items[0]?.id ?? 0), sentAt }, undefined)
    }
  }
  const sendNow = () => {
    for (const deletion of [...deletions.values()])
      if (deletion.stage === 'waiting') void send(deletion, true)
  }
  /** Listens only while there are deletions, because each signed-in user has their own instance. */
  function listen() {
    const hide = () => {
      if (page.document.visibilityState === 'hidden') sendNow()
    }
    page.addEventListener('pagehide', sendNow)
    page.document.addEventListener('visibilitychange', hide)
    const unsubscribe = client.getQueryCache().subscribe(dropGone)
    return () => {
      page.removeEventListener('pagehide', sendNow)
      page.document.removeEventListener('visibilitychange', hide)
      unsubscribe()
    }
  }
  const goingOf = (listId: number) => {
    const going = [...deletions.values()].filter(each => each.listId === listId && each.stage !== 'failed')
    const done = [...gone].filter(([, its]) => its === listId)
    return new Set([...going.flatMap(({ items }) => items.map(({ id }) => id)), ...done.map(([id]) => id)])
  }
  const nothing: Deleting<Item> = { deleting: new Set(), open: [] }

  return {
    of(listId: number): Deleting<Item> {
      const known = shown.getState().get(listId)
      if (known) return known
      const open = [...deletions.values()].filter(
        ({ stage, done }) => stage !== 'sending' || done !== undefined,
      )
      const deleting = goingOf(listId)
      const now = open.length + deleting.size === 0 ? nothing : { deleting, open }
      shown.getState().set(listId, now)
      return now
    },
    subscribe: shown.subscribe,
    /** Skips rows that are being deleted already. */
    start(listId: number, items: readonly Item[]): void {
      const going = goingOf(listId)
      const left = items.filter(({ id }) => !going.has(id))
      if (left.length === 0) return
      // The new attempt replaces the message about the failed one.
      const ids = new Set(left.map(({ id }) => id))
      for (const [id, { stage, items: failed }] of [...deletions]) {
        if (stage === 'failed' && failed.some(item => ids.has(item.id))) deletions.delete(id)
      }
      lastId += 1
      const deletion: Deletion<Item> = { id: lastId, listId, items: left, stage: 'waiting' }
      timers.set(
        deletion.id,
        setTimeout(() => void send(deletion, false), undoFor),
      )
      put(deletion)
    },
    undo(id: number): void {
      if (deletions.get(id)?.stage === 'waiting') drop(id)
    },
    stop(id: number): void {
      if (deletions.get(id)?.stage === 'sending') stopped.add(id)
    },
    retry(id: number): void {
      const deletion = deletions.get(id)
      if (deletion?.stage === 'failed') void send(deletion, false)
    },
    forget(id: number): void {
      if (deletions.get(id)?.stage === 'failed') drop(id)
    },
    /** Sends all waiting deletions, because they can't be undone any more. A few rows are sent in parallel. */
    sendNow,
  }
}
