import { createStore } from 'zustand/vanilla'
import type { Delivery } from '../../../delivery/Delivery.ts'
import { memoizePerOwner } from '../../../lib/memoizePerOwner.ts'
import {
  applyOperation,
  createHistory,
  emptyHistory,
  hasVisibleMarks,
  type MarkHistory,
  type MarkOperation,
} from '../../../ui/marks/marks.ts'
import type { MarkedFile } from './markedFile.ts'
import { findMarkLog, type MarkLog, type MarkLogState, openMarkLog } from './markLog.ts'

/** The draft that the marks belong to. */
type MarkOwner = {
  getMarked(): readonly MarkedFile[]
  setMarked(marked: readonly MarkedFile[]): void
  /** Stores the draft. Resolves to whether it is stored. */
  flush(): Promise<boolean>
  subscribe(listener: () => void): () => void
}

export type FileMarks = MarkLogState & { history: MarkHistory }

/** A document of the pupil. */
type MarkableFile = { id: number; name: string }

export type MarkStore = ReturnType<typeof createMarkStore>

type OpenLog = { log: MarkLog; release: () => void }

export const noFileMarks: FileMarks = { history: emptyHistory, savedAt: undefined, status: 'saved' }

/** Resolves to whether all marks of a log are stored. */
export const flushMarks = async (delivery: Delivery, log: string): Promise<boolean> =>
  (await findMarkLog(delivery, log)?.flush()) ?? true

/** The marks of all files of one draft. Each operation is appended to the log of its file. */
export function createMarkStore(delivery: Delivery, owner: MarkOwner, clock: () => number) {
  const store = createStore<ReadonlyMap<number, FileMarks>>(() => new Map())
  const logs = new Map<number, OpenLog>()

  const getFile = (document: number) => store.getState().get(document) ?? noFileMarks
  const updateFile = (document: number, changed: Partial<FileMarks>) =>
    store.setState(files => new Map(files).set(document, { ...getFile(document), ...changed }), true)
  /** Files whose draft is being stored. A crash before that would lose their first marks, although the log is stored. */
  const unstoredFiles = new Set<number>()
  const updateLogState = (document: number, state: MarkLogState) => {
    const isSaving = state.status === 'saved' && unstoredFiles.has(document)
    updateFile(document, isSaving ? { ...state, status: 'saving' } : state)
  }
  const removeLog = (document: number) => {
    logs.get(document)?.release()
    logs.delete(document)
  }
  const addLog = (document: number, log: MarkLog) => {
    removeLog(document)
    const releaseLog = log.retain()
    const unsubscribe = log.state.subscribe(state => updateLogState(document, state))
    const release = () => {
      unsubscribe()
      releaseLog()
    }
    logs.set(document, { log, release })
    updateLogState(document, log.state.getState())
  }
  async function load({ document, log: id }: MarkedFile): Promise<void> {
    const open = logs.get(document)?.log
    const log = open?.id === id ? open : openMarkLog(delivery, id, clock)
    if (open !== log) addLog(document, log)
    await log.load(open === log).catch(() => undefined)
    if (logs.get(document)?.log === log) updateFile(document, { history: createHistory(log.getOperations()) })
  }
  /** Follows the draft: it may be returned, discarded or restored. */
  async function refresh(): Promise<void> {
    const marked = owner.getMarked()
    for (const document of [...logs.keys()]) {
      const isMarked = marked.some(file => file.document === document)
      // The undo of erased marks needs the log.
      if (isMarked || !hasVisibleMarks(getFile(document).history)) continue
      removeLog(document)
      updateFile(document, noFileMarks)
    }
    const outdated = marked.filter(({ document, log }) => logs.get(document)?.log.id !== log)
    await Promise.all(outdated.map(load))
  }
  /**
   * Returns the log to which operations of a file are appended. The rows of a log that no draft refers to are deleted, so
   * its operations are stored again in a new log.
   */
  const getWritableLog = ({ id }: MarkableFile): MarkLog => {
    const open = logs.get(id)?.log
    if (open && owner.getMarked().some(({ log }) => log === open.id)) return open
    const operations = open?.getOperations() ?? []
    const log = openMarkLog(delivery, delivery.drafts.logs.newId(), clock, operations)
    addLog(id, log)
    return log
  }
  async function storeMarked(document: number, marked: readonly MarkedFile[]): Promise<void> {
    unstoredFiles.add(document)
    owner.setMarked(marked)
    const log = logs.get(document)?.log
    if (log) updateLogState(document, log.state.getState())
    await owner.flush()
    unstoredFiles.delete(document)
    const current = logs.get(document)?.log
    if (current) updateLogState(document, current.state.getState())
  }
  const syncOwner = ({ id, name }: MarkableFile, log: MarkLog, history: MarkHistory) => {
    const marked = owner.getMarked()
    const listed = marked.find(({ document }) => document === id)
    const others = marked.filter(file => file !== listed)
    if (!hasVisibleMarks(history)) {
      if (listed) void storeMarked(id, others)
      return
    }
    // The sent copy has other marks.
    if (!listed || listed.isSent) void storeMarked(id, [...others, { document: id, name, log: log.id }])
  }

  const outdatedLogs = new Set<string>()
  /** Reads the marks again that another tab has stored. Strokes that follow fast are read together. */
  async function reloadLog(id: string): Promise<void> {
    const file = owner.getMarked().find(({ log }) => log === id)
    const log = file && logs.get(file.document)?.log
    if (!file || log?.id !== id || outdatedLogs.has(id)) return
    outdatedLogs.add(id)
    await log.flush()
    outdatedLogs.delete(id)
    if (logs.get(file.document)?.log === log) await load(file)
  }

  const loading = refresh()
  const unsubscribeOwner = owner.subscribe(() => void refresh())
  const unsubscribeLogs = delivery.drafts.logs.subscribe(log => void reloadLog(log))
  /** Returns the marks after the operation, or undefined if it changed nothing. */
  const apply = (file: MarkableFile, operation: MarkOperation): MarkHistory | undefined => {
    const { history } = getFile(file.id)
    const next = applyOperation(history, operation)
    if (next === history) return undefined
    const log = getWritableLog(file)
    // Before the draft changes, because that reads the marks again.
    updateFile(file.id, { history: next })
    log.append(operation)
    syncOwner(file, log, next)
    return next
  }
  return {
    loading,
    getState: store.getState,
    subscribe: store.subscribe,
    getFile,
    apply,
    /** Erases all marks of a file. Undo restores them. */
    eraseAll(file: MarkableFile): void {
      const ids = [...getFile(file.id).history.pages.values()].flat().map(({ id }) => id)
      if (ids.length > 0) apply(file, { type: 'erase', ids })
    },
    close(): void {
      unsubscribeOwner()
      unsubscribeLogs()
      for (const document of [...logs.keys()]) removeLog(document)
    },
  }
}

const getOpenStores = memoizePerOwner((_: Delivery) => new Map<string, MarkStore>())

/** Returns the open marks of a draft. Undefined if the work of the pupil is not on screen. */
export const findMarkStore = (delivery: Delivery, draftKey: string): MarkStore | undefined =>
  getOpenStores(delivery).get(draftKey)

export function registerMarkStore(delivery: Delivery, draftKey: string, store: MarkStore): () => void {
  const stores = getOpenStores(delivery)
  stores.set(draftKey, store)
  return () => {
    if (stores.get(draftKey) === store) stores.delete(draftKey)
  }
}
