import { describe, expect, it } from 'vitest'
import { NewDocument } from './documents.ts'
import { hasEveryChange, NewMessage } from './messages.ts'

describe('hasEveryChange', () => {
  const messagesWith = (...versions: (number | undefined)[]) =>
    versions.map(version => (version === undefined ? {} : { version }))

  it.each([
    ['no change', messagesWith(1, 2, 3), 3, 3, true],
    ['only messages sent here', messagesWith(1, 2, 3, 4), 3, 4, true],
    ['a local vote that gave an older message a newer version', messagesWith(1, 5, 3), 4, 5, true],
    ['two changes in between', messagesWith(1, 4, 3, 5), 3, 5, true],
    ['a message of another user before it', messagesWith(1, 2, 3, 5), 3, 5, false],
    ['a message of another user after it', messagesWith(1, 2, 3, 4), 3, 5, false],
    ['a deleted message', messagesWith(1, 2), 3, 4, false],
    ['a service without versions', messagesWith(undefined, undefined), 3, 4, false],
    ['no cached messages', messagesWith(), 0, 1, false],
  ])('%s', (_name, rows, from, to, all) => {
    expect(hasEveryChange(rows, from, to)).toBe(all)
  })
})

it('message_key must be a UUID, and NewMessage drops it without files', () => {
  const message_key = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
  const accepts = (value: unknown) => NewMessage.safeParse(value).success
  expect(accepts({ text: '', with_files: true, message_key })).toBe(true)
  expect(accepts({ text: '', with_files: true, message_key: 'mine' })).toBe(false)
  expect(NewMessage.parse({ text: 'x', message_key })).toEqual({ text: 'x' })
  const upload = { related_to: 'chat-message-file-new', file: new File(['x'], 'x') }
  expect(NewDocument.parse({ ...upload, message_key })).toEqual({ ...upload, message_key })
  expect(NewDocument.safeParse({ ...upload, message_key: '' }).success).toBe(false)
})
