import { expect, it } from 'vitest'
import type { Chat } from '../../../contract/chats.ts'
import { findChats, nextChat } from '../ChatsScreen.tsx'
import { lastLine } from './ChatRow.tsx'
import { chatName, inOrder } from './useChats.ts'

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
const said = (text: string, changes: object = {}): Chat['last_message'] => ({
  id: 3,
  user: { id: 2, name: 'Omar Ruiz' },
  text,
  ...changes,
})

it('puts pinned chats first, then whoever spoke last, in either format of a time', () => {
  const chats = [
    chat({ id: 1, last_message_at: null, created_at: '2026-11-18 08:10:00' }),
    chat({ id: 2, last_message_at: '2026-11-18T08:20:00+01:00' }),
    chat({ id: 3, last_message_at: '2026-11-01 08:00:00', is_pinned: true }),
    // An hour earlier than the second, in the school's time.
    chat({ id: 4, last_message_at: '2026-11-18T08:20:00+02:00' }),
    chat({ id: 5, last_message_at: '2026-11-18 08:20:00' }),
  ]
  expect(inOrder(chats, 'Europe/Berlin').map(({ id }) => id)).toEqual([3, 5, 2, 1, 4])
})

it('shows what was said last, by whom, and what kind it is', () => {
  const of = (last_message: Chat['last_message'], changes: Partial<Chat> = {}) =>
    lastLine(chat({ last_message, ...changes }), undefined, me.id)
  const omar = { name: 'Omar Ruiz' }
  expect(of(said('27 of 28\n forms'))).toEqual({
    ...{ kind: 'message', what: 'text', by: omar, text: '27 of 28 forms' },
  })
  expect(of(said('Hello', { user: me }))).toMatchObject({ by: 'you' })
  expect(of(said('Hello'), { is_direct: true })).toMatchObject({ by: undefined })
  expect(of(said('Hello'), { broadcast_only: true })).toMatchObject({ by: undefined, text: 'Hello' })
  expect(of(said('Which film?', { has_poll: true }))).toMatchObject({ what: 'poll' })
  expect(of(said('', { has_files: true }))).toMatchObject({ what: 'files' })
  expect(of(said('The form', { has_files: true }))).toMatchObject({ what: 'text', text: 'The form' })
  expect(of(null, { last_message_at: null })).toEqual({ kind: 'empty' })
  // A service that does not say.
  expect(of(undefined)).toEqual({ kind: 'unknown' })
  expect(of(said('a'.repeat(20_000)))).toMatchObject({ text: 'a'.repeat(160) })
})

it('puts own words that have not arrived before what others said', () => {
  const mark = { kind: 'draft' as const, text: 'Please\nbring' }
  expect(lastLine(chat({ last_message: said('Hello') }), mark, me.id)).toEqual({
    ...{ kind: 'draft', text: 'Please bring' },
  })
})

it('calls a chat of two by the other one', () => {
  const two = { is_direct: true, last_message: said('Hi', { user: { id: 9, name: 'Lena Weber' } }) }
  expect(chatName(chat({ ...two, name: 'Lena Weber' }), me)).toBe('Lena Weber')
  expect(chatName(chat({ ...two, name: '' }), me)).toBe('Lena Weber')
  expect(chatName(chat({ ...two, name: me.name }), me)).toBe('Lena Weber')
  expect(chatName(chat({ name: me.name }), me)).toBe(me.name)
  expect(chatName(chat({ name: 'abc\u202edef' }), me)).toBe('abc\ufffddef')
})

it('finds chats by words of name and last message, without case and accents', () => {
  const chats = [
    chat({ id: 1, name: 'Lehrkräfte 8b' }),
    chat({ id: 2, last_message: said('Größe der Bühne?') }),
    chat({ id: 3, name: 'Chor', last_message: said('Neuer Raum') }),
  ]
  const ids = (find: string) => findChats(chats, find, ({ name }) => name).map(({ id }) => id)
  expect(ids('lehrkrafte')).toEqual([1])
  expect(ids('BUHNE grosse')).toEqual([2])
  expect(ids('omar raum')).toEqual([3])
  expect(ids('  ')).toEqual([1, 2, 3])
  expect(ids('xyzzy')).toEqual([])
})

it('steps from chat to chat and not beyond the ends', () => {
  const chats = [1, 2, 3, 4].map(id => ({ id, unread: id > 2 }))
  const step = (open: number | undefined, by: 1 | -1) => nextChat(chats, open, by)?.id
  expect([step(2, 1), step(2, -1), step(1, -1), step(4, 1)]).toEqual([3, 1, undefined, undefined])
  expect([step(undefined, 1), step(undefined, -1)]).toEqual([1, 4])
  expect(nextChat(chats, 1, 1, ({ unread }) => unread)?.id).toBe(3)
  expect(nextChat(chats, 3, -1, ({ unread }) => unread)).toBeUndefined()
})
