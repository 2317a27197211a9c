import { hashKey, type QueryCacheNotifyEvent, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import type { Endpoint, Input, Rows } from '../../contract/endpoint.ts'
import { ApiError } from '../client/ApiError.ts'
import { applyWrite, cacheFlushed } from './applyWrite.ts'
import { write } from './query.ts'

export const undoFor = 10_000

/** `failed`: these are still there, the others of them are gone. `done`, of many, counts those that were sent. */
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
  /** Of all lists, to be undone, to be stopped, or not done: in the order they were asked for. */
  open: readonly Deletion<Item>[]
}

export type Undoable<Item extends { id: number }> = ReturnType<typeof undoable<Item, Delete>>
type Delete = Endpoint & { method: 'DELETE' }

export type Page = Listened & { readonly document: Pick<Document, 'visibilityState'> & Listened }
type Listened = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** The cached lists something is deleted from, each with an id of its own, and the write that does it. */
type DeletedFrom<E extends Endpoint> = {
  key: (listId: number) => QueryKey
  remove: E
  input: (listId: number, id: number) => Input<E>
}

/** So many at a time at most, where the page may not be there for them one after the other. */
const sideBySideAtMost = 20
/** More are counted on screen, and the list is read again once for all instead of being patched for each. */
const fewEnough = 10

/** Wait for `undoFor`. A page that is hidden or left sends at once; one that is killed has deleted nothing. */
export function undoable<Item extends { id: number }, E extends Delete>(
  client: QueryClient,
  page: Page,
  { key, remove, input }: DeletedFrom<E>,
) {
  const deletions = new Map<number, Deletion<Item>>()
  /** Done, and hidden until the list comes without them: the list of each. */
  const gone = new Map<number, number>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  /** What each list shows, as it is asked for; emptied by every change. */
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
  /** What the list is without needs no hiding: in a demo that began anew, something new has its id. */
  const dropGone = (event: QueryCacheNotifyEvent) => {
    const isRead = event.type === 'updated' && event.action.type === 'success'
    if (!isRead && event.type !== 'removed') return
    const absent = [...gone].filter(
      ([id, listId]) => event.query.queryHash === hashKey(key(listId)) && !(isRead && isListed(listId, id)),
    )
    if (absent.length === 0) return
    // Before those that show the list have the new one, it would be there once more.
    void cacheFlushed().then(() => {
      for (const [id] of absent) gone.delete(id)
      changed()
    })
  }

  async function send(deletion: Deletion<Item>, sideBySide: boolean): Promise<void> {
    const { id, listId, items } = deletion
    // Pressed too late the last time, it is not meant for this one.
    stopped.delete(id)
    clearTimeout(timers.get(id))
    timers.delete(id)
    // What was loaded was wiped: whoever asked for it has signed out, and nobody else does it for them.
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
        // Somebody else was quicker: it is gone as wanted.
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
    // Before those that show the list have the new one, they would be there once more.
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
  /** Only while something is being deleted: every person has deletions of their own. */
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
    /** What is being deleted already is left out. */
    start(listId: number, items: readonly Item[]): void {
      const going = goingOf(listId)
      const left = items.filter(({ id }) => !going.has(id))
      if (left.length === 0) return
      // Asked for once more: what was said of the last time is over.
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
    /** Nobody can undo them any more: a few of them go side by side. */
    sendNow,
  }
}
