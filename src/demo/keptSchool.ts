/** What stays of the demo in the browser between visits. */
export type KeptSchool = {
  /** Day the school was made for, `YYYY-MM-DD` in its own time zone. */
  madeFor: string
  service: Uint8Array<ArrayBuffer>
  gateway: Uint8Array<ArrayBuffer>
  /** Key the gateway's tokens are sealed with, 32 bytes. */
  seal: Uint8Array<ArrayBuffer>
}

/** Where the school is kept. Every method may throw: a browser can refuse storage, or be out of it. */
export type SchoolStore = {
  read: () => Promise<KeptSchool | 'unreadable' | undefined>
  write: (school: KeptSchool) => Promise<void>
  /** Moves what is kept out of the way, over what was set aside before. */
  setAside: () => Promise<void>
}

const databaseName = 'staffroom-demo'
const storeName = 'school'
const current = 'current'
const aside = 'set aside'

/** Keeps the school in IndexedDB, under one key, so that both databases and the key always belong together. */
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
