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
): AsyncGenerator<Page<Row>, void, undefined> {
  let page = first ?? (await read(0))
  for (;;) {
    yield page
    const last = page.rows.at(-1)
    if (!last || page.rows.length < pageSize) return
    page = await read(last.id)
  }
}

/** At most one page is in memory. */
export async function* jsonRows<Row>(
  pages: Iterable<Page<Row>> | AsyncIterable<Page<Row>>,
): AsyncGenerator<string, void, undefined> {
  await yieldToEventLoop()
  const yieldIfDue = createYielder()
  let text = '['
  let isFirst = true
  for await (const { rows, serialize } of pages) {
    for (const row of rows) {
      const json = JSON.stringify(serialize(row))
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

const json = (body: BodyInit, etag?: string) =>
  new Response(body, {
    headers: { 'Content-Type': 'application/json', ...(etag !== undefined && { ETag: etag }) },
  })

/** Generates a chunk when it is read, so that a slow reader costs little memory. */
export function streamResponse(chunks: AsyncGenerator<string, void, undefined>, etag?: string): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
  return json(body, etag)
}

/** A stream would cost more than a short list. */
export async function listResponse<Row extends { id: number }>(
  read: (after: number) => Promise<Page<Row>>,
  etag?: string,
): Promise<Response> {
  const first = await read(0)
  const shortJson = shortListJson(first)
  return shortJson === undefined
    ? streamResponse(jsonRows(pagesOf(read, first)), etag)
    : json(shortJson, etag)
}
