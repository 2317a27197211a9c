import { describe, expect, it } from 'vitest'
import { readEventStream, type StreamPart } from './readEventStream.ts'

const going = new AbortController().signal

/** As it comes over a network that hands on so many bytes at a time. */
function cut(text: string, length: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let from = 0
  return new ReadableStream({
    pull(controller) {
      if (from >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(from, from + length))
      from += length
    },
  })
}

async function read(body: ReadableStream<Uint8Array>): Promise<StreamPart[]> {
  const parts: StreamPart[] = []
  for await (const part of readEventStream(body, going)) parts.push(part)
  return parts
}

const text =
  '\ufeffretry: 3000\n: hello\n\ndata: {"a":"é€"}\n\n:\n\ndata:1\r\ndata: 2\r\n\r\nid: 7\rdata: three\r\r'
const parts: StreamPart[] = [
  { kind: 'retry', after: 3000 },
  { kind: 'sign' },
  { kind: 'data', text: '{"a":"é€"}' },
  { kind: 'sign' },
  { kind: 'data', text: '1\n2' },
  { kind: 'sign' },
  { kind: 'data', text: 'three' },
]

describe('server-sent events', () => {
  it('are read as a browser reads them', async () => {
    expect(await read(cut(text, 10_000))).toEqual(parts)
  })

  it.each([1, 2, 3, 5, 7, 16])('wherever the network cut them, here every %i bytes', async length => {
    expect(await read(cut(text, length))).toEqual(parts)
  })

  it('are none where their end is missing', async () => {
    expect(await read(cut('data: 1\n\ndata: 2\n', 4))).toEqual([{ kind: 'data', text: '1' }])
  })

  it('fill no memory with a line that does not end', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(new Uint8Array(10_000).fill(97)),
    })
    await expect(read(endless)).rejects.toThrow(RangeError)
  })

  it('end when they are given up, though nothing comes', async () => {
    let isCancelled = false
    const silent = new ReadableStream<Uint8Array>({
      cancel() {
        isCancelled = true
      },
    })
    const patience = new AbortController()
    const reading = readEventStream(silent, patience.signal).next()
    patience.abort()
    expect(await reading).toEqual({ done: true, value: undefined })
    expect(isCancelled).toBe(true)
  })
})
