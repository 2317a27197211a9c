import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { describeError, readToken, signInFlow } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { createService } from '../app.ts'
import { createMemoryStore } from '../db/documentStore.ts'
import { registerApplication } from './applications.ts'

let school: TestService
let flow: ReturnType<typeof signInFlow>
beforeEach(async () => {
  school = await testService()
  flow = signInFlow(school)
})
afterEach(() => school.close())

const minute = 60_000
const me = async (token: string) => (await school.send('GET', '/api/v2/me', { token })).status

describe('an authorization code', () => {
  it('is exchanged for a working token response', async () => {
    const response = await flow.exchange(await flow.code())
    const body: unknown = await response.clone().json()
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 3600,
      scope: 'me courses.memberships',
      token_type: 'Bearer',
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await me((await readToken(response)).access_token)).toBe(200)
  })

  it('is valid for 10 minutes', async () => {
    const [early, late] = [await flow.code(), await flow.code()]
    school.advance(10 * minute - 1)
    expect((await flow.exchange(early)).status).toBe(200)
    school.advance(1)
    expect(await describeError(await flow.exchange(late))).toBe('400 invalid_grant')
  })

  it('is valid once; a late second exchange revokes its tokens', async () => {
    const code = await flow.code()
    const first = await readToken(await flow.exchange(code))
    const second = await readToken(await flow.refresh(first.refresh_token))
    const other = await flow.signIn()
    school.advance(30_001)
    expect(await describeError(await flow.exchange(code))).toBe('400 invalid_grant')
    expect(await me(first.access_token)).toBe(401)
    expect(await me(second.access_token)).toBe(401)
    expect(await describeError(await flow.refresh(second.refresh_token))).toBe('400 invalid_grant')
    expect(await me(other.access_token), 'another sign-in of the same person').toBe(200)
  })

  it('keeps its tokens if the application sends it twice within 30 seconds', async () => {
    const code = await flow.code()
    const first = await readToken(await flow.exchange(code))
    for (const ms of [0, 1000, 29_000]) {
      school.advance(ms)
      expect(await describeError(await flow.exchange(code))).toBe('400 invalid_grant')
      expect(await me(first.access_token)).toBe(200)
    }
    expect((await flow.refresh(first.refresh_token)).status).toBe(200)
  })

  it('still counts as used after its 10 minutes', async () => {
    const code = await flow.code()
    const { access_token } = await readToken(await flow.exchange(code))
    school.advance(20 * minute)
    expect(await describeError(await flow.exchange(code))).toBe('400 invalid_grant')
    expect(await me(access_token)).toBe(401)
  })

  it('is exchanged by one of 50 concurrent requests', async () => {
    const code = await flow.code()
    const responses = await Promise.all(Array.from({ length: 50 }, () => flow.exchange(code)))
    const succeeded = responses.filter(response => response.status === 200)
    expect(succeeded).toHaveLength(1)
    for (const failed of responses.filter(response => response.status !== 200)) {
      expect(await describeError(failed)).toBe('400 invalid_grant')
    }
    const [winner = new Response()] = succeeded
    expect(await me((await readToken(winner)).access_token)).toBe(200)
    const tokens = await school.db.selectFrom('tokens').select('id').execute()
    expect(tokens).toHaveLength(2)
  })

  it('is exchanged once by concurrent requests to two processes with one database', async () => {
    const { db, clock, random } = school
    const other = createService({
      ...{ db, clock, random, timeZone: 'Europe/Berlin' },
      documents: createMemoryStore(new Map()),
    })
    const otherProcess = signInFlow({
      send: (method, path, { body } = {}) => {
        const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        return other.fetch(new Request(`https://school.example${path}`, init))
      },
    })
    for (let round = 0; round < 20; round += 1) {
      const code = await flow.code()
      const responses = await Promise.all([flow.exchange(code), otherProcess.exchange(code)])
      expect(responses.map(response => response.status).toSorted()).toEqual([200, 400])
      const succeeded = responses.find(response => response.status === 200) ?? new Response()
      expect(await me((await readToken(succeeded)).access_token)).toBe(200)
    }
  })

  it('is valid for its own application only', async () => {
    const other = { ...smallSchool.application, clientId: 'other', secret: 'another secret' }
    await registerApplication(school.db, other, school.random)
    const code = await flow.code()
    const otherProcess = { client_id: 'other', client_secret: 'another secret' }
    expect(await describeError(await flow.exchange(code, otherProcess))).toBe('400 invalid_grant')
    expect((await flow.exchange(code)).status).toBe(200)
  })

  it.each([
    ['the same one', '/below', '/below', 200],
    ['none instead of the requested one', '/below', undefined, 400],
    ['another one', '/below', '', 400],
    ['none in both', undefined, undefined, 200],
    ['the configured one, none requested', undefined, '', 200],
    ['another one, none requested', undefined, '/below', 400],
  ])('requires the redirect_uri of the request: %s', async (_what, requestedUri, secret, status) => {
    const address = (end: string | undefined) =>
      end === undefined ? undefined : smallSchool.application.redirectUrl + end
    const code = await flow.code({ redirect_uri: address(requestedUri) })
    const response = await flow.exchange(code, { redirect_uri: address(secret) })
    expect(response.status).toBe(status)
    if (status === 400) expect(await describeError(response)).toBe('400 invalid_grant')
  })

  it('is refused if it was never issued', async () => {
    expect(await describeError(await flow.exchange('made up'))).toBe('400 invalid_grant')
    expect(await describeError(await flow.exchange(''))).toBe('400 invalid_grant')
  })
})

describe('the application', () => {
  it.each([
    ['a wrong secret', { client_secret: 'wrong' }],
    ['an unknown client_id', { client_id: 'nobody' }],
    ['no secret', { client_secret: '' }],
  ])('is refused with %s, and the code stays valid', async (_what, changes) => {
    const code = await flow.code()
    expect(await describeError(await flow.exchange(code, changes))).toBe('401 invalid_client')
    expect((await flow.exchange(code)).status).toBe(200)
  })

  it('is limited after wrong secrets, but does not limit others', async () => {
    for (let index = 0; index < 10; index += 1) await flow.exchange('x', { client_secret: `wrong ${index}` })
    const guessed = await flow.exchange('x', { client_secret: 'wrong again' })
    expect(await describeError(guessed)).toBe('429 too_many_tries')
    expect((await flow.exchange(await flow.code())).status).toBe(200)
  })

  it('is never limited by refused codes', async () => {
    for (let index = 0; index < 150; index += 1) await flow.exchange(`made up ${index}`)
    expect((await flow.exchange(await flow.code())).status).toBe(200)
  })
})

describe('the token endpoint', () => {
  const token = (body: unknown) => school.send('POST', '/api/v2/oauth2/token', { body })

  it('answers unsupported_grant_type to other grant types', async () => {
    for (const grant_type of ['password', 'client_credentials', '', undefined]) {
      expect(await describeError(await token({ grant_type, client_id: 'staffroom' }))).toBe(
        '400 unsupported_grant_type',
      )
    }
  })

  it('answers 422 to missing fields', async () => {
    expect(await describeError(await token({ grant_type: 'refresh_token' }))).toBe('422 invalid')
    expect(await describeError(await token([]))).toBe('422 invalid')
    expect(await describeError(await token(null))).toBe('422 invalid')
  })
})
