import { hashKey, type QueryCacheNotifyEvent, type QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { applyWrite, cacheFlushed } from '../../../api/cache/applyWrite.ts'
import { keyOf, write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { perPerson } from '../useClassFiles.ts'

/** How long a deletion can be undone, ms. */
export const undoFor = 10_000

/**
 * What was deleted together. `waiting`: still at the service. `sending`: too late to undo. `failed`: these are still
 * there, the others of them are gone. `done` counts those that were sent.
 */
export type FileDeletion = {
  id: number
  courseId: number
  entries: readonly ClassFile[]
  stage: 'waiting' | 'sending' | 'failed'
  done: number
  error?: ApiError | undefined
}

/** What is being deleted, as the files of a class show it. */
export type ClassDeletions = {
  /** Shown as going, with all that is in them. */
  deleting: ReadonlySet<number>
  /** Of all classes, to be undone, to be stopped, or not done: in the order they were asked for. */
  open: readonly FileDeletion[]
}

/** Where the page goes away, and says so. */
export type Page = Listened & { readonly document: Pick<Document, 'visibilityState'> & Listened }
type Listened = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** Deletions of one person, apart from the screen that shows the files. */
export type FileDeletions = {
  /** The same object until something changes. */
  of(courseId: number): ClassDeletions
  subscribe(listener: () => void): () => void
  /** Begins one, to be undone for `undoFor`. What is being deleted already is left out. */
  start(courseId: number, entries: readonly ClassFile[]): void
  undo(id: number): void
  /** Leaves what was not sent yet as it is. */
  stop(id: number): void
  /** Sends one that failed. */
  retry(id: number): void
  /** Says no more about one that failed. */
  forget(id: number): void
  /** Nobody can undo them any more: they go now, and a few of them side by side. */
  sendNow(): void
}

const nothing: ClassDeletions = { deleting: new Set(), open: [] }
/** So many at a time at most, where the page may not be there for them one after the other. */
const sideBySideAtMost = 20
/**
 * Beyond these it is shown how far it is, and the long list is read again once for all that goes together, instead of
 * being patched for each.
 */
const fewEnough = 10
const untold = { ...files.remove, invalidates: [], patches: [] }

/** As with messages of a chat: a page that is hidden or left sends at once, one that is killed has deleted nothing. */
export function createFileDeletions(client: QueryClient, page: Page): FileDeletions {
  const deletions = new Map<number, FileDeletion>()
  /** Done, and shown as going until the list comes without them: the class of each. */
  const gone = new Map<number, number>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  /** What each class shows, worked out when it is first asked for; after a change there is none. */
  const shown = createStore<Map<number, ClassDeletions>>(() => new Map())
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
  const put = (deletion: FileDeletion) => {
    deletions.set(deletion.id, deletion)
    changed()
  }
  const drop = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    if (deletions.delete(id)) changed()
  }
  /** What the list is without needs no marking: in a demo that began anew, a new file has its id. */
  const dropGone = (event: QueryCacheNotifyEvent) => {
    const isRead = event.type === 'updated' && event.action.type === 'success'
    if (!isRead && event.type !== 'removed') return
    const absent = [...gone].filter(([id, courseId]) => {
      const key = keyOf(files.list, { course_id: courseId })
      if (event.query.queryHash !== hashKey(key)) return false
      return !isRead || !isListed(courseId, id)
    })
    if (absent.length === 0) return
    // Before those that show the list have the new one, it would be there once more.
    void cacheFlushed().then(() => {
      for (const [id] of absent) gone.delete(id)
      changed()
    })
  }

  async function send(deletion: FileDeletion, sideBySide: boolean): Promise<void> {
    const { id, courseId, entries } = deletion
    clearTimeout(timers.get(id))
    timers.delete(id)
    // What was loaded was wiped: whoever asked for it has signed out, and nobody else does it for them.
    if (!client.getQueryData(keyOf(files.list, { course_id: courseId }))) return drop(id)
    put({ id, courseId, entries, stage: 'sending', done: 0 })
    const isMany = entries.length > fewEnough
    const sentAt = Date.now()
    const left: ClassFile[] = []
    let error: ApiError | undefined
    const sendOne = async (entry: ClassFile) => {
      const input = { course_id: courseId, file_id: entry.id }
      try {
        await client
          .getMutationCache()
          .build(client, write(isMany ? untold : files.remove))
          .execute(input)
      } catch (cause) {
        const failure = cause instanceof ApiError ? cause : undefined
        if (failure?.kind !== 'notFound') {
          left.push(entry)
          error ??= failure
          return
        }
        // Somebody else was quicker: it is gone as wanted.
        if (!isMany) applyWrite(client, { endpoint: files.remove, input, sentAt }, undefined)
      }
      if (isListed(courseId, entry.id)) gone.set(entry.id, courseId)
    }
    if (sideBySide && entries.length <= sideBySideAtMost) await Promise.all(entries.map(sendOne))
    else {
      for (const [index, entry] of entries.entries()) {
        if (stopped.delete(id)) break
        await sendOne(entry)
        if (isMany) put({ id, courseId, entries, stage: 'sending', done: index + 1 })
      }
    }
    // Before those that show the list have the new one, the entries would be there once more.
    await cacheFlushed()
    if (left.length > 0) put({ id, courseId, entries: left, stage: 'failed', done: 0, error })
    else drop(id)
    if (isMany) {
      const endpoint = { ...files.remove, patches: [] }
      applyWrite(client, { endpoint, input: { course_id: courseId }, sentAt }, undefined)
    }
  }
  const isListed = (courseId: number, id: number) =>
    client.getQueryData(keyOf(files.list, { course_id: courseId }))?.rows.some(row => row.id === id) ?? false
  const sendNow = () => {
    for (const deletion of [...deletions.values()])
      if (deletion.stage === 'waiting') void send(deletion, true)
  }
  /** Only while something is being deleted: every person who signs in has deletions of their own. */
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
  const goingIn = (courseId: number) => {
    const going = new Set<number>()
    for (const deletion of deletions.values()) {
      if (deletion.courseId !== courseId || deletion.stage === 'failed') continue
      for (const { id } of deletion.entries) going.add(id)
    }
    for (const [id, course] of gone) if (course === courseId) going.add(id)
    return going
  }

  return {
    of(courseId) {
      const known = shown.getState().get(courseId)
      if (known) return known
      const open = [...deletions.values()].filter(
        ({ stage, entries }) => stage !== 'sending' || entries.length > fewEnough,
      )
      const deleting = goingIn(courseId)
      const now = open.length + deleting.size === 0 ? nothing : { deleting, open }
      shown.getState().set(courseId, now)
      return now
    },
    subscribe: shown.subscribe,
    start(courseId, entries) {
      const going = goingIn(courseId)
      const left = entries.filter(entry => !going.has(entry.id))
      if (left.length === 0) return
      // Asked for once more: what was said of the last time is over.
      for (const [id, { stage, entries: failed }] of [...deletions]) {
        if (stage === 'failed' && failed.some(entry => left.includes(entry))) deletions.delete(id)
      }
      lastId += 1
      const deletion: FileDeletion = { id: lastId, courseId, entries: left, stage: 'waiting', done: 0 }
      timers.set(
        deletion.id,
        setTimeout(() => void send(deletion, false), undoFor),
      )
      put(deletion)
    },
    undo(id) {
      if (deletions.get(id)?.stage === 'waiting') drop(id)
    },
    stop(id) {
      if (deletions.get(id)?.stage === 'sending') stopped.add(id)
    },
    retry(id) {
      const deletion = deletions.get(id)
      if (deletion?.stage === 'failed') void send(deletion, false)
    },
    forget(id) {
      if (deletions.get(id)?.stage === 'failed') drop(id)
    },
    sendNow,
  }
}

/** The deletions of the signed-in person. */
export const useFileDeletions = perPerson(client => createFileDeletions(client, window))
