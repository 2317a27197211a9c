import { describe, expect, it } from 'vitest'
import { NewDocument } from './documents.ts'
import { hasEveryChange, NewMessage } from './messages.ts'

describe('whether what is held of a chat is all there is', () => {
  const held = (...versions: (number | undefined)[]) =>
    versions.map(version => (version === undefined ? {} : { version }))

  it.each([
    ['nothing changed', held(1, 2, 3), 3, 3, true],
    ['what was sent here is all that changed', held(1, 2, 3, 4), 3, 4, true],
    ['a vote here gave an older message a newer version', held(1, 5, 3), 4, 5, true],
    ['two in between', held(1, 4, 3, 5), 3, 5, true],
    ['somebody else wrote before it', held(1, 2, 3, 5), 3, 5, false],
    ['somebody else wrote after it', held(1, 2, 3, 4), 3, 5, false],
    ['something was deleted', held(1, 2), 3, 4, false],
    ['a service without versions', held(undefined, undefined), 3, 4, false],
    ['nothing is held', held(), 0, 1, false],
  ])('%s', (_says, rows, from, to, all) => {
    expect(hasEveryChange(rows, from, to)).toBe(all)
  })
})

it('the key of a message goes with files alone, and is a UUID', () => {
  const message_key = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
  const accepts = (value: unknown) => NewMessage.safeParse(value).success
  expect(accepts({ text: '', with_files: true, message_key })).toBe(true)
  expect(accepts({ text: '', with_files: true, message_key: 'mine' })).toBe(false)
  expect(NewMessage.parse({ text: 'x', message_key })).toEqual({ text: 'x' })
  const upload = { related_to: 'chat-message-file-new', file: new File(['x'], 'x') }
  expect(NewDocument.parse({ ...upload, message_key })).toEqual({ ...upload, message_key })
  expect(NewDocument.safeParse({ ...upload, message_key: '' }).success).toBe(false)
})
