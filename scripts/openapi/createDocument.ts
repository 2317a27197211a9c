import { z } from 'zod/mini'
import type { NamedEndpoint } from '../../src/contract/allEndpoints.ts'
import { Chat, LastMessage } from '../../src/contract/chats.ts'
import { Course, Member } from '../../src/contract/courses.ts'
import { Document, SubmissionDocument } from '../../src/contract/documents.ts'
import { type Endpoint, paramNames, type Scope } from '../../src/contract/endpoint.ts'
import { ClassFile } from '../../src/contract/files.ts'
import { Homework } from '../../src/contract/homework.ts'
import { usesIdempotencyKey } from '../../src/contract/idempotency.ts'
import { Lesson } from '../../src/contract/lessons.ts'
import { Me, Membership } from '../../src/contract/me.ts'
import { Message, Poll } from '../../src/contract/messages.ts'
import { PersonalToken, Token } from '../../src/contract/oauth.ts'
import { Permission, Target } from '../../src/contract/permissions.ts'
import { ProblemBody } from '../../src/contract/session.ts'
import { Submission, SubmissionEntry, SubmissionUser } from '../../src/contract/submissions.ts'
import { TimelineDay } from '../../src/contract/timeline.ts'
import { Colour, Flag, isTextParam, minParam, QueryInteger, textParams } from '../../src/contract/wire.ts'
import {
  acceptsKey,
  contentRange,
  etag,
  idempotencyKey,
  ifNoneMatch,
  rangeHeaders,
  rateHeaders,
  rateLimited,
  repeatedKey,
  retryAfter,
} from './headers.ts'

const namedSchemas = {
  Chat,
  ClassFile,
  Course,
  Document,
  Homework,
  LastMessage,
  Lesson,
  Me,
  Member,
  Membership,
  Message,
  Permission,
  PersonalToken,
  Poll,
  Problem: ProblemBody,
  Submission,
  SubmissionDocument,
  SubmissionEntry,
  SubmissionUser,
  Target,
  TimelineDay,
  Token,
}

type Json = Record<string, unknown>

export function openapi(endpoints: NamedEndpoint[]): Json {
  const schemas = schemasOf(endpoints)
  const paths: Record<string, Json> = {}
  for (const { name, endpoint } of endpoints) {
    const path = (endpoint.base + endpoint.path).replaceAll(/:([a-z_]+)/g, '{$1}')
    const operations = paths[path] ?? {}
    paths[path] = operations
    operations[endpoint.method.toLowerCase()] = createOperation(name, endpoint, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'School Organisation Service',
      version: '2',
      description:
        'The API as Staffroom uses it. `x-assumed` marks what the reference of the service lacks, `x-extension` what our own service adds.',
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: schemas.components, headers: rateHeaders, securitySchemes },
  }
}

const securitySchemes = {
  bearer: {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: '/auth/oauth2/authorize',
        tokenUrl: '/api/v2/oauth2/token',
        refreshUrl: '/api/v2/oauth2/token',
        scopes: {
          me: 'The user',
          'courses.memberships': 'The classes of the user',
          chats: 'Chats and submissions',
          'chats.messages': 'The messages of chats',
        } satisfies Record<Scope, string>,
      },
    },
  },
  personal: { type: 'http', scheme: 'bearer', description: 'A personal access token' },
  basic: { type: 'http', scheme: 'basic', description: 'Login name and password' },
}

const json = (schema: Json) => ({ 'application/json': { schema } })
const problemContent = json({ $ref: '#/components/schemas/Problem' })

/** Basic also accepts bearer tokens (service-facts.md, personal access tokens). */
function securityOf(endpoint: Endpoint): Json[] {
  const bearer = [{ bearer: endpoint.scope ? [endpoint.scope] : [] }, { personal: [] }]
  const basic = [{ basic: [] }]
  return { none: [], bearer, basic: [...basic, ...bearer], password: basic }[endpoint.auth]
}

function createOperation(name: string, endpoint: Endpoint, schemas: Schemas): Json {
  return {
    operationId: name,
    tags: [name.slice(0, name.indexOf('.'))],
    summary: endpoint.summary,
    ...(endpoint.assumed && { 'x-assumed': endpoint.assumed }),
    ...(endpoint.extension && { 'x-extension': endpoint.extension }),
    security: securityOf(endpoint),
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(name, endpoint, schemas),
      ...(endpoint.hasETag ? [ifNoneMatch] : []),
      ...(usesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
      ...(endpoint.supportsRanges ? rangeHeaders : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          [endpoint.encoding === 'multipart' ? 'multipart/form-data' : 'application/json']: {
            schema: schemas.of(`${name}.body`),
          },
        },
      },
    }),
    responses: {
      '200': {
        ...successResponse(name, endpoint, schemas),
        headers: {
          ...rateLimited,
          ...(endpoint.hasETag && etag),
          ...(endpoint.auth !== 'none' && acceptsKey),
          ...(usesIdempotencyKey(endpoint) && repeatedKey),
        },
      },
      ...(endpoint.response.kind === 'nothing' && { '204': { description: 'Done', headers: rateLimited } }),
      ...(endpoint.hasETag && {
        '304': {
          description: 'Unchanged since the `ETag` of the request',
          headers: { ...rateLimited, ...etag },
        },
      }),
      ...(endpoint.supportsRanges && {
        '206': {
          description: 'The requested bytes',
          headers: { ...rateLimited, ...etag, ...contentRange },
          content: { '*/*': { schema: {} } },
        },
        '416': {
          description: 'The range is not satisfiable',
          headers: { ...rateLimited, ...contentRange },
          content: problemContent,
        },
      }),
      '429': {
        description: 'Too many requests from this address',
        headers: { ...rateLimited, ...retryAfter },
        content: problemContent,
      },
      default: {
        description: 'Refused or failed; `code` repeats the status',
        headers: rateLimited,
        content: problemContent,
      },
    },
  }
}

function pathParameters(endpoint: Endpoint): Json[] {
  return paramNames(endpoint.path).map(name => ({
    name,
    in: 'path',
    required: true,
    schema: isTextParam(name)
      ? { type: 'string', pattern: textParams[name].source }
      : { type: 'integer', minimum: minParam(name) },
  }))
}

function queryParameters(name: string, endpoint: Endpoint, schemas: Schemas): Json[] {
  if (!endpoint.query) return []
  const { properties = {}, required = [] } = schemas.of(`${name}.query`) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    required: required.includes(parameter),
    schema,
  }))
}

function successResponse(name: string, { response }: Endpoint, schemas: Schemas): Json {
  switch (response.kind) {
    case 'one':
      return { description: 'One', content: json(schemas.of(`${name}.answer`)) }
    case 'rows':
      return { description: 'All', content: json({ type: 'array', items: schemas.of(`${name}.answer`) }) }
    case 'nothing':
      return { description: 'Done; a body has no further content' }
    case 'bytes':
      return { description: 'The bytes', content: { [response.type ?? 'application/octet-stream']: {} } }
    case 'stream':
      return {
        description: 'Server-sent events with data of this schema, until client or server ends the stream',
        content: { 'text/event-stream': { schema: schemas.of(`${name}.answer`) } },
      }
  }
}

/** `#RRGGBB` or empty. */
const colourPattern = '^(?:#[0-9a-fA-F]{6})?$'

type Schemas = { components: Record<string, Json>; of: (id: string) => Json }

/** A separate registry leaves the contract's schemas unchanged. */
function schemasOf(endpoints: NamedEndpoint[]): Schemas {
  const registry = z.registry<{ id: string }>()
  const idOf = new Map<string, string>()
  const add = (id: string, schema: z.ZodMiniType) => {
    if (!registry.has(schema)) registry.add(schema, { id })
    idOf.set(id, registry.get(schema)?.id ?? id)
  }
  for (const [id, schema] of Object.entries<z.ZodMiniType>(namedSchemas)) add(id, schema)
  for (const { name, endpoint } of endpoints) {
    if (endpoint.query) add(`${name}.query`, endpoint.query)
    if (endpoint.body) add(`${name}.body`, endpoint.body)
    if ('schema' in endpoint.response) add(`${name}.answer`, endpoint.response.schema)
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: id => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === Flag) Object.assign(jsonSchema, { type: 'boolean', anyOf: undefined })
      const { def } = zodSchema._zod
      // zod omits the default of a transformed value, and treats the fallback of `catch` as a default.
      if (def.type === 'default') Object.assign(jsonSchema, { default: def.defaultValue })
      if (def.type === 'catch') delete jsonSchema.default
      if (zodSchema === QueryInteger) Object.assign(jsonSchema, { type: 'integer' })
      // Parsing tolerates more (api.md § Lesson).
      if (zodSchema === Colour)
        Object.assign(jsonSchema, { type: 'string', pattern: colourPattern, anyOf: undefined })
    },
  })
  const inline = (id: string) => withoutIdentity(schemas[id] ?? {})
  return {
    components: Object.fromEntries(Object.keys(namedSchemas).map(id => [id, inline(id)])),
    of: id => {
      const schemaName = idOf.get(id) ?? id
      return schemaName in namedSchemas ? { $ref: `#/components/schemas/${schemaName}` } : inline(schemaName)
    },
  }
}

function withoutIdentity(schema: object): Json {
  const { $schema: _, $id: __, ...rest } = JSON.parse(JSON.stringify(schema)) as Json
  return rest
}
