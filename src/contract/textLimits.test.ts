import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { listEndpoints } from './allEndpoints.ts'

type Json = { [key: string]: unknown }
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Returns the paths of a JSON schema that accept text of any length. */
function unlimitedTexts(schema: unknown, place: string): string[] {
  if (!isJson(schema)) return []
  // Record keys are checked against existing names.
  const inside = Object.entries(schema)
    .filter(([name]) => name !== 'propertyNames')
    .flatMap(([name, value]) => unlimitedTexts(value, `${place}.${name}`))
  const isLimited = ['maxLength', 'enum', 'const', 'format', 'contentEncoding'].some(name => name in schema)
  const isDigits = typeof schema.pattern === 'string' && /\{\d+,\d+\}\$$/.test(schema.pattern)
  return schema.type === 'string' && !isLimited && !isDigits ? [place, ...inside] : inside
}

it('every text of a request has a maximum length (rule 55)', () => {
  const unlimited = listEndpoints().flatMap(({ name, endpoint }) =>
    [endpoint.query, endpoint.body].flatMap(schema =>
      schema ? unlimitedTexts(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name) : [],
    ),
  )
  expect(unlimited).toEqual([])
})
