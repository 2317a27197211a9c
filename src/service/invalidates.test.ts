import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInvalidatedBy, patchCached } from '../api/cache/applyWrite.ts'
import { buildRequest } from '../api/client/call.ts'
import { allEndpoints } from '../contract/allEndpoints.ts'
import { type Endpoint, endpoint, noContent, type Resource } from '../contract/endpoint.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { parseInstant } from '../lib/schoolTime.ts'
import { seedPassword } from '../school/people.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { listGetRequests, namedRoutes, type Responses, sendRequests } from '../testing/getRequests.ts'
import { findLeakedEvents, findMissingEvents, type Listeners, listenAs } from '../testing/receivedEvents.ts'
import { type TestService, testService } from '../testing/testService.ts'
import { writeExamples } from '../testing/writeExamples.ts'

const logins = ['albrecht', 'ruiz', 'sommer', 'weber']

/** Writes that a page never performs through a mutation. */
const exempt = new Map([
  ['oauth.token', 'the gateway exchanges tokens; a new session starts with an empty cache'],
  ['oauth.revoke', 'the gateway ends tokens at sign-out; everything that was cached goes with it'],
  ['oauth.authorizeDecision', 'made before anybody is signed in; the page is left for the application'],
])

const neverNeeded = new Map([
  ['permissions.change lesson', "api.md's lesson does not say what its reader may; another service's may"],
])

let school: TestService
let tokens: Map<string, string>
let listeners: Listeners
const examples = writeExamples(() => school)
/** E.g. `permissions.remove timeline`. */
const changedResources = new Set<string>()
let lastResponses: Responses = new Map()
const comparedGets = new Set<string>()
beforeAll(async () => {
  school = await testService({ fill: seedSchool })
  tokens = new Map()
  for (const login of logins) tokens.set(login, await school.signIn(login))
  listeners = await listenAs(school, tokens)
})
afterAll(async () => {
  await listeners.close()
  await school.close()
})

const writes = namedRoutes().filter(({ endpoint: { method } }) => method !== 'GET')

describe('declared invalidations', () => {
  it('are tested for every write of the service', () => {
    const testedWrites = new Set(examples.map(({ write }) => write))
    expect(
      writes.map(({ name }) => name).filter(name => !testedWrites.has(name) && !exempt.has(name)),
    ).toEqual([])
  })

  for (const { description, write: name, login, input } of examples) {
    it(`${name}: ${description}`, async () => {
      const found = writes.find(route => route.name === name)?.endpoint
      if (!found) throw new Error(`the service does not route ${name}`)
      const write = { endpoint: found, input: await input() }
      await listeners.takeReceived()
      const requests = await listGetRequests(school.db, logins)
      const before = await sendRequests(school, requests, tokens, lastResponses)
      const { path, init } = buildRequest(found, write.input)
      const ownLogin =
        found.auth === 'basic' || found.auth === 'password'
          ? { basic: `${login}:${seedPassword}` }
          : { token: tokens.get(login) ?? '' }
      const sentBody: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
      const body = sentBody === undefined ? {} : { body: sentBody }
      const response = await school.send(found.method, path, { ...ownLogin, ...body })
      expect(response.status).toBe(200)
      const parsed = parseResponse(found.response, await response.json())
      const receivedEvents = await listeners.takeReceived()
      const after = await sendRequests(school, requests, tokens)
      lastResponses = after

      for (const { endpoint } of changed(before, after)) changedResources.add(`${name} ${endpoint.resource}`)
      expect(changed(before, after)).not.toEqual([])
      expect(changedButNotInvalidated(write, before, after)).toEqual([])
      expect(changedWithSameETag(before, after)).toEqual([])
      // Compares receivers with the users who may read the change.
      expect(findMissingEvents(before, after, receivedEvents)).toEqual([])
      expect(findLeakedEvents({ write: name, writer: login }, before, after, receivedEvents)).toEqual([])
      for (const { name: target, key, patchedData, next } of patches(write, login, parsed, before, after)) {
        expect({ key, data: withInstants(patchedData) }).toEqual({ key, data: withInstants(next) })
        comparedGets.add(`${name} ${target}`)
      }
    })
  }

  it('are tested with every GET that a response patches', () => {
    const gets = namedRoutes()
    const promised = writes.flatMap(({ name, endpoint: { patches = [] } }) =>
      patches.map(({ target }) => `${name} ${gets.find(({ endpoint }) => endpoint === target)?.name}`),
    )
    expect(promised.length).toBeGreaterThan(4)
    expect(promised.filter(promise => !comparedGets.has(promise))).toEqual([])
  })

  it('name only resources that changed in a test', () => {
    const readableResources = new Set<Resource>(
      namedRoutes()
        .filter(({ endpoint: { method } }) => method === 'GET')
        .map(({ endpoint: { resource } }) => resource),
    )
    const promised = writes.flatMap(({ name, endpoint: { invalidates } }) =>
      invalidates.filter(resource => readableResources.has(resource)).map(resource => `${name} ${resource}`),
    )
    expect(promised.filter(promise => !changedResources.has(promise))).toEqual([...neverNeeded.keys()])
  })
})

describe('the check', () => {
  const write = (invalidates: readonly Resource[]) => ({
    endpoint: endpoint('POST /courses/:course_id/made_up', 'Made up', {
      resource: 'lesson',
      response: noContent,
      invalidates,
    }) as Endpoint,
    input: { course_id: 1 },
  })
  const responsesOf = (first: string, two: string): Responses => {
    const request = { name: 'lessons.list', endpoint: allEndpoints.lessons.list, login: 'sommer' }
    return new Map([
      ['one', { ...request, input: { course_id: 1 }, statusAndBody: first }],
      ['two', { ...request, input: { course_id: 2 }, statusAndBody: two }],
    ])
  }

  it('finds a missing invalidation', () => {
    expect(
      changedButNotInvalidated(write([]), responsesOf('200 []', ''), responsesOf('200 [1]', '')),
    ).toEqual(['one'])
    expect(
      changedButNotInvalidated(write(['timeline']), responsesOf('200 []', ''), responsesOf('404', '')),
    ).toEqual(['one'])
    expect(
      changedButNotInvalidated(write(['lesson']), responsesOf('200 []', ''), responsesOf('200 [1]', '')),
    ).toEqual([])
  })
  it('finds a change outside of the declared parameters', () => {
    expect(changedButNotInvalidated(write(['lesson']), responsesOf('', 'a'), responsesOf('', 'b'))).toEqual([
      'two',
    ])
  })
  it('finds no change in equal responses', () => {
    expect(changedButNotInvalidated(write([]), responsesOf('a', 'b'), responsesOf('a', 'b'))).toEqual([])
  })
})

/** With the patched and the service's current data. */
function patches(
  write: { endpoint: Endpoint; input: unknown },
  writer: string,
  response: unknown,
  before: Responses,
  after: Responses,
) {
  const read = ({ response: kind }: Endpoint, statusAndBody = ''): unknown =>
    statusAndBody.startsWith('200 ') ? parseResponse(kind, JSON.parse(statusAndBody.slice(4))) : undefined
  return [...before].flatMap(([key, cached]) => {
    const cachedData = read(cached.endpoint, cached.statusAndBody)
    if (cached.login !== writer || cachedData === undefined) return []
    const patchedData = patchCached(write, response, cached, cachedData)
    return patchedData === undefined
      ? []
      : [{ name: cached.name, key, patchedData, next: read(cached.endpoint, after.get(key)?.statusAndBody) }]
  })
}

/** Lists and responses to a creation use different formats (api.md § Chat message). */
function withInstants(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (name: string, value: unknown) =>
    name === 'sent_at' && typeof value === 'string' ? parseInstant(value, 'Europe/Berlin') : value,
  )
}

type Difference = { key: string; endpoint: Endpoint; input: Record<string, unknown> }

function changed(before: Responses, after: Responses): Difference[] {
  return [...before].flatMap(([key, { endpoint, input, statusAndBody }]) =>
    after.get(key)?.statusAndBody === statusAndBody ? [] : { key, endpoint, input },
  )
}

function changedWithSameETag(before: Responses, after: Responses): string[] {
  return changed(before, after)
    .map(({ key }) => key)
    .filter(key => before.get(key)?.tag && before.get(key)?.tag === after.get(key)?.tag)
}

function changedButNotInvalidated(
  write: { endpoint: Endpoint; input: unknown },
  before: Responses,
  after: Responses,
): string[] {
  return changed(before, after)
    .filter(cached => !isInvalidatedBy(write, cached))
    .map(({ key }) => key)
}
