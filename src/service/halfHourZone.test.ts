import { afterEach, beforeEach, expect, it } from 'vitest'
import { homework } from '../contract/homework.ts'
import { messages } from '../contract/messages.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { timeline } from '../contract/timeline.ts'
import { smallChats, smallSchool } from '../testing/sampleSchool.ts'
import { type TestService, testService } from '../testing/testService.ts'

/** A school in Adelaide: UTC+10:30 in November. */
let school: TestService
let token: string
beforeEach(async () => {
  school = await testService({ timeZone: 'Australia/Adelaide', now: Date.parse('2026-11-18T13:15:00Z') })
  token = await school.signIn('albrecht')
})
afterEach(() => school.close())

const today = async () => {
  const response = await school.send('GET', '/api/v2/courses/1/timetable/timeline', { token })
  const { rows } = parseResponse(timeline.days.response, await response.json())
  return rows.find(day => day.is_today)?.date
}

it('the timeline changes its day at midnight of the school', async () => {
  expect(await today()).toBe('2026-11-18')
  school.advance(14 * 60_000)
  expect(await today()).toBe('2026-11-18')
  school.advance(60_000)
  expect(await today()).toBe('2026-11-19')
})

it('homework dates are in school time', async () => {
  const body = { lesson_id: smallSchool.lessons.maths, text: 'p. 42', until_datetime: '2026-11-23' }
  const response = await school.send('POST', '/api/v2/courses/1/homeworks', { token, body })
  const { rows } = parseResponse(homework.create.response, await response.json())
  expect(rows[0]).toMatchObject({
    until_datetime: '2026-11-23 08:00:00',
    created_at: '2026-11-18T23:45:00+10:30',
  })
  const stored = await school.db
    .selectFrom('homeworks')
    .select('due_at')
    .where('id', '=', rows[0]?.id ?? 0)
    .executeTakeFirst()
  expect(stored?.due_at).toBe('2026-11-22T21:30:00.000Z')
})

it('message times are in school time', async () => {
  const path = `/api/v2/chats/${smallChats.talk}/messages`
  const sent = await school.send('POST', path, { token, body: { text: 'Hello' } })
  const message = parseResponse(messages.send.response, await sent.json())
  expect(message.sent_at).toBe('2026-11-18T23:45:00+10:30')
  const list = await school.send('GET', path, { token })
  const { rows } = parseResponse(messages.list.response, await list.json())
  expect(rows.at(-1)).toMatchObject({ id: message.id, sent_at: '2026-11-18 23:45:00' })
})
