import { expect, it } from 'vitest'
import { jsonRows, pageSize, pagesOf } from './streamRows.ts'

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, text: `"👍", ${at}` }))

/** Reads rows like a table: a page of rows after an ID. */
const pagesOfRows = (count: number, serialize: (row: { id: number }) => unknown = row => row) => {
  const rows = rowsOf(count)
  return pagesOf(async after => ({ rows: rows.slice(after, after + pageSize), serialize }))
}

it.each([0, 1, 199, 200, 201, 400, 1234])(
  'jsonRows yields the same JSON as JSON.stringify for %i rows',
  async count => {
    let made = ''
    for await (const piece of jsonRows(pagesOfRows(count))) made += piece
    expect(made).toBe(JSON.stringify(rowsOf(count)))
  },
)

it('jsonRows yields pieces and serializes no rows that are not read', async () => {
  let made = 0
  const pieces = jsonRows(
    pagesOfRows(50_000, row => {
      made += 1
      return row
    }),
  )
  const { value } = await pieces.next()
  expect(value?.length).toBeLessThan(100_000)
  await pieces.return()
  expect(made).toBeLessThan(5000)
})
