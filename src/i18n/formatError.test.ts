import { expect, it } from 'vitest'
import { createError } from '../api/client/ApiError.ts'
import { chats } from '../contract/chats.ts'
import { formatError } from './formatError.ts'

const key = (name: string) => name

it('names a full disk, other failures by status', async () => {
  const sentenceOf = async (name: string) => {
    const body = { error: { name, message: 'The disk of the server is full.', code: 503 } }
    const error = await createError(chats.list, Response.json(body, { status: 503 }), 0, false)
    return formatError(error, key as never, String)
  }
  expect([await sentenceOf('disk_full'), await sentenceOf('unavailable')]).toEqual(['diskFull', 'server'])
})

it('accepts the stored error of a write', () => {
  expect(formatError({ kind: 'tooLarge' }, key as never, String)).toBe('tooLarge')
  expect(formatError(undefined, key as never, String)).toBe('unexpected')
})
