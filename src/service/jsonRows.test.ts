import { expect, it } from 'vitest'
import { jsonRows } from './jsonRows.ts'

it.each([0, 1, 499, 500, 501, 1000, 1234])(
  'is the same JSON as if it were made whole: %i rows',
  async count => {
    const rows = Array.from({ length: count }, (_, id) => ({ id, text: `"👍", ${id}` }))
    const text = await new Response(jsonRows(rows, row => row)).text()
    expect(text).toBe(JSON.stringify(rows))
  },
)

it('makes no row that nobody reads', async () => {
  let made = 0
  const reader = jsonRows(Array.from({ length: 5000 }, String), row => {
    made += 1
    return row
  }).getReader()
  await reader.read()
  await reader.cancel()
  expect(made).toBeLessThanOrEqual(1000)
})
