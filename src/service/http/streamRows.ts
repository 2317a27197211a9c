import { createYielder, yieldToEventLoop } from '../../lib/yieldToEventLoop.ts'

export const pageSize = 200

/** Characters per chunk, approximately. */
const chunkLength = 65_536

/** In the order of IDs. */
export type Page<Row> = { rows: readonly Row[]; serialize: (row: Row) => unknown }

/**
 * `read` returns at most `pageSize` rows after an ID. Rows written in the meantime may be missing, but change the ETag.
 */
export async function* pagesOf<Row extends { id: number }>(
  read: (after: number) => Promise<Page<Row>>,
  first?: Page<Row>,
): AsyncGenerator<Iterable<unknown>, void, undefined> {
  let page = first ?? (await read(0))
  for (;;) {
    const { rows, serialize } = page
    yield serializeAll(rows, serialize)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    page = await read(last.id)
  }
}

function* serializeAll<Row>(rows: readonly Row[], serialize: (row: Row) => unknown) {
  for (const row of rows) yield serialize(row)
}

/** At most one page is in memory. */
export async function* jsonRows(
  pages: Iterable<Iterable<unknown>> | AsyncIterable<Iterable<unknown>>,
): AsyncGenerator<string, void, undefined> {
  await yieldToEventLoop()
  const yieldIfDue = createYielder()
  let text = '['
  let isFirst = true
  for await (const page of pages) {
    for (const row of page) {
      const json = JSON.stringify(row)
      text += isFirst ? json : `,${json}`
      isFirst = false
      if (text.length >= chunkLength) {
        yield text
        text = ''
      }
      await yieldIfDue()
    }
    await yieldIfDue()
  }
  yield `${text}]`
}

/** Undefined if the list does not fit one chunk. */
function shortListJson<Row>({ rows, serialize }: Page<Row>): string | undefined {
  if (rows.length >= pageSize) return undefined
  let text = ''
  for (const row of rows) {
    text += `${text && ','}${JSON.stringify(serialize(row))}`
    if (text.length > chunkLength) return undefined
  }
  return `[${text}]`
}

const maxConcurrentLists = 2

/** Time to read a chunk. */
const slotTimeoutMs = 250

export type BigLists = ReturnType<typeof createBigLists>

/** Sends two long lists at a time, to limit memory. A slow reader loses its slot, and is queued again. */
export function createBigLists() {
  const queue: (() => void)[] = []
  let freeSlots = maxConcurrentLists
  const acquireSlot = () => {
    if (freeSlots === 0) return new Promise<void>(resolve => queue.push(resolve))
    freeSlots -= 1
    return Promise.resolve()
  }
  const returnSlot = () => {
    const next = queue.shift()
    if (next) next()
    else freeSlots += 1
  }
  const stream = (
    chunks: AsyncGenerator<string, void, undefined>,
  ): ReadableStream<Uint8Array<ArrayBuffer>> => {
    const encoder = new TextEncoder()
    let hasSlot = false
    let isFirst = true
    let isCancelled = false
    let idleTimer: ReturnType<typeof setTimeout> | undefined
    const releaseSlot = () => {
      clearTimeout(idleTimer)
      if (!hasSlot) return
      hasSlot = false
      returnSlot()
    }
    return new ReadableStream(
      {
        async pull(controller) {
          clearTimeout(idleTimer)
          try {
            // The first chunk needs no slot, because it may be the whole list.
            if (!isFirst && !hasSlot) {
              await acquireSlot()
              hasSlot = true
              if (isCancelled) return releaseSlot()
            }
            isFirst = false
            const { value, done } = await chunks.next()
            if (isCancelled) return releaseSlot()
            if (value !== undefined) controller.enqueue(encoder.encode(value))
            if (done) {
              releaseSlot()
              controller.close()
            } else idleTimer = setTimeout(releaseSlot, slotTimeoutMs)
          } catch (error) {
            releaseSlot()
            throw error
          }
        },
        async cancel() {
          isCancelled = true
          releaseSlot()
          await chunks.return()
        },
      },
      { highWaterMark: 0 },
    )
  }

  const json = (body: BodyInit, etag?: string) =>
    new Response(body, {
      headers: { 'Content-Type': 'application/json', ...(etag !== undefined && { ETag: etag }) },
    })
  const streamResponse = (chunks: AsyncGenerator<string, void, undefined>, etag?: string): Response =>
    json(stream(chunks), etag)
  return {
    streamResponse,
    /** A stream would cost more than a short list. */
    async listResponse<Row extends { id: number }>(
      read: (after: number) => Promise<Page<Row>>,
      etag?: string,
    ) {
      const first = await read(0)
      const shortJson = shortListJson(first)
      return shortJson === undefined
        ? streamResponse(jsonRows(pagesOf(read, first)), etag)
        : json(shortJson, etag)
    },
  }
}
