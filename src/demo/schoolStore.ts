export type StoredSchool = {
  /** `YYYY-MM-DD` in school time. */
  madeFor: string
  service: Uint8Array<ArrayBuffer>
  gateway: Uint8Array<ArrayBuffer>
  /** By SHA-256. */
  documents: Map<string, Uint8Array<ArrayBuffer>>
  /** Encrypts the gateway's tokens, 32 bytes. */
  seal: Uint8Array<ArrayBuffer>
}

/** The storage can be blocked or full, so every method may throw. */
export type SchoolStore = {
  read: () => Promise<StoredSchool | 'unreadable' | undefined>
  write: (school: StoredSchool) => Promise<void>
  /** Moves the school to a second key, over an earlier one. */
  archive: () => Promise<void>
}

const databaseName = 'staffroom-demo'
const storeName = 'school'
const currentKey = 'current'
const archiveKey = 'set aside'

/** One value in IndexedDB, so that the parts always match. */
export function createSchoolStore(factory: IDBFactory): SchoolStore {
  const transaction = async <T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>) => {
    const database = await open(factory)
    try {
      return await new Promise<T>((resolve, reject) => {
        const opened = database.transaction(storeName, mode)
        const request = run(opened.objectStore(storeName))
        opened.oncomplete = () => resolve(request.result)
        opened.onabort = () => reject(opened.error)
        opened.onerror = () => reject(opened.error)
      })
    } finally {
      database.close()
    }
  }
  return {
    async read() {
      const stored: unknown = await transaction('readonly', store => store.get(currentKey))
      return stored === undefined || isStoredSchool(stored) ? stored : 'unreadable'
    },
    async write(school) {
      await transaction('readwrite', store => store.put(school, currentKey))
    },
    async archive() {
      const stored: unknown = await transaction('readonly', store => store.get(currentKey))
      if (stored !== undefined) await transaction('readwrite', store => store.put(stored, archiveKey))
      await transaction('readwrite', store => store.delete(currentKey))
    },
  }
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function isStoredSchool(value: unknown): value is StoredSchool {
  if (typeof value !== 'object' || value === null) return false
  const { madeFor, service, gateway, seal, documents }: Partial<Record<string, unknown>> = { ...value }
  return (
    typeof madeFor === 'string' &&
    documents instanceof Map &&
    [service, gateway, seal].every(bytes => bytes instanceof Uint8Array && bytes.length > 0)
  )
}
