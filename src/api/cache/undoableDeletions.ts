import { hashKey, type QueryCacheNotifyEvent, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import type { Endpoint, Input, Rows } from '../../contract/endpoint.ts'
import { ApiError } from '../client/ApiError.ts'
import { applyWrite, waitForCacheFlush } from './applyWrite.ts'
import { write } from './query.ts'

export const undoMs = 10_000

/** If `failed`, `items` are the rows that still exist. `done` counts requests, if there are many. */
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
  open: readonly Deletion<Item>[]
}

export type UndoableDeletions<Item extends { id: number }> = ReturnType<
  typeof createUndoableDeletions<Item, Delete>
>
type Delete = Endpoint & { method: 'DELETE' }

export type Page = Listenable & { readonly document: Pick<Document, 'visibilityState'> & Listenable }
type Listenable = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

type DeletionTarget<E extends Endpoint> = {
  key: (listId: number) => QueryKey
  remove: E
  input: (listId: number, id: number) => Input<E>
}

/** On leaving the page, which may not last long enough for a sequence. */
const maxParallel = 20
/** With more rows, shows a count and refetches the list once. */
const maxPatchedRows = 10

/** Sends after `undoMs`, or when the page is hidden or left. A crash cancels the deletion. */
export function createUndoableDeletions<Item extends { id: number }, E extends Delete>(
  client: QueryClient,
  page: Page,
  { key, remove, input }: DeletionTarget<E>,
) {
  const deletions = new Map<number, Deletion<Item>>()
  /** List ID by row ID, until the list is loaded without the row. */
  const hiddenRows = new Map<number, number>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const stateByList = createStore<Map<number, Deleting<Item>>>(() => new Map())
  const stoppedIds = new Set<number>()
  let lastId = 0
  let stopListening: (() => void) | undefined

  const notify = () => {
    if (deletions.size + hiddenRows.size > 0) stopListening ??= listen()
    else {
      stopListening?.()
      stopListening = undefined
    }
    stateByList.setState(new Map(), true)
  }
  const setDeletion = (deletion: Deletion<Item>) => {
    deletions.set(deletion.id, deletion)
    notify()
  }
  const removeDeletion = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    if (deletions.delete(id)) notify()
  }
  const getListedRows = (listId: number) => client.getQueryData<Rows<Item>>(key(listId))?.rows
  const isListed = (listId: number, id: number) => getListedRows(listId)?.some(row => row.id === id) ?? false
  /** In a restarted demo, a new row can have the ID of a hidden one. */
  const unhideAbsentRows = (event: QueryCacheNotifyEvent) => {
    const isRead = event.type === 'updated' && event.action.type === 'success'
    if (!isRead && event.type !== 'removed') return
    const absent = [...hiddenRows].filter(
      ([id, listId]) => event.query.queryHash === hashKey(key(listId)) && !(isRead && isListed(listId, id)),
    )
    if (absent.length === 0) return
    void waitForCacheFlush().then(() => {
      for (const [id] of absent) hiddenRows.delete(id)
      notify()
    })
  }

  async function send(deletion: Deletion<Item>, isParallel: boolean): Promise<void> {
    const { id, listId, items } = deletion
    // Ignore a late stop of the last attempt.
    stoppedIds.delete(id)
    clearTimeout(timers.get(id))
    timers.delete(id)
    // Signed out: do not delete in another user's name.
    if (!getListedRows(listId)) return removeDeletion(id)
    const isMany = items.length > maxPatchedRows
    const reportProgress = (done: number) =>
      setDeletion({ id, listId, items, stage: 'sending', ...(isMany && { done }) })
    reportProgress(0)
    const sentAt = Date.now()
    const remaining: Item[] = []
    let error: ApiError | undefined
    const mutation = write(isMany ? { ...remove, invalidates: [], patches: [] } : remove)
    const sendOne = async (item: Item) => {
      const itsInput = input(listId, item.id)
      try {
        await client.getMutationCache().build(client, mutation).execute(itsInput)
      } catch (cause) {
        const failure = cause instanceof ApiError ? cause : undefined
        if (failure?.kind !== 'notFound') {
          remaining.push(item)
          error ??= failure
          return
        }
        // Another user has deleted it already.
        if (!isMany) applyWrite(client, { endpoint: remove, input: itsInput, sentAt }, undefined)
      }
      if (isListed(listId, item.id)) hiddenRows.set(item.id, listId)
    }
    if (isParallel && items.length <= maxParallel) await Promise.all(items.map(sendOne))
    else {
      for (const [index, item] of items.entries()) {
        if (stoppedIds.delete(id)) break
        await sendOne(item)
        if (isMany) reportProgress(index + 1)
      }
    }
    // Otherwise the rows would reappear for a moment.
    await waitForCacheFlush()
    if (remaining.length > 0) setDeletion({ id, listId, items: remaining, stage: 'failed', error })
    else removeDeletion(id)
    if (isMany) {
      const endpoint = { ...remove, patches: [] }
      applyWrite(client, { endpoint, input: input(listId, items[0]?.id ?? 0), sentAt }, undefined)
    }
  }
  const sendNow = () => {
    for (const deletion of [...deletions.values()])
      if (deletion.stage === 'waiting') void send(deletion, true)
  }
  /** Only during deletions, because each signed-in user has their own instance. */
  function listen() {
    const handleVisibilityChange = () => {
      if (page.document.visibilityState === 'hidden') sendNow()
    }
    page.addEventListener('pagehide', sendNow)
    page.document.addEventListener('visibilitychange', handleVisibilityChange)
    const unsubscribe = client.getQueryCache().subscribe(unhideAbsentRows)
    return () => {
      page.removeEventListener('pagehide', sendNow)
      page.document.removeEventListener('visibilitychange', handleVisibilityChange)
      unsubscribe()
    }
  }
  const getDeletingIds = (listId: number) => {
    const inProgress = [...deletions.values()].filter(
      each => each.listId === listId && each.stage !== 'failed',
    )
    const done = [...hiddenRows].filter(([, its]) => its === listId)
    return new Set([
      ...inProgress.flatMap(({ items }) => items.map(({ id }) => id)),
      ...done.map(([id]) => id),
    ])
  }
  const noDeletions: Deleting<Item> = { deleting: new Set(), open: [] }

  return {
    getState(listId: number): Deleting<Item> {
      const known = stateByList.getState().get(listId)
      if (known) return known
      const open = [...deletions.values()].filter(
        ({ stage, done }) => stage !== 'sending' || done !== undefined,
      )
      const deleting = getDeletingIds(listId)
      const now = open.length + deleting.size === 0 ? noDeletions : { deleting, open }
      stateByList.getState().set(listId, now)
      return now
    },
    subscribe: stateByList.subscribe,
    start(listId: number, items: readonly Item[]): void {
      const inProgress = getDeletingIds(listId)
      const remaining = items.filter(({ id }) => !inProgress.has(id))
      if (remaining.length === 0) return
      const ids = new Set(remaining.map(({ id }) => id))
      for (const [id, { stage, items: failed }] of [...deletions]) {
        if (stage === 'failed' && failed.some(item => ids.has(item.id))) deletions.delete(id)
      }
      lastId += 1
      const deletion: Deletion<Item> = { id: lastId, listId, items: remaining, stage: 'waiting' }
      timers.set(
        deletion.id,
        setTimeout(() => void send(deletion, false), undoMs),
      )
      setDeletion(deletion)
    },
    undo(id: number): void {
      if (deletions.get(id)?.stage === 'waiting') removeDeletion(id)
    },
    stop(id: number): void {
      if (deletions.get(id)?.stage === 'sending') stoppedIds.add(id)
    },
    retry(id: number): void {
      const deletion = deletions.get(id)
      if (deletion?.stage === 'failed') void send(deletion, false)
    },
    forget(id: number): void {
      if (deletions.get(id)?.stage === 'failed') removeDeletion(id)
    },
    sendNow,
  }
}
