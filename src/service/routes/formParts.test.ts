import { expect, it } from 'vitest'
import { createFormParts } from './formParts.ts'

const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Joins the bytes of a part. */
function read(form: Uint8Array, chunkEnds: readonly number[]) {
  const parts = createFormParts('x')
  const parsed: string[] = []
  let text = ''
  const ends = [...chunkEnds, form.byteLength]
  for (const [index, end] of ends.entries()) {
    for (const event of parts.write(form.subarray(ends[index - 1] ?? 0, end))) {
      if (event === 'end of part') parsed.push(text)
      else if ('headers' in event) {
        parsed.push(event.headers.get('content-disposition') ?? '')
        text = ''
      } else text += new TextDecoder('latin1').decode(event.bytes)
    }
  }
  return { parsed, isComplete: parts.isComplete() }
}

it('createFormParts reads a form the same way, wherever its chunks end', () => {
  const hostileForms = '\r\n--\r\n-\r\n--y\r\r\n--\r'
  const form = bytesOf(
    `${field('a', 'one')}${field('b', '')}${field('c', hostileForms)}--x--\r\nafter\r\n--x`,
  )
  const whole = read(form, [])
  const dispositionOf = (name: string) => `form-data; name="${name}"`
  expect(whole).toEqual({
    parsed: [dispositionOf('a'), 'one', dispositionOf('b'), '', dispositionOf('c'), hostileForms],
    isComplete: true,
  })
  for (let first = 1; first < form.byteLength; first += 1) {
    expect([first, read(form, [first])]).toEqual([first, whole])
    for (const more of [1, 2, 5]) {
      const second = Math.min(first + more, form.byteLength)
      expect([first, second, read(form, [first, second])]).toEqual([first, second, whole])
    }
  }
  const single = Array.from({ length: form.byteLength - 1 }, (_, index) => index + 1)
  expect(read(form, single)).toEqual(whole)
})

it.each([`${field('a', 'one')}`, `${field('a', 'one')}--x-`, '--x', ''])(
  'createFormParts is not complete with %j',
  form => {
    expect(read(bytesOf(form), []).isComplete).toBe(false)
  },
)

it.each([
  ['y--x\r\n', 'The form does not begin'],
  ['--xy\r\n', 'A boundary of the form goes on'],
  ['--x\r\na: b\r\n--x\r\nz', 'A part of the form has no end'],
  ['--x\r\nno header\r\n\r\nz', 'not readable'],
  ['--x\r\na: 1\r\nA: 2\r\n\r\nz', 'not readable'],
])('createFormParts refuses %j', (form, message) => {
  expect(() => read(bytesOf(form), [])).toThrow(message)
})
