import fc from 'fast-check'
import { expect, it } from 'vitest'
import { entriesOf } from './entriesOf.ts'

const read = (text: string): unknown[] => [...entriesOf(text)].flatMap(piece => piece?.entries ?? [])

/** What `JSON.parse` makes of it where that is an array, else undefined. */
function parsed(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function expectAsParsed(text: string): void {
  const expected = parsed(text)
  if (expected) expect(read(text)).toEqual(expected)
  else expect(() => read(text), text.slice(0, 80)).toThrow(SyntaxError)
}

it.each([
  ...[
    '[]',
    ' [ ] ',
    '[1,2]',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1]]',
    '[1',
    '[',
    '',
    '{}',
    '"[1]"',
    '[1] x',
    '[{]}',
    '[[1],[2]]',
  ],
  ...[
    '["],["]',
    '["\\\\",1]',
    '["\\"]',
    '["a\\"b,c"]',
    '["\u{1F4CE}",null]',
    '[{"a":[{"b":"},{"}]},{"c":"]"}]',
  ],
])('reads %s as JSON.parse does', text => expectAsParsed(text))

/** Long enough for many pieces, cut between any two entries. */
const long = 'x'.repeat(60_000)

it('reads long arrays as JSON.parse does, piece by piece', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 12 }), fc.nat(3), (values, indent) => {
      const text = JSON.stringify(
        values.flatMap(value => [value, long]),
        undefined,
        indent,
      )
      expectAsParsed(text)
    }),
    { numRuns: 60 },
  )
  const pieces = [...entriesOf(JSON.stringify(Array.from({ length: 40 }, () => long)))]
  expect(pieces.filter(piece => piece !== undefined).length).toBeGreaterThan(10)
})

it('refuses what JSON.parse refuses, wherever it is broken', () => {
  const good = JSON.stringify([1, long, { a: [long, '},{"'] }, long, [], 'end'])
  fc.assert(
    fc.property(
      fc.nat(good.length),
      fc.constantFrom(',', ']', '}', '[', '{', '"', '\\', '1', ' '),
      (at, put) => {
        expectAsParsed(good.slice(0, at) + put + good.slice(at))
        expectAsParsed(good.slice(0, at) + good.slice(at + 1))
      },
    ),
    { numRuns: 200 },
  )
})
