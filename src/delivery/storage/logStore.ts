import type { Dependencies } from './encryption.ts'

/** Values in the order in which they were appended. */
export type StoredLog = {
  values: unknown[]
  nextPosition: number
  /** When the last value was stored, in Unix ms. */
  savedAt: number | undefined
}

export type LogStore = Omit<ReturnType<typeof createLogStore>, 'onAppended'>

/** Positions have a fixed length, so that row IDs sort like positions. `owner`: the log, or a file with parts. */
export const toRowId = (owner: string, position: number): string =>
  `${owner} ${String(position).padStart(8, '0')}`

/** Returns the ID by which drafts and writes refer to a row: that of the file itself, or of the log. */
export const getOwnerId = (rowId: string): string => rowId.split(' ', 1)[0] ?? rowId

type LogStoreOptions = Dependencies & {
  /** Notifies the other tabs that a log has one more value. */
  broadcast(log: string): void
}

/**
 * A log stores values one by one, e.g. the strokes of a pen, so that appending one does not save the others again. Its
 * rows are in the table of files and are removed like files (docs/decisions/072).
 */
export function createLogStore({ store, encryption, clock, newId, broadcast }: LogStoreOptions) {
  const listeners = new Set<(log: string) => void>()
  const getEncryptionName = (log: string) => `log ${log}`
  return {
    newId,
    /** Stores a value at `position`, or at the next free one if another tab used it. Throws `StorageError`. */
    async append(log: string, position: number, value: unknown): Promise<number> {
      const content = await encryption.encrypt(getEncryptionName(log), value)
      const stored = await store.write(['files'], async transaction => {
        let freePosition = position
        while (await transaction.get('files', toRowId(log, freePosition))) freePosition += 1
        await transaction.put('files', { id: toRowId(log, freePosition), createdAt: clock(), content })
        return freePosition
      })
      broadcast(log)
      return stored
    },
    /** The listener is called with the ID of a log after another tab has appended to it. */
    subscribe(listener: (log: string) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onAppended(log: string): void {
      for (const listener of listeners) listener(log)
    },
    /** Throws `StorageError`. */
    async read(log: string): Promise<StoredLog> {
      const rows = await store.read(['files'], async transaction => {
        const ids = (await transaction.getIds('files')).filter(id => id.startsWith(`${log} `)).sort()
        return (await Promise.all(ids.map(id => transaction.get('files', id)))).filter(
          row => row !== undefined,
        )
      })
      const values = await Promise.all(
        rows.map(({ content }) =>
          encryption.decrypt(getEncryptionName(log), content).then(
            value => ({ value }),
            () => undefined,
          ),
        ),
      )
      const readable = values.filter(value => value !== undefined)
      const last = rows.at(-1)
      return {
        values: readable.map(({ value }) => value),
        nextPosition: last ? Number(last.id.slice(log.length + 1)) + 1 : 0,
        savedAt: last?.createdAt,
      }
    },
  }
}
