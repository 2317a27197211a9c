import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'
import { hour, mySlot, day as sampleDay, subject } from '../../testing/sampleDays.ts'

it('lists the first unread chats, with a link to the others', async () => {
  await renderApp({
    as: 'albrecht',
    at: '/day',
    respond: ({ url }) => (new URL(url).pathname === '/api/v2/chats' ? Response.json(chats) : undefined),
  })
  const side = within(await screen.findByRole('complementary', { name: 'Marking, messages and changes' }))
  await side.findByRole('link', { name: /^Chat 9/ })
  expect(side.getAllByRole('link', { name: /^Chat \d/ })).toHaveLength(6)
  const rest = side.getByRole('link', { name: '2 more chats with unread messages' })
  expect(rest.getAttribute('href')).toBe('/chats')
  // The newest are first, without muted and read ones.
  expect(side.queryByRole('link', { name: /^Chat (?:1|2|3|10)\b/ })).toBeNull()
})

const chats = Array.from({ length: 10 }, (_, index) => ({
  id: index + 1,
  name: `Chat ${index + 1}`,
  created_at: '2026-11-01 08:00:00',
  last_message_at: `2026-11-${String(index + 2).padStart(2, '0')} 08:00:00`,
  ...{ broadcast_only: false, files_allowed: true, url: '', is_admin: false, can_write: true },
  unread_messages: index === 0 ? 0 : 3,
  is_muted: index === 9,
}))

it.each([
  ['204', 'No lessons today. Next: Thursday 08:00, Maths 8b, room 204'],
  ['', 'No lessons today. Next: Thursday 08:00, Maths 8b'],
])('names the next lesson on a day without lessons, in room “%s”', async (room, text) => {
  const lesson = mySlot(hour(1, subject(1, 'Maths', room)))
  const days = [sampleDay('2026-11-18', []), { ...sampleDay('2026-11-19', []), lessons: [lesson] }]
  await renderApp({
    as: 'albrecht',
    at: '/day',
    respond: ({ url }) => (url.includes('/me/timetable/timeline') ? Response.json(days) : undefined),
  })
  await screen.findByText(text)
})
