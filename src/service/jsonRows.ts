import { takeTurns, turn } from '../lib/turn.ts'

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
): AsyncGenerator<Iterable<unknown>, void, undefined> {
  let after = 0
  for (;;) {
    const { rows, onWire } = await read(after)
    yield shown(rows, onWire)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
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
