import { type IDBPDatabase, type IDBPTransaction, wrap } from 'idb'
import { StorageError, type Store, type TableName, type Transaction, tableNames } from './Store.ts'

type Database = IDBPDatabase
/** Also for read-only transactions, whose code calls no write method. */
type IdbTransaction = IDBPTransaction<unknown, string[], 'readwrite'>

const version = 1
/** A busy computer takes several seconds to open a database. */
const openTimeoutMs = 20_000

/** Throws `StorageError`. */
export async function openIndexedDbStore(name: string, factory: IDBFactory): Promise<Store> {
  let opened: Promise<Database> | undefined
  let closed = false

  const open = async (): Promise<Database> => {
    const request = factory.open(name, version)
    request.addEventListener('upgradeneeded', () => {
      const tables = request.result.objectStoreNames
      for (const table of tableNames) {
        if (!tables.contains(table)) request.result.createObjectStore(table, { keyPath: 'id' })
      }
    })
    const raw = await withOpenTimeout(wrap(request) as Promise<Database>)
    const closeDatabase = () => {
      raw.close()
      opened = undefined
    }
    // A sign-out elsewhere, or the browser, may close the database. The next transaction opens it again.
    raw.addEventListener('versionchange', closeDatabase)
    raw.addEventListener('close', closeDatabase)
    return raw
  }
  const database = (): Promise<Database> => {
    if (closed) return Promise.reject(new StorageError('the delivery was stopped'))
    opened ??= open().catch(cause => {
      opened = undefined
      throw new StorageError('the database could not be opened', { cause })
    })
    return opened
  }

  async function run<T>(
    mode: 'readonly' | 'readwrite',
    tables: readonly TableName[],
    work: (transaction: Transaction) => Promise<T>,
    mayReopen = true,
  ): Promise<T> {
    const db = await database()
    // Entries must be on disk before they are sent.
    const durability = tables.includes('entries') ? 'strict' : 'relaxed'
    let transaction: IdbTransaction
    try {
      transaction = db.transaction([...tables], mode as 'readwrite', { durability })
    } catch (cause) {
      opened = undefined
      if (mayReopen && !closed) return run(mode, tables, work, false)
      throw new StorageError('the database was closed', { cause })
    }
    const done = transaction.done.catch(cause => {
      throw new StorageError('the transaction failed', { cause })
    })
    done.catch(() => undefined)
    try {
      const working = work(toTransaction(transaction))
      // If the transaction fails, Chromium does not settle a request whose row is too large.
      const result = await Promise.race([working, done.then(() => working)])
      await done
      return result
    } catch (error) {
      try {
        transaction.abort()
      } catch {
        // The transaction has ended already.
      }
      throw error instanceof DOMException
        ? new StorageError('the transaction failed', { cause: error })
        : error
    }
  }

  await database()
  return {
    isPersistent: true,
    write: (tables, work) => run('readwrite', tables, work),
    read: (tables, work) => run('readonly', tables, work),
    close() {
      closed = true
      void opened?.then(db => db.close()).catch(() => undefined)
    },
  }
}

/** A frozen tab can block the opening. Closes the database if it opens later. */
async function withOpenTimeout(opening: Promise<Database>): Promise<Database> {
  let isTimedOut = false
  let timer: ReturnType<typeof setTimeout> | undefined
  opening.then(
    database => isTimedOut && database.close(),
    () => undefined,
  )
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isTimedOut = true
      reject(new StorageError('the database did not open in time'))
    }, openTimeoutMs)
  })
  try {
    return await Promise.race([opening, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function toTransaction(transaction: IdbTransaction): Transaction {
  const table = (name: TableName) => transaction.objectStore(name)
  return {
    get: (name, id) => table(name).get(id),
    getAll: name => table(name).getAll(),
    getIds: async name => (await table(name).getAllKeys()).map(String),
    put: async (name, row) => void (await table(name).put(row)),
    remove: (name, id) => table(name).delete(id),
  }
}
