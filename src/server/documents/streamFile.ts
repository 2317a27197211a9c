import type { FileHandle } from 'node:fs/promises'
import type { ByteRange } from '../../service/db/documentStore.ts'

/** In bytes. Small buffers are freed sooner. */
const readSize = 65_536

/** Closes the file at the end, on an error and on cancel. */
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
          if (bytesRead === 0) throw new Error('the file is shorter than expected')
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
