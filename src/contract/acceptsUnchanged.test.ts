import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { fc } from '../testing/fastCheck.ts'
import {
  sampleDocument,
  sampleFile,
  sampleHomework,
  sampleLesson,
  sampleSubmissionEntry,
} from '../testing/samples.ts'
import { acceptsUnchanged, readUnchecked } from './acceptsUnchanged.ts'
import type { RowsAnswer } from './endpoint.ts'
import { eachEndpoint } from './everything.ts'
import { ClassFile } from './files.ts'
import { Message } from './messages.ts'
import { submissions } from './submissions.ts'

const message = {
  id: 7,
  chat_id: 1,
  user: { id: 2, name: 'Jana Albrecht', badges: {}, avatar_url: null },
  text: 'Maths is in B12 today.',
  has_files: true,
  meta_type: null,
  sent_at: '2026-11-18 09:05:00',
  is_own: true,
  reactions: [{ emoji: '+', count: 1 }],
  files: [sampleDocument],
  poll: { id: 1, is_anonymous: false, is_multiple_choice: true, options: [{ id: 1, text: 'a', votes: 2 }] },
  unknown: { kept: [1, { deep: null }] },
}
const file = { ...sampleFile, document: sampleDocument }
const samples: object[] = [file, message, sampleLesson, sampleHomework, sampleSubmissionEntry]

const rowSchemas = eachEndpoint().flatMap(({ name, endpoint: { answer } }) =>
  answer.kind === 'rows' ? [{ name, schema: (answer as RowsAnswer<z.ZodMiniType>).schema }] : [],
)

/**
 * Checks both functions against zod: an accepted value must be one that the schema returns unchanged, and a read value
 * must equal zod's result.
 */
function expectSound(schema: z.ZodMiniType, value: unknown): void {
  const quick = readUnchecked(schema)(value)
  if (!quick) expect(acceptsUnchanged(schema)(value)).toBe(false)
  else expect(schema.safeParse(value)).toEqual({ success: true, data: quick.data })
  if (!acceptsUnchanged(schema)(value)) return
  const result = schema.safeParse(value)
  expect(result.success).toBe(true)
  expect(result.data).toEqual(value)
}

it('acceptsUnchanged returns true for a message and a submission entry of the contract', () => {
  expect(acceptsUnchanged(Message)(message)).toBe(true)
  expect(acceptsUnchanged(submissions.list.answer.schema)(sampleSubmissionEntry)).toBe(true)
})

it.each([
  ['a value of another type', { id: '7' }],
  ['an invalid ID', { id: 0 }],
  ['an unsafe integer', { id: 2 ** 53 }],
  ['NaN', { id: Number.NaN }],
  ['an invalid datetime', { sent_at: 'yesterday' }],
  ['a missing nested field', { user: { id: 2 } }],
  ['an invalid list item', { files: [sampleDocument, { ...sampleDocument, id: null }] }],
  ['an assumed field that zod would drop', { can_delete: 'yes' }],
  ['a list instead of an object', { user: [] }],
])('acceptsUnchanged returns false for %s', (_what, other) => {
  expect(acceptsUnchanged(Message)({ ...message, ...other })).toBe(false)
})

it('acceptsUnchanged returns false for a __proto__ key, which zod drops', () => {
  expect(
    acceptsUnchanged(Message)(JSON.parse(JSON.stringify(message).replace('{', '{"__proto__":{"a":1},'))),
  ).toBe(false)
  const names = z.record(z.string(), z.string())
  expect(acceptsUnchanged(names)(JSON.parse('{"__proto__":"a"}'))).toBe(false)
})

it('readUnchecked transforms single fields and returns the others by reference', () => {
  for (const [parent_id, read] of [
    ['4', 4],
    [4, 4],
    ['0', null],
    [null, null],
    ['up', null],
    [['4'], null],
  ] as const) {
    const entry = { ...file, parent_id, unknown: [1] }
    for (const _again of [1, 2]) {
      const quick = readUnchecked(ClassFile)(entry)?.data as typeof entry
      expect(quick).toEqual({ ...entry, parent_id: read })
      expect(quick.document).toBe(file.document)
    }
  }
  const { parent_id: _, ...without } = file
  expect(readUnchecked(ClassFile)(without)).toEqual({ data: { ...without, parent_id: null } })
  expect(readUnchecked(ClassFile)({ ...file, id: 'x' })).toBeUndefined()
})

it('acceptsUnchanged returns false if the schema would change or reject the value, or is not supported', () => {
  expect(acceptsUnchanged(z._default(z.string(), 'a'))(undefined)).toBe(false)
  expect(acceptsUnchanged(z.string().check(z.trim()))(' a')).toBe(false)
  expect(acceptsUnchanged(z.number())(JSON.parse('1e999'))).toBe(false)
  expect(acceptsUnchanged(z.object({ a: z.string() }))({ a: 'a', b: 1 })).toBe(false)
  expect(
    acceptsUnchanged(
      z.pipe(
        z.string(),
        z.transform(text => text.length),
      ),
    )('a'),
  ).toBe(false)
  expect(acceptsUnchanged(z.number().check(z.refine(value => value > 3)))(2)).toBe(false)
  expect(acceptsUnchanged(z.array(z.int()).check(z.minLength(2)))([1])).toBe(false)
})

describe('acceptsUnchanged and readUnchecked agree with zod', () => {
  it('for any JSON and every list of the contract', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), value => {
        for (const { schema } of rowSchemas) expectSound(schema, value)
      }),
      { numRuns: 300 },
    )
  })

  it('for valid entries with one random part replaced', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.jsonValue({ maxDepth: 2 }),
        fc.infiniteStream(fc.nat(30)),
        (entry, value, way) => {
          const changed = withPart(entry, value, way)
          for (const { schema } of rowSchemas) expectSound(schema, changed)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

/** Returns a copy in which one randomly chosen part is replaced. */
function withPart(entry: object, value: unknown, way: Iterator<number>): unknown {
  const copy: object = Array.isArray(entry) ? [...entry] : { ...entry }
  const keys = Object.keys(copy)
  const key = keys[Number(way.next().value) % Math.max(1, keys.length)]
  if (key === undefined) return value
  const part: unknown = Reflect.get(copy, key)
  const goesDown = typeof part === 'object' && part !== null && Number(way.next().value) % 2 === 0
  Reflect.set(copy, key, goesDown ? withPart(part, value, way) : value)
  return copy
}
