/** Rows made and sent at a time. */
const slice = 500

/**
 * Rows as a JSON array that is made as it is read: a list of any length is never held whole, and whoever else asks
 * meanwhile is answered in between.
 */
export function jsonRows<Row>(
  rows: readonly Row[],
  onWire: (row: Row) => unknown,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let next = 0
  return new ReadableStream({
    pull(controller) {
      const until = Math.min(next + slice, rows.length)
      const made = JSON.stringify(rows.slice(next, until).map(onWire)).slice(1, -1)
      const isLast = until === rows.length
      const text = `${next === 0 ? '[' : ','}${made}${isLast ? ']' : ''}`
      next = until
      controller.enqueue(encoder.encode(text))
      if (isLast) controller.close()
    },
  })
}
