import { createTranslator } from 'use-intl'
import { expect, it } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { messages } from '../../../i18n/en/messages.ts'
import { formatArrival } from './arrivals.ts'

const t = createTranslator({ locale: 'en', messages: { messages }, namespace: 'messages' })
const message = (text: string, more: Partial<Message> = {}): Message => ({
  id: 1,
  chat_id: 1,
  user: { id: 7, name: 'Omar Ruiz' },
  text,
  has_files: false,
  meta_type: null,
  sent_at: '2026-11-18 09:00:00',
  is_own: false,
  reactions: [],
  ...more,
})

it('announces one message, or the count and the last', () => {
  expect(formatArrival([], t)).toBeUndefined()
  expect(formatArrival([message('Hall A.')], t)).toBe('Omar Ruiz: Hall A.')
  expect(formatArrival([message('One'), message('Two')], t)).toBe(
    '2 new messages, the last from Omar Ruiz: Two',
  )
})

it('announces no hidden message', () => {
  expect(formatArrival([message('Secret', { is_hidden: true })], t)).toBeUndefined()
  expect(formatArrival([message('Hall A.'), message('Secret', { is_hidden: true })], t)).toBe(
    'Omar Ruiz: Hall A.',
  )
})

it('announces polls and files, and shortens long text', () => {
  expect(formatArrival([message('Which film?', { has_poll: true })], t)).toBe('Omar Ruiz: Poll: Which film?')
  expect(formatArrival([message('', { has_files: true })], t)).toBe('Omar Ruiz: 1 file')
  expect(formatArrival([message('word '.repeat(4000))], t)?.length).toBeLessThan(250)
})
