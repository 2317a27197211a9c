import type { Store, TableName, Tables, Transaction } from './Store.ts'
import { tableNames } from './Store.ts'

export function createMemoryStore(): Store {
  const tables = new Map<TableName, Map<string, Tables[TableName]>>(
    tableNames.map(name => [name, new Map<string, Tables[TableName]>()]),
  )
  const rowsOf = <N extends TableName>(name: N) => tables.get(name) as Map<string, Tables[N]>
  let queue: Promise<unknown> = Promise.resolve()

  const run = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const result = queue.then(async () => {
      const undo: (() => void)[] = []
      const recordUndo = (table: TableName, id: string) => {
        const before = rowsOf(table).get(id)
        undo.push(() => (before ? rowsOf(table).set(id, before) : rowsOf(table).delete(id)))
      }
      try {
        return await work({
          get: async (table, id) => rowsOf(table).get(id),
          getAll: async table => [...rowsOf(table).values()],
          getIds: async table => [...rowsOf(table).keys()],
          async put(table, row) {
            recordUndo(table, row.id)
            rowsOf(table).set(row.id, row)
          },
          async remove(table, id) {
            recordUndo(table, id)
            rowsOf(table).delete(id)
          },
        })
      } catch (error) {
        for (const undoStep of undo.reverse()) undoStep()
        throw error
      }
    })
    queue = result.catch(() => undefined)
    return result
  }
  return {
    isPersistent: false,
    write: (_tables, work) => run(work),
    read: (_tables, work) => run(work),
    close: () => undefined,
  }
}
