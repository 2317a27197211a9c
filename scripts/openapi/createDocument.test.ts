import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { listEndpoints } from '../../src/contract/allEndpoints.ts'
import { scopes } from '../../src/contract/endpoint.ts'
import { openapi } from './createDocument.ts'

/** Every endpoint of api.md, except the authorize page. */
const documented = [
  'POST /api/v2/oauth2/token',
  'GET /api/v2/me',
  'GET /api/v2/ips',
  'POST /api/v2/permissions',
  'GET /api/v2/permissions',
  'GET /api/v2/permissions/:permission_id',
  'PUT /api/v2/permissions/:permission_id',
  'DELETE /api/v2/permissions/:permission_id',
  'GET /api/v2/course/:course_id/files',
  'POST /api/v2/course/:course_id/files',
  'GET /api/v2/course/:course_id/files/:file_id',
  'DELETE /api/v2/course/:course_id/files/:file_id',
  'GET /api/v2/chats',
  'GET /api/v2/chats/:chat_id',
  'POST /api/v2/chats',
  'GET /api/v2/chats/:chat_id/messages',
  'POST /api/v2/chats/:chat_id/messages',
  'DELETE /api/v2/chats/:chat_id/messages/:message_id',
  'GET /api/v2/todos/:todo_id/submissions',
  'POST /api/v2/todos/:todo_id/submissions/:user_id',
  'GET /api/v2/courses/:course_id/lessons',
  'GET /api/v2/courses/:course_id/lessons/:lesson_id',
  'GET /api/v2/courses/:course_id/homeworks/:homework_id',
  'POST /api/v2/courses/:course_id/homeworks',
  'GET /api/v2/courses/:course_id/timetable/timeline',
  // URLs of documents (§ Document object).
  'GET /api/v2/documents/:document_id/content',
  // Avatar URLs (§ Submission entry, § Target object).
  'GET /api/v2/avatars/initials',
]

type Operation = {
  operationId: string
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
  responses: Record<string, { headers?: Record<string, { $ref?: string }> }>
  'x-assumed'?: string
  'x-extension'?: string
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: Record<string, object> }>; headers: object }
}

const everyEndpoint = listEndpoints()
const document = openapi(everyEndpoint) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    address: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    operation,
  })),
)
const operationOf = (name: string) => operations.find(each => each.operation.operationId === name)?.operation

describe('the contract', () => {
  it('has every endpoint of api.md, and reasons for all others', () => {
    const known = everyEndpoint.filter(({ endpoint }) => endpoint.assumed === undefined)
    const addresses = known.map(({ endpoint }) => `${endpoint.method} ${endpoint.base}${endpoint.path}`)
    expect(addresses.toSorted()).toEqual(documented.toSorted())
  })

  it('has no duplicate method and path', () => {
    const addresses = everyEndpoint.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.base}${endpoint.path}`,
    )
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('declares invalidations for writes except sign-in, and for no GET', () => {
    for (const { name, endpoint } of everyEndpoint) {
      const signsIn = ['oauth.token', 'oauth.revoke', 'oauth.authorizeDecision'].includes(name)
      expect([name, endpoint.invalidates.length > 0]).toEqual([name, endpoint.method !== 'GET' && !signsIn])
    }
  })

  it('gives reasons for assumed endpoints in at least two words', () => {
    for (const { endpoint } of everyEndpoint)
      expect(endpoint.assumed ?? 'no reason needed').toMatch(/\w+ \w+/)
  })
})

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  })

  it('has every endpoint exactly once', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(names.toSorted()).toEqual(everyEndpoint.map(({ name }) => name).toSorted())
  })

  it('marks exactly the endpoints missing from api.md as x-assumed', () => {
    const unmarked = operations.filter(({ operation }) => operation['x-assumed'] === undefined)
    expect(unmarked.map(({ address }) => address).toSorted()).toEqual(documented.toSorted())
  })

  it('declares the Idempotency-Key of authenticated writes as an extension', () => {
    for (const { endpoint, name } of everyEndpoint) {
      const operation = operations.find(each => each.operation.operationId === name)?.operation
      const takesKey = endpoint.method !== 'GET' && endpoint.auth !== 'none'
      const parameter = operation?.parameters.find(each => each.name === 'Idempotency-Key')
      expect(parameter !== undefined, name).toBe(takesKey)
      expect('Idempotency-Key' in (operation?.responses['200']?.headers ?? {}), name).toBe(takesKey)
      if (takesKey) expect(parameter).toMatchObject({ in: 'header', required: false })
    }
  })

  it('marks endpoints of api.md that our service extends as x-extension', () => {
    const extended = operations.filter(({ operation }) => operation['x-extension'] !== undefined)
    expect(extended.map(({ operation }) => operation.operationId)).toEqual([
      'permissions.create',
      'permissions.remove',
    ])
  })

  it('contains all referenced schemas and headers', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(match => match[1])
    const names = (['schemas', 'headers'] as const).flatMap(kind =>
      Object.keys(document.components[kind]).map(name => `#/components/${kind}/${name}`),
    )
    expect(references.length).toBeGreaterThan(30)
    expect(references.filter(reference => !names.includes(reference ?? ''))).toEqual([])
  })

  it('declares the scope and authentication of each endpoint', () => {
    expect(operationOf('chats.list')?.security).toEqual([{ bearer: ['chats'] }, { personal: [] }])
    expect(operationOf('lessons.list')?.security).toEqual([{ bearer: [] }, { personal: [] }])
    expect(operationOf('oauth.createPersonalToken')?.security[0]).toEqual({ basic: [] })
    expect(operationOf('oauth.token')?.security).toEqual([])
    expect(JSON.stringify(document)).toContain(JSON.stringify(scopes[0]))
  })

  it('declares rate limit headers, and Retry-After for 429', () => {
    const limitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    for (const { operation } of operations) {
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        expect([operation.operationId, status, Object.keys(headers ?? {})]).toEqual([
          operation.operationId,
          status,
          expect.arrayContaining(limitHeaders),
        ])
      }
      expect(Object.keys(operation.responses['429']?.headers ?? {})).toContain('Retry-After')
    }
  })

  it('declares If-None-Match, ETag and 304 for endpoints with ETags', () => {
    const tagged = operations.filter(({ operation }) => '304' in operation.responses)
    expect(tagged.map(({ operation }) => operation.operationId).toSorted()).toEqual([
      'calendars.feed',
      'chats.get',
      'chats.list',
      'documents.content',
      'files.list',
      'messages.list',
      'permissions.ofClass',
    ])
    for (const { operation } of tagged) {
      expect(operation.parameters.find(parameter => parameter.in === 'header')?.name).toBe('If-None-Match')
      expect(Object.keys(operation.responses['200']?.headers ?? {})).toContain('ETag')
    }
  })

  it('describes colours in wire format, and all fields of an upload', () => {
    expect(document.components.schemas.Lesson?.properties?.color).toEqual({
      type: 'string',
      pattern: '^(?:#[0-9a-fA-F]{6})?$',
    })
    expect(JSON.stringify(document.paths['/api/v2/documents'])).toMatch(
      /"multipart\/form-data":.*"related_to":.*"file":.*"format":"binary".*"message_key":/,
    )
  })

  it('describes query parameters in wire format, with defaults', () => {
    const parameters = operationOf('timeline.days')?.parameters ?? []
    expect(parameters.map(({ name, required }) => [name, required])).toEqual([
      ['course_id', true],
      ['show_breaks', false],
      ['start_today', false],
      ['days_forward', false],
    ])
    expect(parameters.map(({ schema }) => schema.default)).toEqual([undefined, true, false, 7])
    expect(operationOf('files.get')?.parameters.at(-1)?.schema).toMatchObject({ minimum: 0 })
  })
})
