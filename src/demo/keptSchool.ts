/** Data of the demo that is stored in the browser. */
export type KeptSchool = {
  /** Day for which the school was created, as `YYYY-MM-DD` in the time zone of the school. */
  madeFor: string
  service: Uint8Array<ArrayBuffer>
  gateway: Uint8Array<ArrayBuffer>
  /** Key that encrypts the gateway's tokens, 32 bytes. */
  seal: Uint8Array<ArrayBuffer>
}

/** Storage of the school. Every method may throw, because the storage can be blocked or full. */
export type SchoolStore = {
  read: () => Promise<KeptSchool | 'unreadable' | undefined>
  write: (school: KeptSchool) => Promise<void>
  /** Moves the stored school to a second key. Overwrites a school that was moved there before. */
  setAside: () => Promise<void>
}

const databaseName = 'staffroom-demo'
const storeName = 'school'
const current = 'current'
const aside = 'set aside'

/** Creates a store in IndexedDB. The whole school is under one key, so that both databases and the key always match. */
export function createSchoolStore(factory: IDBFactory): SchoolStore {
  const transaction = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>) => {
    const database = await open(factory)
    try {
      return await new Promise<T>((resolve, reject) => {
        const opened = database.transaction(storeName, mode)
        const request = act(opened.objectStore(storeName))
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
      const found: unknown = await transaction('readonly', store => store.get(current))
      return found === undefined || isKeptSchool(found) ? found : 'unreadable'
    },
    async write(school) {
      await transaction('readwrite', store => store.put(school, current))
    },
    async setAside() {
      const found: unknown = await transaction('readonly', store => store.get(current))
      if (found !== undefined) await transaction('readwrite', store => store.put(found, aside))
      await transaction('readwrite', store => store.delete(current))
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

function isKeptSchool(value: unknown): value is KeptSchool {
  if (typeof value !== 'object' || value === null) return false
  const { madeFor, service, gateway, seal }: Partial<Record<string, unknown>> = { ...value }
  return (
    typeof madeFor === 'string' &&
    [service, gateway, seal].every(bytes => bytes instanceof Uint8Array && bytes.length > 0)
  )
}
