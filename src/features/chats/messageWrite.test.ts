import { describe, expect, it } from 'vitest'
import { randomUuid } from '../../lib/encoding.ts'
import { messageEntries, messageWrite } from './messageWrite.ts'

const input = { chat_id: 1, body: { text: 'Hall A' } }
const now = { opened: 10, last: 10 }
const long = { opened: 60_000, last: 60_000 }
const at = (newest: number) => ({ newest, own: [] })

describe('begin, before a message is sent for the first time,', () => {
  it('returns the known newest message if it is recent', () => {
    expect(messageWrite.begin?.({ input, opened: at(7), last: undefined, ages: now })).toEqual(at(7))
    expect(messageWrite.begin?.({ input, opened: at(7), last: at(9), ages: now })).toEqual(at(9))
    expect(messageWrite.begin?.({ input, opened: at(7), last: at(9), ages: { ...long, last: 10 } })).toEqual(
      at(9),
    )
  })

  it('returns undefined if the chat was not loaded or its state is too old', () => {
    const opened = { own: [] }
    expect(messageWrite.begin?.({ input, opened, last: undefined, ages: now })).toBeUndefined()
    expect(
      messageWrite.begin?.({ input, opened, last: at(9), ages: { ...long, opened: 10 } }),
    ).toBeUndefined()
    expect(messageWrite.begin?.({ input, opened: at(7), last: at(9), ages: long })).toBeUndefined()
  })
})

it('end returns the message that was found when the chat was read again', () => {
  const own = { id: 8, text: 'Hall A', hasFiles: false, files: [] }
  const left = messageWrite.end?.({
    input,
    opened: undefined,
    before: at(7),
    answer: undefined,
    now: { newest: 9, own: [{ ...own, id: 3 }, own] },
  })
  expect(left).toEqual({ newest: 9, own: [own] })
})

it('sends a message key only with files and only to a service that supports it', () => {
  const key = randomUuid()
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const [text] = messageEntries(1, { text: 'Hall A' }, {}, key)
  expect(text?.entry.input.body).toEqual({ text: 'Hall A' })
  const files = [{ id: 'kept', name: 'a.pdf', type: '', size: 1 }]
  const [upload, message] = messageEntries(1, { text: '', files }, { supportsKey: true }, key)
  expect(upload?.entry.input.body).toMatchObject({ message_key: key, file: { keptFile: 'kept' } })
  expect(message?.entry.input.body).toEqual({ text: '', with_files: true, message_key: key })
  const [, plain] = messageEntries(1, { text: '', files }, { newest: 7 }, key)
  expect(plain?.entry.input.body).toEqual({ text: '', with_files: true })
  expect(plain?.entry).toMatchObject({ opened: { newest: 7, own: [], files } })
})
