import { createServer, type ServerResponse } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { pageOn, testServer, testSettings } from '../testing/testServer.ts'

async function startPageWithService(respond: (response: ServerResponse) => void) {
  const school = createServer((request, response) => {
    if (request.url?.startsWith('/api/v2/courses/')) return respond(response)
    response.setHeader('Content-Type', 'application/json')
    if (request.url === '/api/v2/me') return response.end('{"id": 7, "name": "Jana Albrecht"}')
    response.end('{"access_token": "a", "refresh_token": "r", "expires_in": 3600, "token_type": "Bearer"}')
  })
  await new Promise<void>(resolve => school.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void school.close())
  const address = school.address()
  const port = typeof address === 'object' ? address?.port : 0
  const front = await testServer(
    testSettings({
      SERVICE_URL: `http://127.0.0.1:${port}`,
      CLIENT_ID: 'staffroom',
      CLIENT_SECRET: 'a secret of the tests, long enough',
    }),
  )
  const page = pageOn(front.url)
  await page.fetch('/session', { method: 'POST', body: JSON.stringify({ code: 'c', state: 's' }) })
  front.logged.length = 0
  return { page, front }
}

const lessons = '/api/v2/courses/1/lessons'
const json = { 'Content-Type': 'application/json' }

/** A stack trace would appear on the console. */
function recordConsole(): unknown[] {
  const lines: unknown[] = []
  for (const name of ['error', 'info', 'log', 'warn'] as const) {
    vi.spyOn(console, name).mockImplementation((...method) => void lines.push(method))
  }
  onTestFinished(() => void vi.restoreAllMocks())
  return lines
}

const lines = async (logged: string[]) => {
  await expect.poll(() => logged.length).toBeGreaterThan(0)
  return logged.map(line => JSON.parse(line))
}

it('no response of the service is a 503, logged in one line', async () => {
  const beside = recordConsole()
  const { page, front } = await startPageWithService(response => response.destroy())
  const response = await page.fetch(lessons)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringContaining('school service') },
  })
  const message = await lines(front.logged)
  expect(message).toMatchObject([
    { msg: 'call', route: '/api/v2/courses/:course_id/lessons', status: 503, finished: true },
  ])
  expect(beside).toEqual([])
})

it.each([1, 300_000])(
  'a response that breaks off after %i characters is logged in one line',
  async length => {
    const beside = recordConsole()
    const begun = Promise.withResolvers<ServerResponse>()
    const { page, front } = await startPageWithService(response => {
      response.writeHead(200, json)
      response.write(`["${'x'.repeat(length)}`)
      begun.resolve(response)
    })
    const response = await page.fetch(lessons)
    expect(response.status).toBe(200)
    ;(await begun.promise).destroy()
    await expect(response.text()).rejects.toThrow()
    const message = await lines(front.logged)
    expect(message).toMatchObject([{ msg: 'call', status: 200, finished: false }])
    expect(beside).toEqual([])
  },
)
