import { parseResponseStream } from '../../../src/contract/parseResponse.ts'
import { type List, parsePlainly, responses } from './parsePlainly.ts'
import type { ParseRequest } from './worker.ts'

async function* textOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    yield decoder.decode(read.value, { stream: true })
  }
}

async function parseInWorker(list: List, response: Response, rowsPerMessage: number): Promise<unknown[]> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const body = await response.arrayBuffer()
  const rows: unknown[] = []
  await new Promise<void>(resolve => {
    worker.addEventListener('message', ({ data }: MessageEvent<unknown[] | undefined>) => {
      if (data) for (const row of data) rows.push(row)
      else resolve()
    })
    worker.postMessage({ list, body, rowsPerMessage } satisfies ParseRequest, [body])
  })
  worker.terminate()
  return rows
}

const candidates = {
  async app(list: List, response: Response) {
    return (await parseResponseStream(responses[list], textOf(response))).rows
  },
  async mainThread(list: List, response: Response) {
    return parsePlainly(list, JSON.parse(await response.text()))
  },
  worker: (list: List, response: Response) => parseInWorker(list, response, Number.POSITIVE_INFINITY),
  workerInParts: (list: List, response: Response) => parseInWorker(list, response, 2000),
}

export type Candidate = keyof typeof candidates

let rows: readonly unknown[] = []

/** Loads and parses the list. Returns the time in ms. */
async function run(name: Candidate, list: List): Promise<number> {
  performance.mark('bench:parse')
  const startedAt = performance.now()
  rows = await candidates[name](list, await fetch(`/${list}.json`))
  return performance.now() - startedAt
}

declare global {
  interface Window {
    parseBench: { run: typeof run; count(): number }
  }
}
window.parseBench = { run, count: () => rows.length }
