import { expect, it } from 'vitest'
import { errorResponse, testGateway, tokenResponse } from '../testing/testGateway.ts'
import { createSession } from './session.ts'

/** In seconds. */
const lifetime = 2

/** With the real gateway. The service checks the token after reading the request. */
async function openShortTokenSession() {
  const { responses, advance, call, upstreamRequests } = await testGateway()
  const expiry = new Map<string, number>()
  let now = 0
  let issued = 0
  let isSlow = false
  const pass = (seconds: number) => {
    now += seconds
    advance(seconds * 1000)
  }
  responses.token = () => {
    issued += 1
    expiry.set(`Bearer access-${issued}`, now + lifetime)
    return tokenResponse(issued, { expires_in: lifetime })
  }
  responses.api = () => {
    const token = upstreamRequests.at(-1)?.headers.get('Authorization') ?? ''
    if (isSlow) pass(lifetime + 1)
    return now < (expiry.get(token) ?? 0)
      ? Response.json({ id: 7, name: 'Jana Albrecht' })
      : errorResponse(401, 'invalid_token')
  }
  let id: string | null = null
  const session = createSession({
    async fetch(path, init = {}) {
      const { response, session } = await call(init.method ?? 'GET', path, {
        id,
        headers: new Headers(init.headers),
        ...(init.body ? { body: JSON.parse(String(init.body)) } : {}),
      })
      if (session) id = session.id
      return response
    },
    storage: undefined,
    openChannel: () => undefined,
    // A hidden tab refreshes only after a 401.
    isVisible: () => false,
  })
  const { response, session: created } = await call('POST', '/session', { body: { code: 'c', state: 's' } })
  expect(response.status).toBe(200)
  id = created?.id ?? null
  await session.start()
  return {
    session,
    setSlow: (value: boolean) => {
      isSlow = value
    },
    endSession: () => {
      id = null
    },
    sent: () => upstreamRequests.filter(({ path }) => path === '/api/v2/chats').length,
  }
}

it('a token that expires in flight does not end the session', async () => {
  const { session, setSlow, sent } = await openShortTokenSession()
  setSlow(true)
  expect((await session.fetch('/api/v2/chats')).status).toBe(503)
  expect(sent()).toBe(2)
  expect(session.state().kind).toBe('signedIn')
  setSlow(false)
  expect((await session.fetch('/api/v2/chats')).status).toBe(200)
  session.stop()
})

it('the session ends if the gateway no longer has it', async () => {
  const { session, endSession } = await openShortTokenSession()
  endSession()
  expect((await session.fetch('/api/v2/chats')).status).toBe(401)
  expect(session.state().kind).toBe('ended')
  session.stop()
})
