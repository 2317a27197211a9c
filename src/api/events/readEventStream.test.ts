import { describe, expect, it } from 'vitest'
import { readEventStream, type StreamPart } from './readEventStream.ts'

const notAborted = new AbortController().signal

/** `length` is in bytes. */
function streamInChunks(text: string, length: number): ReadableStream<Uint8Array> {
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
  for await (const part of readEventStream(body, notAborted)) parts.push(part)
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
  it('are parsed like in a browser', async () => {
    expect(await read(streamInChunks(text, 10_000))).toEqual(parts)
  })

  it.each([1, 2, 3, 5, 7, 16])('are parsed from chunks of %i bytes', async length => {
    expect(await read(streamInChunks(text, length))).toEqual(parts)
  })

  it('are ignored without a final empty line', async () => {
    expect(await read(streamInChunks('data: 1\n\ndata: 2\n', 4))).toEqual([{ kind: 'data', text: '1' }])
  })

  it('throw a RangeError for an endless line', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(new Uint8Array(10_000).fill(97)),
    })
    await expect(read(endless)).rejects.toThrow(RangeError)
  })

  it('end when aborted, even without data', async () => {
    let isCancelled = false
    const silent = new ReadableStream<Uint8Array>({
      cancel() {
        isCancelled = true
      },
    })
    const controller = new AbortController()
    const reading = readEventStream(silent, controller.signal).next()
    controller.abort()
    expect(await reading).toEqual({ done: true, value: undefined })
    expect(isCancelled).toBe(true)
  })
})
