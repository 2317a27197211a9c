import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { Scope } from '../contract/endpoint.ts'
import { PersonalToken } from '../contract/oauth.ts'
import { refusal } from './signInFlow.ts'
import { smallSchool } from './smallSchool.ts'
import { type Sending, type TestService, testService } from './testService.ts'

let school: TestService
beforeEach(async () => {
  school = await testService()
})
afterEach(() => school.close())

const path = '/api/v2/personal_access_tokens'
const basic = `albrecht:${smallSchool.password}`
const list = async (sending: Sending) =>
  z.array(PersonalToken).parse(await (await school.send('GET', path, sending)).json())

async function make(sending: Sending, scopes: readonly Scope[] = ['me'], name = 'for testing') {
  const response = await school.send('POST', path, { ...sending, body: { name, scopes } })
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

  it('last until they are revoked', async () => {
    const made = await make({ basic })
    school.advance(400 * 24 * 3_600_000)
    await school.signIn('sommer')
    expect((await school.send('GET', '/api/v2/me', made)).status).toBe(200)
  })

  it('carry no scope that their maker lacks', async () => {
    const token = await school.signIn('albrecht', ['me'])
    await expect(make({ token }, ['me', 'chats'])).rejects.toThrow('403 forbidden')
    expect((await make({ token }, ['me'])).scopes).toEqual(['me'])
    expect((await make({ token }, ['me', 'me'])).scopes).toEqual(['me'])
    const poor = await make({ basic }, [])
    await expect(make(poor, ['me'])).rejects.toThrow('403 forbidden')
    expect(await refusal(await school.send('GET', '/api/v2/me', poor))).toBe('403 forbidden')
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
