import { expect, it } from 'vitest'
import { jsonRows, pageSize, pagesOf, streamResponse } from './streamRows.ts'

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, text: `"👍", ${index}` }))

const pagesOfRows = (count: number, serialize: (row: { id: number }) => unknown = row => row) => {
  const rows = rowsOf(count)
  return pagesOf(async after => ({ rows: rows.slice(after, after + pageSize), serialize }))
}

it.each([0, 1, 199, 200, 201, 400, 1234])(
  'jsonRows yields the same JSON as JSON.stringify for %i rows',
  async count => {
    let text = ''
    for await (const piece of jsonRows(pagesOfRows(count))) text += piece
    expect(text).toBe(JSON.stringify(rowsOf(count)))
  },
)

it('jsonRows yields pieces and serializes no rows that are not read', async () => {
  let serialized = 0
  const pieces = jsonRows(
    pagesOfRows(50_000, row => {
      serialized += 1
      return row
    }),
  )
  const { value } = await pieces.next()
  expect(value?.length).toBeLessThan(100_000)
  await pieces.return()
  expect(serialized).toBeLessThan(5000)
})

it('streamResponse generates no pieces that are not read, and ends with its reader', async () => {
  let count = 0
  let ended = false
  async function* generate() {
    try {
      for (; count < 20; count += 1) yield `${count} `
    } finally {
      ended = true
    }
  }
  const reader = streamResponse(generate()).body?.getReader()
  await reader?.read()
  expect(count).toBeLessThanOrEqual(1)
  await reader?.cancel()
  expect([count, ended]).toEqual([0, true])
})
