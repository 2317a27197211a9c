import { createStore } from 'zustand/vanilla'
import type { Outbox } from '../../../outbox/Outbox.ts'
import {
  applyOperation,
  createHistory,
  emptyHistory,
  hasVisibleMarks,
  type MarkHistory,
  type MarkOperation,
} from '../../../ui/marks/marks.ts'
import { type MarkedFile, parseOperations } from './markedFile.ts'

/** The draft that the marks belong to. */
export type MarkOwner = {
  getMarked(): readonly MarkedFile[]
  setMarked(marked: readonly MarkedFile[]): void
  isReadOnly(): boolean
  subscribe(listener: () => void): () => void
}

export type FileMarks = {
  history: MarkHistory
  /** In Unix ms. */
  savedAt: number | undefined
  /** `failed`: storage is full or blocked. The marks exist in this page only, and saving is repeated. */
  status: 'saving' | 'saved' | 'failed'
  /** Number of stored marks that can't be read. */
  unreadable: number
}

export type MarkStore = ReturnType<typeof createMarkStore>

type Log = { id: string; position: number; unsaved: MarkOperation[] }

/** In ms. */
const retryMs = 10_000
const noFileMarks: FileMarks = { history: emptyHistory, savedAt: undefined, status: 'saved', unreadable: 0 }

/** By ID of the log: stores the operations that are not stored yet. */
const flushers = new WeakMap<Outbox, Map<string, () => Promise<boolean>>>()

/** Resolves to whether all marks of a log are stored. */
export const flushMarks = async (outbox: Outbox, log: string): Promise<boolean> =>
  (await flushers.get(outbox)?.get(log)?.()) ?? true

/** The marks of all files of one draft. Each operation is appended to the log of its file. */
export function createMarkStore(outbox: Outbox, owner: MarkOwner, clock: () => number) {
  const store = createStore<ReadonlyMap<number, FileMarks>>(() => new Map())
  const logs = new Map<number, Log>()
  const outboxFlushers = flushers.get(outbox) ?? new Map<string, () => Promise<boolean>>()
  flushers.set(outbox, outboxFlushers)
  const saving = new Map<string, Promise<boolean>>()
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let wasReadOnly = owner.isReadOnly()

  const getFile = (document: number) => store.getState().get(document) ?? noFileMarks
  const updateFile = (document: number, changed: Partial<FileMarks>) =>
    store.setState(files => new Map(files).set(document, { ...getFile(document), ...changed }), true)
  const addLog = (document: number, log: Log) => {
    logs.set(document, log)
    outboxFlushers.set(log.id, () => save(document, log))
  }
  const removeLog = (document: number, { id }: Log) => {
    logs.delete(document)
    outboxFlushers.delete(id)
  }

  async function appendUnsaved(document: number, log: Log): Promise<boolean> {
    try {
      for (let next = log.unsaved[0]; next; next = log.unsaved[0]) {
        log.position = (await outbox.drafts.logs.append(log.id, log.position, next)) + 1
        log.unsaved.shift()
      }
      if (logs.get(document) === log) updateFile(document, { status: 'saved', savedAt: clock() })
      return true
    } catch {
      if (logs.get(document) === log) updateFile(document, { status: 'failed' })
      clearTimeout(retryTimer)
      retryTimer = setTimeout(() => void save(document, log), retryMs)
      return false
    }
  }
  /** One operation after the other, so that they are stored in their order. */
  function save(document: number, log: Log): Promise<boolean> {
    const running = saving.get(log.id)
    if (running)
      return running.then(isSaved => (isSaved && log.unsaved.length > 0 ? save(document, log) : isSaved))
    if (log.unsaved.length === 0) return Promise.resolve(true)
    const result = appendUnsaved(document, log).finally(() => {
      saving.delete(log.id)
      closeIfSaved()
    })
    saving.set(log.id, result)
    return result
  }
  async function load({ document, log: id }: MarkedFile): Promise<void> {
    const log: Log = { id, position: 0, unsaved: [] }
    addLog(document, log)
    const stored = await outbox.drafts.logs.read(id).catch(() => undefined)
    if (logs.get(document) !== log || !stored) return
    const { operations, invalid } = parseOperations(stored.values)
    log.position = stored.nextPosition
    updateFile(document, {
      // Operations of this page follow those that were stored before.
      history: createHistory([...operations, ...log.unsaved]),
      savedAt: stored.savedAt,
      unreadable: stored.unreadable + invalid,
    })
  }
  /** Follows the draft: it may be returned, discarded, restored, or edited in another tab. */
  async function refresh(): Promise<void> {
    const marked = owner.getMarked()
    const isReadOnly = owner.isReadOnly()
    const wasTakenOver = wasReadOnly && !isReadOnly
    wasReadOnly = isReadOnly
    for (const [document, log] of logs) {
      const isMarked = marked.some(file => file.document === document)
      if (isMarked || !hasVisibleMarks(getFile(document).history)) continue
      removeLog(document, log)
      updateFile(document, noFileMarks)
    }
    const outdated = marked.filter(({ document, log }) => {
      const open = logs.get(document)
      return open?.id !== log || (wasTakenOver && open.unsaved.length === 0)
    })
    await Promise.all(outdated.map(load))
  }
  const syncOwner = ({ id, name }: { id: number; name: string }, log: Log, history: MarkHistory) => {
    const marked = owner.getMarked()
    const listed = marked.find(({ document }) => document === id)
    const others = marked.filter(file => file !== listed)
    if (!hasVisibleMarks(history)) {
      if (listed) owner.setMarked(others)
      return
    }
    if (!listed || listed.copy) owner.setMarked([...others, { document: id, name, log: log.id, copy: null }])
  }
  function closeIfSaved(): void {
    if (!isClosed || [...logs.values()].some(({ unsaved }) => unsaved.length > 0)) return
    for (const { id } of logs.values()) outboxFlushers.delete(id)
  }

  const loading = refresh()
  const unsubscribe = owner.subscribe(() => void refresh())
  return {
    loading,
    getState: store.getState,
    subscribe: store.subscribe,
    getFile,
    apply(file: { id: number; name: string }, operation: MarkOperation): void {
      const { history } = getFile(file.id)
      const next = applyOperation(history, operation)
      if (next === history || owner.isReadOnly()) return
      const log = logs.get(file.id) ?? { id: outbox.drafts.logs.newId(), position: 0, unsaved: [] }
      if (!logs.has(file.id)) addLog(file.id, log)
      log.unsaved.push(operation)
      updateFile(file.id, { history: next, status: 'saving' })
      syncOwner(file, log, next)
      void save(file.id, log)
    },
    close(): void {
      isClosed = true
      unsubscribe()
      closeIfSaved()
    },
  }
}
