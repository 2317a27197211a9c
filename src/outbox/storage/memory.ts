import type { Step, Store, TableName, Tables } from './Store.ts'
import { tableNames } from './Store.ts'

/** Creates a store in memory with the same transactions as a database. It ends with the page. */
export function createMemoryStore(): Store {
  const tables = new Map<TableName, Map<string, Tables[TableName]>>(
    tableNames.map(name => [name, new Map<string, Tables[TableName]>()]),
  )
  const rowsOf = <N extends TableName>(name: N) => tables.get(name) as Map<string, Tables[N]>
  let turn: Promise<unknown> = Promise.resolve()

  const run = <T>(work: (step: Step) => Promise<T>): Promise<T> => {
    const result = turn.then(async () => {
      const undo: (() => void)[] = []
      const remember = (table: TableName, id: string) => {
        const before = rowsOf(table).get(id)
        undo.push(() => (before ? rowsOf(table).set(id, before) : rowsOf(table).delete(id)))
      }
      try {
        return await work({
          get: async (table, id) => rowsOf(table).get(id),
          all: async table => [...rowsOf(table).values()],
          ids: async table => [...rowsOf(table).keys()],
          async put(table, row) {
            remember(table, row.id)
            rowsOf(table).set(row.id, row)
          },
          async remove(table, id) {
            remember(table, id)
            rowsOf(table).delete(id)
          },
        })
      } catch (error) {
        for (const back of undo.reverse()) back()
        throw error
      }
    })
    turn = result.catch(() => undefined)
    return result
  }
  return {
    kept: false,
    change: (_tables, work) => run(work),
    read: (_tables, work) => run(work),
    close: () => undefined,
  }
}
