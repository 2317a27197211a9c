import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { Scope } from '../../contract/endpoint.ts'
import { PersonalToken } from '../../contract/oauth.ts'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type SendOptions, type TestService, testService } from '../../testing/testService.ts'

let school: TestService
beforeEach(async () => {
  school = await testService()
})
afterEach(() => school.close())

const day = 24 * 3_600_000
const path = '/api/v2/personal_access_tokens'
const basic = `albrecht:${smallSchool.password}`
const list = async (sending: SendOptions) =>
  z.array(PersonalToken).parse(await (await school.send('GET', path, sending)).json())

async function createToken(sending: SendOptions, scopes: readonly Scope[] = ['me'], rest: object = {}) {
  const body = { name: 'for testing', scopes, ...rest }
  const response = await school.send('POST', path, { ...sending, body })
  if (response.status !== 200) throw new Error(await describeError(response))
  const created = PersonalToken.parse(await response.json())
  return { ...created, token: created.token ?? '' }
}

describe('personal access tokens', () => {
  it('are created by password, returned once, valid, and can be revoked', async () => {
    const created = await createToken({ basic }, ['me', 'chats'])
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'for testing',
      scopes: ['me', 'chats'],
      token: expect.stringMatching(/^[\w-]{43}$/),
      created_at: '2026-11-18T10:20:00+01:00',
      expires_at: '2027-02-16T10:20:00+01:00',
    })
    expect((await school.send('GET', '/api/v2/me', created)).status).toBe(200)

    const { token: _token, ...listed } = created
    expect(await list({ basic })).toEqual([listed])
    expect(await list(created), 'by a bearer token of the same person').toEqual([listed])
    expect(JSON.stringify(await school.db.selectFrom('tokens').selectAll().execute())).not.toContain(
      created.token,
    )

    expect(await (await school.send('DELETE', `${path}/${created.id}`, { basic })).json()).toEqual({
      success: true,
    })
    expect(await describeError(await school.send('GET', '/api/v2/me', created))).toBe('401 unauthorized')
    expect(await describeError(await school.send('DELETE', `${path}/${created.id}`, { basic }))).toBe(
      '404 not_found',
    )
    expect(await list({ basic })).toEqual([])
  })

  it.each([30, 90, 365])('expire after %i days, and stay in the list for a while', async days => {
    const created = await createToken({ basic }, ['me'], { expires_in_days: days })
    const status = async () => {
      await school.signIn('sommer')
      return (await school.send('GET', '/api/v2/me', created)).status
    }
    school.advance(days * day - 1)
    expect(await status()).toBe(200)
    school.advance(1)
    expect(await status()).toBe(401)
    school.advance(20 * day)
    expect(await status()).toBe(401)
    expect(await list({ basic })).toEqual([expect.objectContaining({ expires_at: created.expires_at })])
    school.advance(20 * day)
    expect(await status()).toBe(401)
    expect(await list({ basic })).toEqual([])
  })

  it.each([0, -1, 366, 1.5, '90', null])(
    'live at most a year, in whole days: not %s',
    async expires_in_days => {
      await expect(createToken({ basic }, ['me'], { expires_in_days })).rejects.toThrow('422 invalid')
    },
  )

  it('can be created with a password only, not with a token', async () => {
    const token = await school.signIn('albrecht')
    await expect(createToken({ token })).rejects.toThrow('401 unauthorized')
    await expect(createToken(await createToken({ basic }))).rejects.toThrow('401 unauthorized')
    expect(await list({ token })).toHaveLength(1)
    expect((await createToken({ basic }, ['me', 'me'])).scopes).toEqual(['me'])
    const limitedToken = await createToken({ basic }, [])
    expect(await describeError(await school.send('GET', '/api/v2/me', limitedToken))).toBe(
      '403 insufficient_scope',
    )
  })

  it('are limited to 20 per user, without expired ones', async () => {
    const expired = { expires_in_days: 1 }
    const [first] = [
      await createToken({ basic }, ['me'], expired),
      await createToken({ basic }, ['me'], expired),
    ]
    // Concurrent requests must not pass the limit between count and insert. More would look like guessing.
    const rest: PromiseSettledResult<unknown>[] = []
    for (const length of [8, 8, 8]) {
      rest.push(...(await Promise.allSettled(Array.from({ length }, () => createToken({ basic })))))
    }
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(18)
    const refused = await school.send('POST', path, { basic, body: { name: 'one more', scopes: [] } })
    expect(await refused.clone().text()).toContain('You have 20 tokens, which is as many as there may be.')
    expect(await describeError(refused)).toBe('409 too_many_tokens')
    await createToken({ basic: `kern:${smallSchool.password}` })
    await school.send('DELETE', `${path}/${first.id}`, { basic })
    await createToken({ basic })
    await expect(createToken({ basic })).rejects.toThrow('409 too_many_tokens')
    school.advance(day)
    await createToken({ basic })
  })

  it('can be listed and revoked by their creator only', async () => {
    const created = await createToken({ basic })
    const other = { token: await school.signIn('kern') }
    expect(await list(other)).toEqual([])
    expect(await describeError(await school.send('DELETE', `${path}/${created.id}`, other))).toBe(
      '404 not_found',
    )
    expect((await school.send('GET', '/api/v2/me', created)).status).toBe(200)
  })

  it('do not include tokens of applications, which can’t be revoked here', async () => {
    const token = await school.signIn('albrecht')
    const row = await school.db
      .selectFrom('tokens')
      .select('id')
      .where('kind', '=', 'access')
      .executeTakeFirstOrThrow()
    expect(await describeError(await school.send('DELETE', `${path}/${row.id}`, { token }))).toBe(
      '404 not_found',
    )
  })

  it.each([
    ['no name', { name: '  ', scopes: [] }],
    ['an unknown scope', { name: 'x', scopes: ['everything'] }],
    ['no scopes', { name: 'x' }],
  ])('are not created with %s', async (_what, body) => {
    expect(await describeError(await school.send('POST', path, { basic, body }))).toBe('422 invalid')
  })
})

describe('Basic authentication', () => {
  it.each([
    ['a wrong password', 'albrecht:wrong'],
    ['an unknown name', `nobody:${smallSchool.password}`],
    ['no password', 'albrecht'],
  ])('is refused with %s, without a browser dialog', async (_what, credentials) => {
    const response = await school.send('GET', path, { basic: credentials })
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await describeError(response)).toBe('401 unauthorized')
  })

  it('is refused if unreadable, and with 429 after ten wrong passwords', async () => {
    const garbage = { headers: { authorization: 'Basic %%%' } }
    expect(await describeError(await school.send('GET', path, garbage))).toBe('401 unauthorized')
    for (let index = 0; index < 10; index += 1) await school.send('GET', path, { basic: `albrecht:${index}` })
    expect(await describeError(await school.send('GET', path, { basic }))).toBe('429 too_many_tries')
  })

  it('is accepted by these endpoints only', async () => {
    expect(await describeError(await school.send('GET', '/api/v2/me', { basic }))).toBe('401 unauthorized')
  })
})

it.each([
  ['longer than any login name', randomBytes(2000).toString('hex')],
  ['with the character NUL', 'albrecht\0'],
])('a login name %s is wrong and counted as a failed attempt (rule 55)', async (_what, login) => {
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1)
    statuses.push((await school.send('GET', path, { basic: `${login}:x` })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})
