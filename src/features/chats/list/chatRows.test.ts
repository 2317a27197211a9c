import { expect, it } from 'vitest'
import type { Chat } from '../../../contract/chats.ts'
import { findChats, getNextChat } from '../ChatsScreen.tsx'
import { chatName, sortChats } from '../useChats.ts'
import { getPreviewLine } from './ChatRow.tsx'

const me = { id: 1, name: 'Jana Albrecht' }
const chat = (changes: Partial<Chat> = {}): Chat => ({
  id: 7,
  name: 'Museum trip',
  created_at: '2026-09-01 08:00:00',
  last_message_at: '2026-11-18 08:05:00',
  broadcast_only: false,
  files_allowed: true,
  url: '',
  is_admin: false,
  can_write: true,
  unread_messages: 0,
  ...changes,
})
const lastMessage = (text: string, changes: object = {}): Chat['last_message'] => ({
  id: 3,
  user: { id: 2, name: 'Omar Ruiz' },
  text,
  ...changes,
})

it('sorts pinned chats first, then by last message', () => {
  const chats = [
    chat({ id: 1, last_message_at: null, created_at: '2026-11-18 08:10:00' }),
    chat({ id: 2, last_message_at: '2026-11-18T08:20:00+01:00' }),
    chat({ id: 3, last_message_at: '2026-11-01 08:00:00', is_pinned: true }),
    // One hour before chat 2, in the time zone of the school.
    chat({ id: 4, last_message_at: '2026-11-18T08:20:00+02:00' }),
    chat({ id: 5, last_message_at: '2026-11-18 08:20:00' }),
  ]
  expect(sortChats(chats, 'Europe/Berlin').map(({ id }) => id)).toEqual([3, 5, 2, 1, 4])
})

it('describes the last message by sender and kind', () => {
  const of = (last_message: Chat['last_message'], changes: Partial<Chat> = {}) =>
    getPreviewLine(chat({ last_message, ...changes }), undefined, me.id)
  const omar = { name: 'Omar Ruiz' }
  expect(of(lastMessage('27 of 28\n forms'))).toEqual({
    ...{ kind: 'message', content: 'text', author: omar, text: '27 of 28 forms' },
  })
  expect(of(lastMessage('Hello', { user: me }))).toMatchObject({ author: 'you' })
  expect(of(lastMessage('Hello'), { is_direct: true })).toMatchObject({ author: undefined })
  expect(of(lastMessage('Hello'), { broadcast_only: true })).toMatchObject({
    author: undefined,
    text: 'Hello',
  })
  expect(of(lastMessage('Which film?', { has_poll: true }))).toMatchObject({ content: 'poll' })
  expect(of(lastMessage('', { has_files: true }))).toMatchObject({ content: 'files' })
  expect(of(lastMessage('The form', { has_files: true }))).toMatchObject({
    content: 'text',
    text: 'The form',
  })
  expect(of(null, { last_message_at: null })).toEqual({ kind: 'empty' })
  // A service that does not send the field.
  expect(of(undefined)).toEqual({ kind: 'unknown' })
  expect(of(lastMessage('a'.repeat(20_000)))).toMatchObject({ text: 'a'.repeat(160) })
})

it('shows an unsent draft as the last message', () => {
  const mark = { kind: 'draft' as const, text: 'Please\nbring' }
  expect(getPreviewLine(chat({ last_message: lastMessage('Hello') }), mark, me.id)).toEqual({
    ...{ kind: 'draft', text: 'Please bring', hasQuote: false },
  })
})

it('names a direct chat after the other person', () => {
  const two = { is_direct: true, last_message: lastMessage('Hi', { user: { id: 9, name: 'Lena Weber' } }) }
  expect(chatName(chat({ ...two, name: 'Lena Weber' }), me)).toBe('Lena Weber')
  expect(chatName(chat({ ...two, name: '' }), me)).toBe('Lena Weber')
  expect(chatName(chat({ ...two, name: me.name }), me)).toBe('Lena Weber')
  expect(chatName(chat({ name: me.name }), me)).toBe(me.name)
  expect(chatName(chat({ name: 'abc\u202edef' }), me)).toBe('abc\ufffddef')
})

it('finds words in name and message, ignoring case and accents', () => {
  const chats = [
    chat({ id: 1, name: 'Lehrkräfte 8b' }),
    chat({ id: 2, last_message: lastMessage('Größe der Bühne?') }),
    chat({ id: 3, name: 'Chor', last_message: lastMessage('Neuer Raum') }),
  ]
  const ids = (find: string) => findChats(chats, find, ({ name }) => name).map(({ id }) => id)
  expect(ids('lehrkrafte')).toEqual([1])
  expect(ids('BUHNE grosse')).toEqual([2])
  expect(ids('omar raum')).toEqual([3])
  expect(ids('  ')).toEqual([1, 2, 3])
  expect(ids('xyzzy')).toEqual([])
})

it('getNextChat returns the neighbour, undefined at the ends', () => {
  const chats = [1, 2, 3, 4].map(id => ({ id, unread: id > 2 }))
  const step = (openId: number | undefined, offset: 1 | -1) => getNextChat(chats, openId, offset)?.id
  expect([step(2, 1), step(2, -1), step(1, -1), step(4, 1)]).toEqual([3, 1, undefined, undefined])
  expect([step(undefined, 1), step(undefined, -1)]).toEqual([1, 4])
  expect(getNextChat(chats, 1, 1, ({ unread }) => unread)?.id).toBe(3)
  expect(getNextChat(chats, 3, -1, ({ unread }) => unread)).toBeUndefined()
})
