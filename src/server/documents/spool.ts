import type { FileHandle } from 'node:fs/promises'
import type { ByteRange } from '../../service/db/documentStore.ts'

/** Size of a write, in bytes. */
const piece = 262_144
/** Size of a read, in bytes. A small buffer is freed sooner. */
const readPiece = 65_536

/**
 * Creates a file that is written in large pieces while the data arrives. `begin` opens the file before the first write.
 */
export function spool(begin: () => Promise<FileHandle>) {
  const buffer = new Uint8Array(piece)
  let filled = 0
  let size = 0
  let file: FileHandle | undefined
  async function opened(): Promise<FileHandle> {
    file ??= await begin()
    return file
  }
  async function flush(): Promise<FileHandle> {
    const to = await opened()
    for (let at = 0; at < filled; ) {
      const { bytesWritten } = await to.write(buffer, at, filled - at, size)
      at += bytesWritten
      size += bytesWritten
    }
    filled = 0
    return to
  }
  return {
    async write(given: Uint8Array): Promise<void> {
      for (let at = 0; at < given.byteLength; ) {
        if (filled === piece) await flush()
        const some = given.subarray(at, at + piece - filled)
        buffer.set(some, filled)
        filled += some.byteLength
        at += some.byteLength
      }
    },
    /** Writes the rest of the data. The file stays open. */
    async whole(): Promise<{ file: FileHandle; size: number }> {
      return { file: await flush(), size }
    },
    async sync(): Promise<void> {
      await (await flush()).sync()
    },
    async close(): Promise<void> {
      const open = file
      file = undefined
      await open?.close()
    },
  }
}

/** Returns a part of an open file as a stream that reads on demand. Closes the file at the end or on cancel. */
export function bytesOfFile(file: FileHandle, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let at = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at > end) {
          await file.close()
          return controller.close()
        }
        const buffer = new Uint8Array(Math.min(readPiece, end + 1 - at))
        try {
          const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, at)
          if (bytesRead === 0) throw new Error('the file is shorter than its document')
          at += bytesRead
          controller.enqueue(buffer.subarray(0, bytesRead))
        } catch (error) {
          await file.close()
          throw error
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}
