import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { courses } from '../../contract/courses.ts'
import { homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { ProblemBody } from '../../contract/session.ts'
import { timeline } from '../../contract/timeline.ts'
import { faultySchool, type TestService, testService } from '../testService.ts'
import { type ClassFaultKind, faultClasses } from './faults.ts'
import { type Wait, waitOrAbort, withFaults } from './withFaults.ts'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService({ fill: faultySchool })
  token = await school.signIn('sommer')
})
afterAll(() => school.close())

const idOf = (kind: ClassFaultKind, value: number | null = null) => {
  const found = faultClasses.find(fault => fault.kind === kind && (value === null || fault.value === value))
  if (!found) throw new Error(`no fault class ${kind}`)
  return found.id
}
const send = (id: number, path = '/timetable/timeline', as = token) =>
  school.send('GET', `/api/v2/courses/${id}${path}`, { token: as })
const days = async (id: number) => parseResponse(timeline.days.response, await (await send(id)).json())

describe('unusable responses', () => {
  it('have the status of the fault and an error body', async () => {
    for (const { id, kind, value } of faultClasses) {
      if (kind !== 'status') continue
      const response = await send(id)
      expect(response.status).toBe(value)
      expect(ProblemBody.parse(await response.json()).error.code).toBe(value)
    }
  })
  it('have status 429, with or without a wait time', async () => {
    const busy = await send(idOf('busy'))
    expect(busy.status).toBe(429)
    expect(busy.headers.get('retry-after')).toBe('20')
    expect(busy.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(busy.headers.get('x-ratelimit-reset')).toBe(String(Math.ceil(school.clock() / 1000) + 20))
    const bare = await send(idOf('busyBare'))
    expect(bare.status).toBe(429)
    expect([...bare.headers.keys()].filter(name => /ratelimit|retry/.test(name))).toEqual([])
    expect(await bare.text()).toBe('')
  })
  it('are an HTML page, incomplete JSON, or empty', async () => {
    const page = await send(idOf('html'))
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    await expect((await send(idOf('malformedJson'))).json()).rejects.toThrow(SyntaxError)
    expect(await (await send(idOf('emptyBody'))).text()).toBe('')
  })
})

describe('delayed responses', () => {
  const fetchTimeline = (id: number, signal: AbortSignal, wait: Wait) => {
    const request = new Request(`https://school.example/api/v2/courses/${id}/timetable/timeline`, {
      headers: { authorization: `Bearer ${token}` },
      signal,
    })
    return withFaults(school.serviceWithoutFaults, { ...school, timeZone: 'Europe/Berlin', wait }).fetch(
      request,
    )
  }
  it('never come until the request is aborted', async () => {
    const giveUp = new AbortController()
    const waiting = Promise.withResolvers<void>()
    const response = fetchTimeline(idOf('slow'), giveUp.signal, (ms, signal) => {
      waiting.resolve()
      return waitOrAbort(ms, signal)
    })
    await waiting.promise
    const first = await Promise.race([
      response,
      new Promise(resolve => setTimeout(resolve, 0, 'nothing yet')),
    ])
    expect(first).toBe('nothing yet')
    giveUp.abort()
    expect((await response).status).toBe(503)
  })
  it('come after the given delay', async () => {
    const waits: (number | null)[] = []
    const response = await fetchTimeline(
      idOf('slow', 8000),
      new AbortController().signal,
      async ms => void waits.push(ms),
    )
    expect(waits).toEqual([8000])
    expect(parseResponse(timeline.days.response, await response.json()).rows).toHaveLength(14)
  })
})

describe('intermittent errors', () => {
  it('refuse a user’s first request per minute, regardless of the token', async () => {
    const id = idOf('once401')
    expect((await send(id)).status).toBe(401)
    expect((await send(id, '/lessons', await school.signIn('sommer'))).status).toBe(200)
    expect((await send(id, '/lessons', await school.signIn('tanaka'))).status).toBe(401)
    school.advance(61_000)
    expect((await send(id)).status).toBe(401)
    expect((await send(id)).status).toBe(200)
  })
  it('fail every other request, starting with the first', async () => {
    const statuses = []
    for (let count = 0; count < 4; count += 1) statuses.push((await send(idOf('flaky'))).status)
    expect(statuses).toEqual([503, 200, 503, 200])
  })
})

describe('unusual and invalid data', () => {
  it('is loose: all entries are valid', async () => {
    const id = idOf('loose')
    const { rows, unreadable } = await days(id)
    expect([rows.length, unreadable]).toEqual([14, 0])
    const read = parseResponse(lessons.list.response, await (await send(id, '/lessons')).json())
    expect([read.rows.length, read.unreadable]).toEqual([9, 0])
    expect(new Set(read.rows.slice(4).map(lesson => lesson.color))).toEqual(new Set([null, '#3177dc']))
  })
  it('is broken: invalid entries are counted', async () => {
    const id = idOf('broken')
    const { rows, unreadable } = await days(id)
    expect([rows.length, unreadable]).toEqual([13, 5])
    const subjects = parseResponse(lessons.list.response, await (await send(id, '/lessons')).json())
    expect([subjects.rows.map(row => row.id), subjects.unreadable]).toEqual([[901, 904], 5])
    const people = parseResponse(courses.members.response, await (await send(id, '/members')).json())
    expect([people.rows.map(row => row.id), people.unreadable]).toEqual([[1, 3], 3])
  })
  it('is hostile: all entries are valid', async () => {
    const { rows, unreadable } = await days(idOf('hostile'))
    expect(unreadable).toBe(0)
    const [lesson] = rows[0]?.lessons[0]?.lessons ?? []
    expect(lesson).toMatchObject({ color: null, name: expect.stringContaining('<script>') })
    expect(rows[0]?.representations).toHaveLength(3)
  })
  it('is large', async () => {
    const { rows, unreadable } = await days(idOf('large'))
    expect([rows.length, unreadable]).toEqual([366, 0])
    expect(rows[0]?.lessons).toHaveLength(10)
  })
  it.each([
    ['loose', 8, 0],
    ['broken', 2, 6],
    ['hostile', 5, 0],
    ['large', 2000, 0],
    ['once401', 3, 0],
  ] as const)('has the same faults in the homework of a class: %s', async (kind, readable, unreadable) => {
    const id = idOf(kind)
    if (kind === 'once401') await send(id)
    const list = parseResponse(homework.list.response, await (await send(id, '/homeworks')).json())
    expect([list.rows.length, list.unreadable]).toEqual([readable, unreadable])
    const one = parseResponse(homework.get.response, await (await send(id, '/homeworks/901')).json())
    expect(one).toEqual(list.rows[0])
    expect((await send(id, '/homeworks/1')).status).toBe(404)
    expect((await school.send('DELETE', `/api/v2/courses/${id}/homeworks/901`, { token })).status).toBe(404)
  })
})

it('fault classes require a token, and are in no list of memberships', async () => {
  expect((await school.send('GET', `/api/v2/courses/${idOf('html')}`)).status).toBe(401)
  expect((await school.send('GET', `/api/v2/courses/${idOf('html')}`, { token: 'no token' })).status).toBe(
    401,
  )
  const own = (await (
    await school.send('GET', '/api/v2/me/courses/memberships', { token })
  ).json()) as unknown[]
  expect(own).toHaveLength(1)
})

it('fault classes have unique IDs, and do not affect other classes', async () => {
  expect(new Set(faultClasses.map(fault => fault.id)).size).toBe(faultClasses.length)
  expect((await send(9999)).status).toBe(404)
})
