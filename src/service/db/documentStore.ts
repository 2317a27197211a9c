/** Inclusive, counted from 0. */
export type ByteRange = { start: number; end: number }

export type StoredBytes =
  /** Stored in the transaction of the document. */
  | { bytes: Uint8Array<ArrayBuffer> }
  /** Stored in pieces. */
  | { uploadId: number }
  | { outside: true }

export type IncomingFile = {
  /** Waits for a slow store. The caller may reuse the buffer afterwards. */
  write(chunk: Uint8Array): Promise<void>
  /** `hash` is the SHA-256. The bytes are durable when the promise resolves. */
  complete(hash: string): Promise<StoredBytes>
  /** Never rejects: the sweep deletes the rest. */
  discard(): Promise<void>
}

export type DocumentStore = {
  receive(): IncomingFile
  /** Undefined if the bytes do not exist. */
  read(
    document: { id: number; hash: string; outside: number },
    range: ByteRange,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined>
}

/** Temporary error. No bytes were stored. */
export class StoreUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreUnavailable'
  }
}
