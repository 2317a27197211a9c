/** Inclusive, counted from 0. */
export type ByteRange = { start: number; end: number }

export type IncomingFile = {
  /** Waits for a slow store. The caller may reuse the buffer afterwards. */
  write(chunk: Uint8Array): Promise<void>
  /** In one step, so that readers never get a part. The bytes are durable when the promise resolves. */
  put(hash: string): Promise<void>
  /** Never rejects. */
  discard(): Promise<void>
}

/** Files named by their SHA-256, so equal bytes are stored once. Methods throw `StoreUnavailable`. */
export type DocumentStore = {
  receive(): IncomingFile
  read(hash: string, range: ByteRange): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>>
  remove(hash: string): Promise<void>
}

/** Temporary error. No bytes were stored. */
export class StoreUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreUnavailable'
  }
}

/** For the demo, which saves `files` with its database, and for tests. */
export function createMemoryStore(files: Map<string, Uint8Array<ArrayBuffer>>): DocumentStore {
  return {
    receive() {
      const chunks: Uint8Array<ArrayBuffer>[] = []
      return {
        async write(chunk) {
          chunks.push(chunk.slice())
        },
        async put(hash) {
          files.set(hash, new Uint8Array(await new Blob(chunks).arrayBuffer()))
        },
        discard: async () => undefined,
      }
    },
    async read(hash, { start, end }) {
      const bytes = files.get(hash)
      if (!bytes) throw new StoreUnavailable(`there is no file ${hash}`)
      return bytes.subarray(start, end + 1)
    },
    async remove(hash) {
      files.delete(hash)
    },
  }
}
