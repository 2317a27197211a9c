import { type List, parsePlainly } from './parsePlainly.ts'

/** Request to the worker: the body as bytes, and the number of rows per message. */
export type ParseRequest = { list: List; body: ArrayBuffer; rowsPerMessage: number }

self.addEventListener('message', ({ data }: MessageEvent<ParseRequest>) => {
  const rows = parsePlainly(data.list, JSON.parse(new TextDecoder().decode(data.body)))
  const size = data.rowsPerMessage
  for (let from = 0; from < rows.length; from += size) self.postMessage(rows.slice(from, from + size))
  self.postMessage(undefined)
})
