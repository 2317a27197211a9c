import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { Scope } from '../../contract/endpoint.ts'
import { PersonalToken } from '../../contract/oauth.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { refusal } from '../../testing/signInFlow.ts'
import { type Sending, type TestService, testService } from '../../testing/testService.ts'

let school: TestService
beforeEach(async () => {
  school = await testService()
})
afterEach(() => school.close())

const day = 24 * 3_600_000
const path = '/api/v2/personal_access_tokens'
const basic = `albrecht:${smallSchool.password}`
const list = async (sending: Sending) =>
  z.array(PersonalToken).parse(await (await school.send('GET', path, sending)).json())

async function make(sending: Sending, scopes: readonly Scope[] = ['me'], rest: object = {}) {
  const body = { name: 'for testing', scopes, ...rest }
  const response = await school.send('POST', path, { ...sending, body })
  if (response.status !== 200) throw new Error(await refusal(response))
  const made = PersonalToken.parse(await response.json())
  return { ...made, token: made.token ?? '' }
}

describe('personal access tokens', () => {
  it('are made with login name and password, shown once, work, and are revoked', async () => {
    const made = await make({ basic }, ['me', 'chats'])
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'for testing',
      scopes: ['me', 'chats'],
      token: expect.stringMatching(/^[\w-]{43}$/),
      created_at: '2026-11-18T10:20:00+01:00',
      expires_at: '2027-02-16T10:20:00+01:00',
    })
    expect((await school.send('GET', '/api/v2/me', made)).status).toBe(200)

    const { token: _token, ...listed } = made
    expect(await list({ basic })).toEqual([listed])
    expect(await list(made), 'by a bearer token of the same person').toEqual([listed])
    expect(JSON.stringify(await school.db.selectFrom('tokens').selectAll().execute())).not.toContain(
      made.token,
    )

    expect(await (await school.send('DELETE', `${path}/${made.id}`, { basic })).json()).toEqual({
      success: true,
    })
    expect(await refusal(await school.send('GET', '/api/v2/me', made))).toBe('401 unauthorized')
    expect(await refusal(await school.send('DELETE', `${path}/${made.id}`, { basic }))).toBe('404 not_found')
    expect(await list({ basic })).toEqual([])
  })

  it.each([30, 90, 365])('end after %i days, are refused then, and stay in the list a while', async days => {
    const made = await make({ basic }, ['me'], { expires_in_days: days })
    const status = async () => {
      // Each sign-in clears away what is long over.
      await school.signIn('sommer')
      return (await school.send('GET', '/api/v2/me', made)).status
    }
    school.advance(days * day - 1)
    expect(await status()).toBe(200)
    school.advance(1)
    expect(await status()).toBe(401)
    school.advance(20 * day)
    expect(await status()).toBe(401)
    expect(await list({ basic })).toEqual([expect.objectContaining({ expires_at: made.expires_at })])
    school.advance(20 * day)
    expect(await status()).toBe(401)
    expect(await list({ basic })).toEqual([])
  })

  it.each([0, -1, 366, 1.5, '90', null])(
    'live a year at most, and whole days: not %s',
    async expires_in_days => {
      await expect(make({ basic }, ['me'], { expires_in_days })).rejects.toThrow('422 invalid')
    },
  )

  it('are made with the password alone, by no token of whatever kind', async () => {
    const token = await school.signIn('albrecht')
    await expect(make({ token })).rejects.toThrow('401 unauthorized')
    await expect(make(await make({ basic }))).rejects.toThrow('401 unauthorized')
    expect(await list({ token })).toHaveLength(1)
    expect((await make({ basic }, ['me', 'me'])).scopes).toEqual(['me'])
    const poor = await make({ basic }, [])
    expect(await refusal(await school.send('GET', '/api/v2/me', poor))).toBe('403 insufficient_scope')
  })

  it('are 20 at most for each person, those that ended not counted', async () => {
    const soon = { expires_in_days: 1 }
    const [first] = [await make({ basic }, ['me'], soon), await make({ basic }, ['me'], soon)]
    // Made at once: nobody gets past the count between another's count and write. More at once would look like guessing.
    const rest: PromiseSettledResult<unknown>[] = []
    for (const length of [8, 8, 8]) {
      rest.push(...(await Promise.allSettled(Array.from({ length }, () => make({ basic })))))
    }
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(18)
    const refused = await school.send('POST', path, { basic, body: { name: 'one more', scopes: [] } })
    expect(await refused.clone().text()).toContain('You have 20 tokens, which is as many as there may be.')
    expect(await refusal(refused)).toBe('409 too_many_tokens')
    await make({ basic: `kern:${smallSchool.password}` })
    await school.send('DELETE', `${path}/${first.id}`, { basic })
    await make({ basic })
    await expect(make({ basic })).rejects.toThrow('409 too_many_tokens')
    school.advance(day)
    await make({ basic })
  })

  it('are their maker’s alone', async () => {
    const made = await make({ basic })
    const other = { token: await school.signIn('kern') }
    expect(await list(other)).toEqual([])
    expect(await refusal(await school.send('DELETE', `${path}/${made.id}`, other))).toBe('404 not_found')
    expect((await school.send('GET', '/api/v2/me', made)).status).toBe(200)
  })

  it('can’t be used to revoke the token of an application', async () => {
    const token = await school.signIn('albrecht')
    const row = await school.db
      .selectFrom('tokens')
      .select('id')
      .where('kind', '=', 'access')
      .executeTakeFirstOrThrow()
    expect(await refusal(await school.send('DELETE', `${path}/${row.id}`, { token }))).toBe('404 not_found')
  })

  it.each([
    ['no name', { name: '  ', scopes: [] }],
    ['a scope there is not', { name: 'x', scopes: ['everything'] }],
    ['no scopes', { name: 'x' }],
  ])('are not made with %s', async (_what, body) => {
    expect(await refusal(await school.send('POST', path, { basic, body }))).toBe('422 invalid')
  })
})

describe('Basic authentication', () => {
  it.each([
    ['a wrong password', 'albrecht:wrong'],
    ['an unknown name', `nobody:${smallSchool.password}`],
    ['no password', 'albrecht'],
  ])('is refused with %s, without a window of the browser', async (_what, credentials) => {
    const response = await school.send('GET', path, { basic: credentials })
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await refusal(response)).toBe('401 unauthorized')
  })

  it('is refused where it can’t be read, and slowed down where it guesses', async () => {
    const garbage = { headers: { authorization: 'Basic %%%' } }
    expect(await refusal(await school.send('GET', path, garbage))).toBe('401 unauthorized')
    for (let index = 0; index < 10; index += 1) await school.send('GET', path, { basic: `albrecht:${index}` })
    expect(await refusal(await school.send('GET', path, { basic }))).toBe('429 too_many_tries')
  })

  it('is for these endpoints only', async () => {
    expect(await refusal(await school.send('GET', '/api/v2/me', { basic }))).toBe('401 unauthorized')
  })
})

it.each([
  ['longer than any login name', randomBytes(2000).toString('hex')],
  ['with the character NUL', 'albrecht\0'],
])('a login name %s is a wrong one, and counted (cases 55)', async (_what, login) => {
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1)
    statuses.push((await school.send('GET', path, { basic: `${login}:x` })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})
