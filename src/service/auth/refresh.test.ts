import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { describeError, readToken, signInFlow } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { registerApplication } from './applications.ts'

let school: TestService
let flow: ReturnType<typeof signInFlow>
beforeEach(async () => {
  school = await testService()
  flow = signInFlow(school)
})
afterEach(() => school.close())

const me = async (token: string) => (await school.send('GET', '/api/v2/me', { token })).status
const day = 24 * 3_600_000

describe('a refresh token', () => {
  it('returns new tokens with the same scopes; the old access token remains valid', async () => {
    const first = await flow.signIn()
    school.advance(3_000_000)
    const second = await readToken(await flow.refresh(first.refresh_token))
    expect(second.scope).toBe('me courses.memberships')
    expect(second.access_token).not.toBe(first.access_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await me(first.access_token)).toBe(200)
    school.advance(600_000)
    expect(await me(first.access_token)).toBe(401)
    expect(await me(second.access_token)).toBe(200)
  })

  it('repeats the same response for 30 seconds, with the remaining expires_in', async () => {
    const first = await flow.signIn()
    const second = await readToken(await flow.refresh(first.refresh_token))
    school.advance(30_000)
    expect(await readToken(await flow.refresh(first.refresh_token))).toEqual({ ...second, expires_in: 3570 })
    expect(await me(second.access_token)).toBe(200)
  })

  it('revokes its token family if it is used again later', async () => {
    const first = await flow.signIn()
    const second = await readToken(await flow.refresh(first.refresh_token))
    const other = await flow.signIn()
    school.advance(30_001)
    expect(await describeError(await flow.refresh(first.refresh_token))).toBe('400 invalid_grant')
    expect(await describeError(await flow.refresh(second.refresh_token))).toBe('400 invalid_grant')
    expect(await me(second.access_token)).toBe(401)
    expect(await me(other.access_token)).toBe(200)
    expect((await flow.refresh(other.refresh_token)).status).toBe(200)
  })

  it('gives one successor to 20 concurrent requests', async () => {
    const { refresh_token } = await flow.signIn()
    const responses = await Promise.all(Array.from({ length: 20 }, () => flow.refresh(refresh_token)))
    const tokenPairs = await Promise.all(responses.map(readToken))
    expect(new Set(tokenPairs.map(pair => pair.refresh_token)).size).toBe(1)
    expect(new Set(tokenPairs.map(pair => pair.access_token)).size).toBe(1)
    const [pair] = tokenPairs
    expect(await me(pair?.access_token ?? '')).toBe(200)
  })

  it('is valid for 90 days without use', async () => {
    const first = await flow.signIn()
    school.advance(60 * day)
    const second = await readToken(await flow.refresh(first.refresh_token))
    school.advance(60 * day)
    const third = await readToken(await flow.refresh(second.refresh_token))
    school.advance(90 * day)
    expect(await describeError(await flow.refresh(third.refresh_token))).toBe('400 invalid_grant')
  })

  it('works for 200 rounds with access tokens of 5 seconds', async () => {
    await school.close()
    school = await testService({ accessTokenSeconds: 5 })
    flow = signInFlow(school)
    let tokens = await flow.signIn()
    const seenTokens = new Set<string>()
    for (let round = 0; round < 200; round += 1) {
      seenTokens.add(tokens.access_token).add(tokens.refresh_token)
      school.advance(4999)
      expect(await me(tokens.access_token)).toBe(200)
      school.advance(1)
      expect(await me(tokens.access_token)).toBe(401)
      tokens = await readToken(await flow.refresh(tokens.refresh_token))
      expect(tokens.expires_in).toBe(5)
    }
    expect(seenTokens.size).toBe(400)
  })

  it('is valid only for its application and only as a refresh token', async () => {
    const other = { ...smallSchool.application, clientId: 'other', secret: 'another secret' }
    await registerApplication(school.db, other, school.random)
    const { access_token, refresh_token } = await flow.signIn()
    const otherApplication = { client_id: 'other', client_secret: 'another secret' }
    expect(await describeError(await flow.refresh(refresh_token, otherApplication))).toBe('400 invalid_grant')
    expect(await describeError(await flow.refresh(access_token))).toBe('400 invalid_grant')
    expect(await describeError(await flow.refresh('made up'))).toBe('400 invalid_grant')
    expect(await describeError(await flow.refresh(refresh_token, { client_secret: 'x' }))).toBe(
      '401 invalid_client',
    )
    expect(await me(refresh_token)).toBe(401)
    expect((await flow.refresh(refresh_token)).status).toBe(200)
  })

  it('is stored as a hash, its successor encrypted; expired tokens are deleted', async () => {
    const first = await flow.signIn()
    const second = await readToken(await flow.refresh(first.refresh_token))
    const stored = JSON.stringify(await school.db.selectFrom('tokens').selectAll().execute())
    for (const { access_token, refresh_token } of [first, second]) {
      expect(stored).not.toContain(access_token)
      expect(stored).not.toContain(refresh_token)
    }
    school.advance(200 * day)
    await flow.signIn()
    expect(await school.db.selectFrom('tokens').select('id').execute()).toHaveLength(2)
  })
})
