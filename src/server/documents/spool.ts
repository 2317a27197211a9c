import type { FileHandle } from 'node:fs/promises'
import type { ByteRange } from '../../service/db/documentStore.ts'

/** In bytes. */
const writeSize = 262_144
/** In bytes. Small buffers are freed sooner. */
const readSize = 65_536

/** Calls `openFile` before the first write. */
export function createSpool(openFile: () => Promise<FileHandle>) {
  const buffer = new Uint8Array(writeSize)
  let filled = 0
  let size = 0
  let file: FileHandle | undefined
  async function ensureOpen(): Promise<FileHandle> {
    file ??= await openFile()
    return file
  }
  async function flush(): Promise<FileHandle> {
    const target = await ensureOpen()
    for (let offset = 0; offset < filled; ) {
      const { bytesWritten } = await target.write(buffer, offset, filled - offset, size)
      offset += bytesWritten
      size += bytesWritten
    }
    filled = 0
    return target
  }
  return {
    async write(chunk: Uint8Array): Promise<void> {
      for (let offset = 0; offset < chunk.byteLength; ) {
        if (filled === writeSize) await flush()
        const part = chunk.subarray(offset, offset + writeSize - filled)
        buffer.set(part, filled)
        filled += part.byteLength
        offset += part.byteLength
      }
    },
    async finish(): Promise<{ file: FileHandle; size: number }> {
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

/** Closes the file at the end or on cancel. */
export function streamFile(file: FileHandle, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let offset = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (offset > end) {
          await file.close()
          return controller.close()
        }
        const buffer = new Uint8Array(Math.min(readSize, end + 1 - offset))
        try {
          const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, offset)
          if (bytesRead === 0) throw new Error('the file is shorter than its document')
          offset += bytesRead
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
