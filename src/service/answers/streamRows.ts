import { takeTurns, turn } from '../../lib/turn.ts'

/** Rows read at a time. */
export const pageSize = 200

/** Characters sent at a time, about. */
const piece = 65_536

/** Some rows of a list, in the order of their ids, and how each looks; that is made when it is asked for. */
export type Page<Row> = { rows: readonly Row[]; onWire: (row: Row) => unknown }

/**
 * A list in pages, each read when it is needed: `read` answers at most `pageSize` rows after an id, from 0 on. What is
 * written meanwhile is in the pages that come, or is not: who asks again sees it by the tag.
 */
export async function* pagesOf<Row extends { id: number }>(
  read: (after: number) => Promise<Page<Row>>,
  first?: Page<Row>,
): AsyncGenerator<Iterable<unknown>, void, undefined> {
  let page = first ?? (await read(0))
  for (;;) {
    const { rows, onWire } = page
    yield shown(rows, onWire)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    page = await read(last.id)
  }
}

function* shown<Row>(rows: readonly Row[], onWire: (row: Row) => unknown) {
  for (const row of rows) yield onWire(row)
}

/**
 * The text of a JSON array in pieces, made as they are asked for: never more than a page and a piece is held, and
 * everybody else has a turn in between.
 */
export async function* jsonRows(
  pages: Iterable<Iterable<unknown>> | AsyncIterable<Iterable<unknown>>,
): AsyncGenerator<string, void, undefined> {
  // Five who ask at once begin one after the other.
  await turn()
  const turnIfDue = takeTurns()
  let text = '['
  let isFirst = true
  for await (const page of pages) {
    for (const row of page) {
      const json = JSON.stringify(row)
      text += isFirst ? json : `,${json}`
      isFirst = false
      if (text.length >= piece) {
        yield text
        text = ''
      }
      await turnIfDue()
    }
    await turnIfDue()
  }
  yield `${text}]`
}

/** The JSON of a list that is this one page; undefined for more, and for what takes long to make. */
function wholeText<Row>({ rows, onWire }: Page<Row>): string | undefined {
  if (rows.length >= pageSize) return undefined
  let text = ''
  for (const row of rows) {
    text += `${text && ','}${JSON.stringify(onWire(row))}`
    if (text.length > piece) return undefined
  }
  return `[${text}]`
}

/** How many long lists are made at a time, whoever asks. */
const places = 2

/** Milliseconds that a reader may take for what was made before others are let in. */
const patience = 250

/** Who makes a long list has a place while it is read; those who ask meanwhile wait their turn. */
export type BigLists = ReturnType<typeof createBigLists>

/**
 * Two long lists at a time: each holds a page of rows, so that what is held is bounded, and a list that is begun is soon
 * done. Who reads slowly, or stops, keeps nobody waiting: their place is the next one's, and they wait for another.
 */
export function createBigLists() {
  const waiting: (() => void)[] = []
  let free = places
  const enter = () => {
    if (free === 0) return new Promise<void>(resolve => waiting.push(resolve))
    free -= 1
    return Promise.resolve()
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  /** Streams what is made, with a place whenever something is. The first piece is made without one, and may be all. */
  const stream = (made: AsyncGenerator<string, void, undefined>): ReadableStream<Uint8Array<ArrayBuffer>> => {
    const encoder = new TextEncoder()
    let hasPlace = false
    let isFirst = true
    let isGone = false
    let idle: ReturnType<typeof setTimeout> | undefined
    const giveUp = () => {
      clearTimeout(idle)
      if (!hasPlace) return
      hasPlace = false
      leave()
    }
    return new ReadableStream(
      {
        async pull(controller) {
          clearTimeout(idle)
          try {
            if (!isFirst && !hasPlace) {
              await enter()
              hasPlace = true
              if (isGone) return giveUp()
            }
            isFirst = false
            const { value, done } = await made.next()
            if (isGone) return giveUp()
            if (value !== undefined) controller.enqueue(encoder.encode(value))
            if (done) {
              giveUp()
              controller.close()
            } else idle = setTimeout(giveUp, patience)
          } catch (error) {
            giveUp()
            throw error
          }
        },
        async cancel() {
          isGone = true
          giveUp()
          await made.return()
        },
      },
      { highWaterMark: 0 },
    )
  }

  const json = (body: BodyInit, tag?: string) =>
    new Response(body, {
      headers: { 'Content-Type': 'application/json', ...(tag !== undefined && { ETag: tag }) },
    })
  /** The answer with this JSON, made while it is read; `tag` as in etag.ts. */
  const answer = (made: AsyncGenerator<string, void, undefined>, tag?: string): Response =>
    json(stream(made), tag)
  return {
    answer,
    /** The list whose pages are read like this. Most are short: of those a stream would cost more than what is in it. */
    async list<Row extends { id: number }>(read: (after: number) => Promise<Page<Row>>, tag?: string) {
      const first = await read(0)
      const whole = wholeText(first)
      return whole === undefined ? answer(jsonRows(pagesOf(read, first)), tag) : json(whole, tag)
    },
  }
}
