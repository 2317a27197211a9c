import { expect, it } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import { readProblem } from './client/ApiError.ts'

it('readProblem finds the message in errors of every format', () => {
  for (const body of [
    { error: { name: 'refused', message: 'You may not.', code: 403 } },
    { error: 'forbidden', error_description: 'You may not.' },
    { error: 'You may not.' },
    { message: 'You may not.' },
    { title: 'Forbidden', detail: 'You may not.' },
    { errors: [{ message: 'You may not.' }] },
    [{ message: 'You may not.' }],
    'You may not.',
  ]) {
    expect(readProblem(JSON.stringify(body)).serviceMessage).toBe('You may not.')
  }
  expect(readProblem('You may\r\nnot.').serviceMessage).toBe('You may not.')
})

it('readProblem finds the errors of fields', () => {
  const problem = { error: { name: 'invalid', message: 'Wrong.', code: 422, fields: { name: 'too long' } } }
  expect(readProblem(JSON.stringify(problem)).fields).toEqual({ name: 'too long' })
  expect(readProblem('{"errors":{"name":["too long","again"]}}').fields).toEqual({ name: 'too long' })
})

it('readProblem returns an empty object without a message', () => {
  for (const text of ['', '  ', '<!doctype html><p>502</p>', '{"error":', '[]', 'null', '42', '{}']) {
    expect(readProblem(text)).toEqual({})
  }
})

it('readProblem returns short single lines for random input', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), text => {
      const { serviceMessage = '', fields = {} } = readProblem(text)
      for (const line of [serviceMessage, ...Object.values(fields)]) {
        expect(line.length).toBeLessThanOrEqual(300)
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      }
    }),
  )
})
