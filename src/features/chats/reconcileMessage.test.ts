import { describe, expect, it } from 'vitest'
import { type ChatSnapshot, type OwnMessage, reconcileMessage } from './messageWrite.ts'

const own = (id: number, more: Partial<OwnMessage> = {}): OwnMessage => ({
  id,
  text: 'Hall A',
  hasFiles: false,
  files: [],
  ...more,
})
const seen = (messages: OwnMessage[], more: Partial<ChatSnapshot> = {}): ChatSnapshot => ({
  newest: Math.max(100, ...messages.map(({ id }) => id)),
  own: messages,
  ...more,
})
const reconcile = (now: ChatSnapshot, given: Partial<Parameters<typeof reconcileMessage>[0]> = {}) =>
  reconcileMessage({
    input: { body: { text: 'Hall A' } },
    opened: undefined,
    before: seen([]),
    now,
    ...given,
  })
const file = (name: string) => ({ id: name, name, type: '', size: 1 })

describe('reconcileMessage after a lost response', () => {
  it('returns done if one own message with the same text is newer than all known ones', () => {
    expect(reconcile(seen([own(101)]))).toBe('done')
    expect(reconcile(seen([own(101, { text: ' Hall A\r\n' })]))).toBe('done')
  })

  it('returns send if no own message is newer than the known ones', () => {
    expect(reconcile(seen([]))).toBe('send')
    expect(reconcile(seen([own(99), own(100)]))).toBe('send')
  })

  it('returns unknown if two new messages match', () => {
    expect(reconcile(seen([own(101), own(103)]))).toBe('unknown')
  })

  it('returns unknown if there are more unreadable messages than before', () => {
    expect(reconcile(seen([], { unreadable: 3 }), { before: seen([], { unreadable: 2 }) })).toBe('unknown')
    expect(reconcile(seen([], { unreadable: 2 }), { before: seen([], { unreadable: 2 }) })).toBe('send')
  })

  it('compares the file names of messages', () => {
    const withFiles = {
      input: { body: { text: 'Hall A', with_files: true as const } },
      opened: seen([], { files: [file('a/plan.pdf'), file('photo\u0007.jpg')] }),
    }
    const there = (...files: string[]) => seen([own(101, { hasFiles: true, files })])
    expect(reconcile(there('photo.jpg', 'plan.pdf'), withFiles)).toBe('done')
    expect(reconcile(there('plan.pdf'), withFiles)).toBe('send')
    expect(reconcile(seen([own(101)]), withFiles)).toBe('send')
    const { files: _, ...unnamed } = own(101, { hasFiles: true })
    expect(reconcile(seen([unnamed]), withFiles)).toBe('done')
    expect(reconcile(there('plan.pdf'))).toBe('send')
  })

  it('compares the options of polls', () => {
    const poll = { input: { body: { text: 'Hall A', poll: { options: ['Yes', ' No '] } } } }
    expect(reconcile(seen([own(101, { options: ['Yes', 'No'] })]), poll)).toBe('done')
    expect(reconcile(seen([own(101, { options: ['Yes', 'Perhaps'] })]), poll)).toBe('send')
    expect(reconcile(seen([own(101)]), poll)).toBe('send')
  })
})

it('reconcileMessage returns send if the message was never sent before', () => {
  expect(reconcile(seen([own(101)]), { before: undefined })).toBe('send')
})
