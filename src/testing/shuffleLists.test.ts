import { expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { type Message, messages, reactionsOf } from '../contract/messages.ts'
import { parseResponse, parseResponseStream } from '../contract/parseResponse.ts'
import { lazyDay, readDay } from '../contract/schoolDay.ts'
import { type TimelineDay, timeline } from '../contract/timeline.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { listGetRequests, sendRequests } from './getRequests.ts'
import { shuffleLists } from './shuffleLists.ts'
import { testNow, testService } from './testService.ts'

/** Compared by the data that the app derives from them. */
const undocumentedLists = new Set(['reactions', 'representations', 'related_members', 'badges', 'positions'])

const withoutUndocumented = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (undocumentedLists.has(name) ? undefined : value)))

function deriveData(endpoint: Endpoint, body: unknown): unknown {
  const parsed: unknown = parseResponse(endpoint.response, body)
  const rows = typeof parsed === 'object' && parsed !== null && 'rows' in parsed ? parsed.rows : []
  return [
    withoutUndocumented(parsed),
    endpoint === messages.list ? (rows as Message[]).map(reactionsOf) : [],
    endpoint === timeline.days ? (rows as TimelineDay[]).flatMap(day => [readDay(day), lazyDay(day)]) : [],
  ]
}

async function* splitIntoPieces(text: string) {
  for (let offset = 0; offset < text.length; offset += 1000) yield text.slice(offset, offset + 1000)
}

it('the app derives the same data from every response, whatever the order of its lists', async () => {
  const school = await testService({ fill: (db, how) => seedSchool(db, how), now: testNow })
  const tokens = new Map([['albrecht', await school.signIn('albrecht')]])
  const lists = new Set<string>()
  for (const { name, endpoint, statusAndBody } of (
    await sendRequests(school, await listGetRequests(school.db, ['albrecht']), tokens)
  ).values()) {
    const [, status, text = ''] = /^(\d+) (.*)$/s.exec(statusAndBody) ?? []
    if (status !== '200') continue
    const body: unknown = JSON.parse(text)
    const expected = deriveData(endpoint, body)
    // With 7, a list of two entries changes its order, too.
    for (const seed of [1, 7]) {
      const other = shuffleLists(body, seed)
      expect(deriveData(endpoint, other), name).toEqual(expected)
      if (Array.isArray(body) && body.length > 1 && JSON.stringify(other) !== text) lists.add(name)
      const streamed = await parseResponseStream(endpoint.response, splitIntoPieces(JSON.stringify(other)))
      expect(withoutUndocumented(streamed), name).toEqual(
        withoutUndocumented(parseResponse(endpoint.response, body)),
      )
    }
  }
  expect([...lists].sort()).toEqual([
    'chats.list',
    'courses.members',
    'files.list',
    'homework.list',
    'homework.mine',
    'lessons.list',
    'me.memberships',
    'messages.list',
    'permissions.list',
    'permissions.ofClass',
    'submissions.list',
    'timeline.days',
    'timeline.mine',
  ])
  await school.close()
})
