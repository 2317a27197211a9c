import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { write } from '../../../api/cache/query.ts'
import { files } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'
import { undoMs } from '../../../delivery/entries/Entry.ts'
import type { EntryChange } from './planMove.ts'

/** `waiting`: done, and can be undone. `failed`: `changes` were not made, and `error` has the reason. */
export type ChangeSet = {
  id: number
  courseId: number
  kind: 'rename' | 'move' | 'undo'
  stage: 'sending' | 'waiting' | 'failed'
  changes: readonly EntryChange[]
  error?: unknown
}

type ChangesState = {
  sets: readonly ChangeSet[]
  /** Entries that the user has cut, until they are pasted. */
  cut: { courseId: number; ids: ReadonlySet<number> } | undefined
}

/** Renames and moves entries. Keeps what can be undone while the user opens other folders. */
export function createEntryChanges(client: QueryClient) {
  const store = createStore<ChangesState>(() => ({ sets: [], cut: undefined }))
  let lastId = 0

  const remove = (id: number) => store.setState(({ sets }) => ({ sets: sets.filter(each => each.id !== id) }))
  const add = (set: Omit<ChangeSet, 'id'>): number => {
    lastId += 1
    const id = lastId
    store.setState(({ sets }) => ({ sets: [...sets, { ...set, id }] }))
    return id
  }

  /** In order, because the names of later changes may depend on earlier ones. */
  async function send({ courseId, kind, changes }: Pick<ChangeSet, 'courseId' | 'kind' | 'changes'>) {
    const sending = add({ courseId, kind, changes, stage: 'sending' })
    const done: EntryChange[] = []
    const failed: EntryChange[] = []
    let error: unknown
    for (const change of changes) {
      const input = { course_id: courseId, file_id: change.entry.id, body: toBody(change) }
      try {
        await client.getMutationCache().build(client, write(files.change)).execute(input)
        done.push(change)
      } catch (cause) {
        failed.push(change)
        error ??= cause
      }
    }
    remove(sending)
    if (failed.length > 0) add({ courseId, kind, changes: failed, stage: 'failed', error })
    if (done.length === 0 || kind === 'undo') return
    const id = add({ courseId, kind, changes: done, stage: 'waiting' })
    setTimeout(() => remove(id), undoMs)
  }
  const take = (id: number, stage: ChangeSet['stage']): ChangeSet | undefined => {
    const set = store.getState().sets.find(each => each.id === id && each.stage === stage)
    if (set) remove(id)
    return set
  }

  return {
    subscribe: store.subscribe,
    getState: store.getState,
    /** Resolves when all changes were sent. Failures are in the state. */
    async run(courseId: number, kind: 'rename' | 'move', changes: readonly EntryChange[]): Promise<void> {
      if (changes.length > 0) await send({ courseId, kind, changes })
    },
    undo(id: number): void {
      const set = take(id, 'waiting')
      if (set) void send({ ...set, kind: 'undo', changes: set.changes.map(toReverse).reverse() })
    },
    retry(id: number): void {
      const set = take(id, 'failed')
      if (set) void send(set)
    },
    forget(id: number): void {
      take(id, 'failed')
    },
    cut(courseId: number, ids: ReadonlySet<number>): void {
      store.setState({ cut: ids.size > 0 ? { courseId, ids } : undefined })
    },
  }
}

const getFolderId = ({ parent_id }: { parent_id: number | null }) => parent_id ?? topFolderId

/** Without an unchanged name, because a name of an earlier release may break the rules of names. */
const toBody = ({ entry, name, folderId }: EntryChange) => ({
  ...(name !== entry.name && { name }),
  ...(folderId !== getFolderId(entry) && { parent_id: folderId }),
})

const toReverse = ({ entry, name, folderId }: EntryChange): EntryChange => ({
  entry: { ...entry, name, parent_id: folderId },
  name: entry.name,
  folderId: getFolderId(entry),
})
