import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startProcess, workingFolder } from '../../testing/testProcess.ts'
import { pageOn, signIn } from '../../testing/testServer.ts'

const megabyte = 1024 * 1024
const size = 190 * megabyte
const piece = new Uint8Array(65_536).fill(7)

/** In MB (proc(5)). */
const readPeakMemory = (pid: number) =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const resetPeakMemory = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The file is generated while it is read. */
function formOf(bytes: number): ReadableStream<Uint8Array> {
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`
  const encode = (text: string) => new TextEncoder().encode(text)
  let position = -1
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (position < 0) {
          const head = `${part('related_to')}\r\n\r\nchat-message-file-new\r\n${part('file')}; filename="a"\r\n\r\n`
          controller.enqueue(encode(head))
          position = 0
        } else if (position < bytes) {
          controller.enqueue(piece)
          position += piece.byteLength
        } else {
          controller.enqueue(encode('\r\n--x--\r\n'))
          controller.close()
        }
      },
    },
    { highWaterMark: 0 },
  )
}

// `npm run bench -- documents` measures the exact increase.
it.runIf(process.platform === 'linux')(
  'uploads and downloads 190 MB without loading them into memory',
  async () => {
    const started = startProcess(workingFolder(), { DOCUMENT_LIMIT: '200 MB' })
    const url = await started.url
    const pid = started.process.pid ?? 0
    const page = pageOn(url)
    await signIn(page, url, 'albrecht')
    const upload = async (bytes: number): Promise<{ id: number; hash: string; size: number }> => {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
      const init = { method: 'POST', headers, body: formOf(bytes), duplex: 'half' } as RequestInit
      return (await page.fetch('/api/v2/documents', init)).json()
    }
    await upload(megabyte)
    resetPeakMemory(pid)
    const before = readPeakMemory(pid)
    const document = await upload(size)
    expect(document.size).toBe(size)
    const hash = createHash('sha256')
    const response = await page.fetch(`/api/v2/documents/${document.id}/content`)
    for await (const chunk of response.body ?? []) hash.update(chunk)
    expect(hash.digest('hex')).toBe(document.hash)
    expect(readPeakMemory(pid) - before).toBeLessThan(120)
  },
)
