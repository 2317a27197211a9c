import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NewCalendar } from '../../contract/calendar.ts'
import { seedSchool } from '../../school/seedSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { hashSecret } from '../auth/secrets.ts'

let school: TestService
beforeEach(async () => {
  school = await testService({ fill: seedSchool })
})
afterEach(() => school.close())

const minute = 60_000

async function create(login: string, body: object = {}): Promise<string> {
  const token = await school.signIn(login)
  const response = await school.send('POST', '/api/v2/me/calendar', { token, body })
  if (response.status !== 200) throw new Error(await describeError(response))
  return new URL(NewCalendar.parse(await response.json()).url).pathname
}

const fetchFeed = (path: string, headers: Record<string, string> = {}, address?: string) =>
  school.send('GET', path, { headers, ...(address && { address }) })

/** Uses up the fetches of a program in 15 minutes. */
async function fetchOften(path: string, headers?: Record<string, string>): Promise<void> {
  for (let index = 0; index < 5; index += 1) expect((await fetchFeed(path, headers)).status).toBe(200)
}

const statusOf = async (response: Promise<Response>) => (await response).status

const uidsOf = (calendar: string) => calendar.match(/^UID:.*$/gm)

const findUser = async (login: string) =>
  (await school.db.selectFrom('users').select('id').where('login', '=', login).executeTakeFirstOrThrow()).id

describe('the address of a calendar', () => {
  it('has 256 random bits, is returned once, and is stored as a hash', async () => {
    const path = await create('albrecht')
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    expect(await create('ruiz')).not.toBe(path)
    const secret = path.slice('/calendar/'.length, -'.ics'.length)
    expect(JSON.stringify(await school.db.selectFrom('calendars').selectAll().execute())).not.toContain(
      secret,
    )
    const list = await school.send('GET', '/api/v2/me/calendar', { token: await school.signIn('albrecht') })
    expect(await list.json()).toEqual([{ course_id: null, created_at: '2026-11-18T10:20:00+01:00' }])
  })

  it('replaces the previous address of the same calendar only', async () => {
    const own = await create('albrecht')
    const ofClass = await create('albrecht', { course_id: 1 })
    const ofOther = await create('ruiz')
    const next = await create('albrecht')
    expect(await statusOf(fetchFeed(own))).toBe(404)
    for (const path of [next, ofClass, ofOther]) expect(await statusOf(fetchFeed(path))).toBe(200)
  })

  it('is one of parallel creations', async () => {
    const paths = await Promise.all(Array.from({ length: 5 }, () => create('albrecht', { course_id: 1 })))
    const statuses = await Promise.all(paths.map(path => statusOf(fetchFeed(path))))
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404])
    expect(await school.db.selectFrom('calendars').selectAll().execute()).toHaveLength(1)
  })

  it('can be revoked, also twice', async () => {
    const own = await create('albrecht')
    const ofClass = await create('albrecht', { course_id: 1 })
    const token = await school.signIn('albrecht')
    const revoke = (query = '') => school.send('DELETE', `/api/v2/me/calendar${query}`, { token })
    expect(await statusOf(revoke('?course_id=1'))).toBe(200)
    expect(await statusOf(revoke('?course_id=1'))).toBe(200)
    expect(await statusOf(fetchFeed(ofClass))).toBe(404)
    expect(await statusOf(fetchFeed(own))).toBe(200)
    expect(await statusOf(revoke())).toBe(200)
    school.advance(20 * minute)
    expect(await statusOf(fetchFeed(own))).toBe(404)
  })

  it.each([
    '/calendar/x.ics',
    `/calendar/${'a'.repeat(43)}.ics`,
    `/calendar/${'a'.repeat(43)}`,
    `/calendar/${'%2e'.repeat(43)}.ics`,
    '/calendar/',
    '/calendar',
  ])('is not found at %s', async path => {
    expect(await describeError(await fetchFeed(path))).toBe('404 not_found')
  })

  it('is read-only', async () => {
    const path = await create('albrecht')
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await statusOf(school.send(method, path))).toBe(405)
  })
})

describe('each fetch', () => {
  it('requires membership of the class', async () => {
    const path = await create('sommer', { course_id: 1 })
    const own = await create('sommer')
    const memberships = school.db
      .updateTable('memberships')
      .where('user_id', '=', await findUser('sommer'))
      .where('course_id', '=', 1)
    await memberships.set({ is_accepted: 0, is_pending: 1 }).execute()
    expect(await describeError(await fetchFeed(path))).toBe('404 not_found')
    expect(await (await fetchFeed(own)).text()).not.toContain('VEVENT')
    await memberships.set({ is_accepted: 1, is_pending: 0 }).execute()
    expect(await statusOf(fetchFeed(path))).toBe(200)
  })

  it('requires the account', async () => {
    const path = await create('sommer', { course_id: 1 })
    await school.db
      .deleteFrom('users')
      .where('id', '=', await findUser('sommer'))
      .execute()
    expect(await describeError(await fetchFeed(path))).toBe('404 not_found')
  })

  it('is refused after five by the same program within 15 minutes', async () => {
    const path = await create('albrecht')
    await fetchOften(path)
    school.advance(5 * minute)
    const early = await fetchFeed(path)
    expect(early.headers.get('Retry-After')).toBe('600')
    expect(early.headers.get('Cache-Control')).toBe('no-store')
    expect(await early.json()).toEqual({
      error: {
        name: 'too_many_requests',
        message: 'A calendar can be fetched 5 times in 15 minutes. Please try again in 10 minutes.',
        code: 429,
      },
    })
    school.advance(10 * minute)
    const next = await fetchFeed(path)
    expect(next.status).toBe(200)
  })

  it('returns the same lessons under the same IDs', async () => {
    const path = await create('albrecht')
    const uids = uidsOf(await (await fetchFeed(path)).text())
    expect(uids?.length).toBeGreaterThan(50)
    school.advance(15 * minute)
    expect(uidsOf(await (await fetchFeed(path)).text())).toEqual(uids)
  })

  it('by other programs and of other calendars counts separately, up to a maximum', async () => {
    const path = await create('albrecht')
    const program = (name: string) => statusOf(fetchFeed(path, { 'User-Agent': name }))
    await fetchOften(path, { 'User-Agent': 'phone' })
    expect([await program('phone'), await program('computer')]).toEqual([429, 200])
    expect(await statusOf(fetchFeed(path, {}, '198.51.100.7'))).toBe(200)
    expect(await statusOf(fetchFeed(await create('albrecht', { course_id: 1 })))).toBe(200)
    const statuses: number[] = []
    for (let index = 0; index < 100; index += 1) statuses.push(await program(`program ${index}`))
    expect(statuses.filter(status => status === 200)).toHaveLength(93)
    expect(statuses.at(-1)).toBe(429)
  })

  it('is always allowed if the lessons are unchanged', async () => {
    const path = await create('albrecht')
    const first = await fetchFeed(path)
    const tag = first.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^W\/"[0-9a-f]+"$/)
    for (let index = 0; index < 10; index += 1) {
      const unchanged = await fetchFeed(path, { 'If-None-Match': tag })
      expect([unchanged.status, unchanged.headers.get('ETag')]).toEqual([304, tag])
      expect(await unchanged.text()).toBe('')
    }
    for (let index = 0; index < 4; index += 1) expect(await statusOf(fetchFeed(path))).toBe(200)
    expect(await statusOf(fetchFeed(path, { 'If-None-Match': '"other"' }))).toBe(429)
    // The class is not one of the teacher's own, but they may cover a lesson there.
    await school.db.updateTable('lessons').set({ room: '007' }).where('course_id', '=', 2).execute()
    expect(await statusOf(fetchFeed(path, { 'If-None-Match': tag }))).toBe(429)
    school.advance(15 * minute)
    const changed = await fetchFeed(path, { 'If-None-Match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('ETag')).not.toBe(tag)
  })

  it('counts no HEAD request', async () => {
    const path = await create('albrecht')
    const head = await school.send('HEAD', path)
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    await fetchOften(path)
  })

  it('declares its type, and may be cached only by the subscriber', async () => {
    const { headers } = await fetchFeed(await create('albrecht'))
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('private, max-age=900')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it('does not count as a request of other programs at the same address', async () => {
    const limited = await testService({ fill: seedSchool, rateLimit: 3 })
    const token = await limited.signIn('albrecht')
    const send = () => limited.send('GET', `/calendar/${'a'.repeat(43)}.ics`)
    const statuses = [await send(), await send(), await send(), await send()].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404, 429])
    expect((await limited.send('GET', '/api/v2/me', { token })).status).toBe(200)
    await limited.close()
  })

  it('is not possible if only api.md is served', async () => {
    const documented = await testService({ fill: seedSchool, documentedOnly: true })
    const row = { user_id: 1, course_id: null, language: 'en', created_at: '2026-11-18T09:20:00.000Z' }
    const secret = 'a'.repeat(43)
    await documented.db
      .insertInto('calendars')
      .values({ ...row, secret_hash: await hashSecret(secret) })
      .execute()
    expect(await describeError(await documented.send('GET', `/calendar/${secret}.ics`))).toBe('404 not_found')
    await documented.close()
  })
})
