import { expect, it, vi } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import { testSize } from '../testing/testSize.ts'
import { streamJsonArray } from './parseResponse.ts'

async function* chunksOf(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
async function read(text: string, size: number): Promise<unknown[]> {
  const pieces: unknown[] = []
  for await (const piece of streamJsonArray(chunksOf(text, size))) pieces.push(piece)
  return pieces
}
const joinPieces = (pieces: unknown[]) => (pieces.length > 1 ? pieces.flat() : pieces[0])

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

async function expectAsParsed(text: string, size = text.length || 1): Promise<void> {
  const expected = parsed(text)
  if (expected) expect(joinPieces(await read(text, size))).toEqual(expected.value)
  else await expect(read(text, size), text.slice(0, 80)).rejects.toThrow(SyntaxError)
}

it.each([
  ...['[]', ' [ ] ', '[1,2]', '[1,]', '[,1]', '[1 2]', '[1]]', '[1', '[', '', '{}', '"[1]"', '7', '[1] x'],
  ...['[{]}', '[[1],[2]]', '[{},{}]', '["},{"]', '["\\\\",1]', '["\\"]', '[{"a":[{"b":"},{"}]},{"c":"]"}]'],
])('streamJsonArray reads %s like JSON.parse', text => expectAsParsed(text))

/** Long enough for many pieces, with many apparent boundaries. */
const long = '},{"id":1} , {'.repeat(4000)
const entry = fc.oneof(
  fc.record({ id: fc.nat(), text: fc.constant(long) }),
  fc.record({ id: fc.nat(), files: fc.array(fc.record({ name: fc.constant(long) }), { maxLength: 40 }) }),
  fc.jsonValue(),
)

it('streamJsonArray reads long arrays in chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 25 }),
      fc.nat(3),
      fc.integer({ min: 10_000, max: 1_000_000 }),
      (entries, indent, size) => expectAsParsed(JSON.stringify(entries, undefined, indent), size),
    ),
    { numRuns: testSize({ small: 15, full: 60 }) },
  )
})

it('streamJsonArray rejects invalid JSON wherever the error is', async () => {
  const good = JSON.stringify([{ a: long }, { a: [{ b: long }, { c: '},{' }] }, { d: [] }, { e: long }])
  await fc.assert(
    fc.asyncProperty(
      fc.nat(good.length),
      fc.constantFrom(',', ']', '}', '[', '{', '"', '\\', '1', ' '),
      async (at, put) => {
        await expectAsParsed(good.slice(0, at) + put + good.slice(at), 70_000)
        await expectAsParsed(good.slice(0, at) + good.slice(at + 1), 70_000)
      },
    ),
    { numRuns: testSize({ small: 25, full: 100 }) },
  )
})

const small = Array.from({ length: 20_000 }, (_, id) => ({
  id,
  files: [{ id: 1 }, { id: 2 }],
  text: 'Good morning',
}))
it.each([
  ['one chunk', JSON.stringify(small), 10_000_000],
  ['chunks of the size of network packets', JSON.stringify(small), 1400],
  ['indented JSON', JSON.stringify(small, undefined, 2), 64_000],
])('streamJsonArray yields a long list in pieces: %s', async (_, text, size) => {
  const pieces = await read(text, size)
  expect(pieces.flat()).toEqual(small)
  expect(pieces.length).toBeGreaterThan(text.length / 250_000)
})

it('streamJsonArray yields the first piece before the last chunk arrives', async () => {
  async function* unending() {
    yield '[{"id":0}'
    for (let id = 1; ; id += 1) yield `,{"id":${id}}`
  }
  for await (const piece of streamJsonArray(unending())) {
    expect(piece).toContainEqual({ id: 1 })
    break
  }
})

it('streamJsonArray parses the text fewer than 40 times in all', async () => {
  const text = JSON.stringify([{ rows: Array.from({ length: 100_000 }, (_, id) => ({ id })) }, { id: 1 }])
  const parse = vi.spyOn(JSON, 'parse')
  const pieces = await read(text, 64_000)
  const length = parse.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0)
  parse.mockRestore()
  expect(joinPieces(pieces)).toHaveLength(2)
  expect(length / text.length).toBeLessThan(40)
})
