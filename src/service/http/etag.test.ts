import { afterAll, beforeAll, expect, it } from 'vitest'
import { listGetRequests, namedRoutes, sendRequests } from '../../testing/getRequests.ts'
import { type TestService, testService } from '../../testing/testService.ts'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
})
afterAll(() => school.close())

it('exactly the endpoints with a declared ETag send one and return 304', async () => {
  const requests = await listGetRequests(school.db, ['albrecht'])
  const responses = await sendRequests(school, requests, new Map([['albrecht', token]]))
  const successful = [...responses].filter(([, { statusAndBody }]) => statusAndBody.startsWith('200 '))
  const endpointsWithETag = successful.filter(([, { tag }]) => typeof tag === 'string')
  const names = (entries: typeof successful) => new Set(entries.map(([, { name }]) => name))
  const declaredETags = namedRoutes().filter(
    // routes/ranges.test.ts tests the endpoints that return bytes.
    ({ endpoint }) => endpoint.hasETag && endpoint.response.kind !== 'bytes',
  )
  expect(names(endpointsWithETag)).toEqual(new Set(declaredETags.map(({ name }) => name)))
  for (const [key, { endpoint, tag }] of successful) {
    expect([key, typeof tag === 'string']).toEqual([key, endpoint.hasETag === true])
    if (typeof tag !== 'string') continue
    const path = key.replace(/ as albrecht$/, '')
    const again = await school.send('GET', path, { token, headers: { 'If-None-Match': tag } })
    expect([key, again.status, await again.text()]).toEqual([key, 304, ''])
  }
})
