import { describe, expect, it } from 'vitest'
import { Document } from '../../contract/document.ts'
import { type Message, Poll } from '../../contract/messages.ts'
import { randomUuid } from '../../lib/encoding.ts'
import { sampleDocument } from '../../testing/samples.ts'
import { createMessageEntries, findSentMessage } from './messageWrite.ts'

const parsedDocument = Document.parse(sampleDocument)

const own = (id: number, more: Partial<Message> = {}): Message => ({
  ...{
    id,
    chat_id: 1,
    user: { id: 5, name: 'Mika Sommer' },
    text: 'Hall A',
    has_files: false,
    meta_type: null,
  },
  ...{ sent_at: '2026-11-18 08:20:00', is_own: true, reactions: [], ...more },
})
type Sent = Parameters<typeof findSentMessage>[0]
/** Finds "Hall A", which was written when the newest message was 100. */
const find = (rows: Message[], sent: Partial<Sent> = {}) =>
  findSentMessage(
    {
      body: { text: 'Hall A' },
      base: { newest: 100 },
      earlier: [],
      createdAt: 1000,
      firstSentAt: 2000,
      ...sent,
    },
    rows,
  )
const file = (name: string) => ({ id: name, name, type: '', size: 1 })
const minute = 60_000

describe('findSentMessage', () => {
  it('returns the only new own message with the text', () => {
    expect(find([own(101)])).toEqual({ id: 101 })
    expect(find([own(99), own(101, { text: ' Hall A\r\n' })])).toEqual({ id: 101 })
  })

  it('returns false without a match', () => {
    expect(find([])).toBe(false)
    expect(find([own(99), own(100)])).toBe(false)
    expect(find([own(101, { text: 'Hall B' }), own(102, { is_own: false })])).toBe(false)
  })

  it('returns undefined if two new messages match', () => {
    expect(find([own(101), own(103)])).toBeUndefined()
  })

  it('returns undefined without a recently loaded chat', () => {
    expect(find([own(101)], { base: {} })).toBeUndefined()
    expect(find([own(101)], { firstSentAt: minute })).toBeUndefined()
    expect(find([own(100)], { firstSentAt: minute })).toBe(false)
  })

  it('ignores the message of an earlier write', () => {
    const earlier = [{ result: { id: 101 }, doneAt: minute }]
    expect(find([own(101)], { earlier })).toBe(false)
    expect(find([own(101), own(102)], { earlier })).toEqual({ id: 102 })
    // That response shows the newest message at that time.
    expect(find([own(101), own(102)], { earlier, firstSentAt: minute })).toEqual({ id: 102 })
  })

  it('returns undefined if a cancelled earlier message may match', () => {
    expect(find([own(101)], { earlier: [{ result: undefined, doneAt: 1500 }] })).toBeUndefined()
  })

  it('compares the names of files', () => {
    const withFiles: Partial<Sent> = {
      body: { text: 'Hall A', with_files: true as const },
      base: { newest: 100, files: [file('a/plan.pdf'), file('photo\u0007.jpg')] },
    }
    const there = (...names: string[]) => [
      own(101, { has_files: true, files: names.map(name => ({ ...parsedDocument, name })) }),
    ]
    expect(find(there('photo.jpg', 'plan.pdf'), withFiles)).toEqual({ id: 101 })
    expect(find(there('plan.pdf'), withFiles)).toBe(false)
    expect(find([own(101)], withFiles)).toBe(false)
    expect(find([own(101, { has_files: true })], withFiles)).toEqual({ id: 101 })
    expect(find(there('plan.pdf'))).toBe(false)
  })

  it('compares the options of polls', () => {
    const poll = (...texts: string[]) => {
      const options = texts.map((text, index) => ({ id: index + 1, text }))
      return own(101, {
        poll: Poll.parse({ id: 1, is_anonymous: false, is_multiple_choice: false, options }),
      })
    }
    const sent = {
      body: {
        text: 'Hall A',
        poll: { options: ['Yes', ' No '], is_anonymous: false, is_multiple_choice: false },
      },
    }
    expect(find([poll('Yes', 'No')], sent)).toEqual({ id: 101 })
    expect(find([poll('Yes', 'Perhaps')], sent)).toBe(false)
    expect(find([own(101)], sent)).toBe(false)
  })
})

it('sends a message key only if supported, with files', () => {
  const key = randomUuid()
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const [text] = createMessageEntries(1, { text: 'Hall A' }, {}, key)
  expect(text?.entry.input.body).toEqual({ text: 'Hall A' })
  const files = [{ id: 'kept', name: 'a.pdf', type: '', size: 1 }]
  const [upload, message] = createMessageEntries(1, { text: '', files }, { supportsKey: true }, key)
  expect(upload?.entry.input.body).toMatchObject({ message_key: key, file: { keptFile: 'kept' } })
  expect(message?.entry.input.body).toEqual({ text: '', with_files: true, message_key: key })
  const [, plain] = createMessageEntries(1, { text: '', files }, { newest: 7 }, key)
  expect(plain?.entry.input.body).toEqual({ text: '', with_files: true })
  expect(plain?.entry).toMatchObject({ base: { newest: 7, files } })
})
