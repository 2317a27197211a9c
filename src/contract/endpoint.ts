import type { z } from 'zod/mini'
import type { TextParam } from './wire.ts'

/** api.md § Authentication 7. */
export const scopes = ['me', 'courses.memberships', 'chats', 'chats.messages'] as const
export type Scope = (typeof scopes)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Resource =
  | 'me'
  | 'membership'
  | 'course'
  | 'member'
  | 'lesson'
  | 'timeline'
  | 'homework'
  | 'submission'
  | 'marking'
  | 'document'
  | 'chat'
  | 'message'
  | 'scheduledMessage'
  | 'file'
  | 'permission'
  | 'token'
  | 'avatar'
  | 'ips'
  | 'signIn'
  | 'event'
  | 'calendar'
  | 'setting'

export type ObjectResponse<S extends z.ZodMiniType> = { kind: 'one'; schema: S }
/** Sorted by `key`, by default the ID. */
export type ListResponse<S extends z.ZodMiniType> = {
  kind: 'rows'
  schema: S
  key?(row: z.output<S>): number | string
}
/** The body is ignored (service-facts.md, delete answers). */
export type EmptyResponse = { kind: 'nothing' }
/** `type` is set if it never varies. */
export type BytesResponse = { kind: 'bytes'; type?: string }
/** The data of each event is JSON of this schema. */
export type StreamResponse<S extends z.ZodMiniType> = { kind: 'stream'; schema: S }
export type ResponseSpec =
  | ObjectResponse<z.ZodMiniType>
  | ListResponse<z.ZodMiniType>
  | EmptyResponse
  | BytesResponse
  | StreamResponse<z.ZodMiniType>

export const one = <S extends z.ZodMiniType>(schema: S): ObjectResponse<S> => ({ kind: 'one', schema })
export const rows = <S extends z.ZodMiniType>(
  schema: S,
  key?: (row: z.output<S>) => number | string,
): ListResponse<S> => ({ kind: 'rows', schema, ...(key && { key }) })
export const noContent: EmptyResponse = { kind: 'nothing' }
export const bytes: BytesResponse = { kind: 'bytes' }
export const stream = <S extends z.ZodMiniType>(schema: S): StreamResponse<S> => ({ kind: 'stream', schema })

/** `unreadable` counts invalid entries (rule 19). */
export type Rows<T> = { rows: T[]; unreadable: number }

export type Endpoint = {
  method: Method
  /** `:name` segments are integer IDs, except `textParams` (wire.ts). */
  path: string
  base: '/api/v2' | ''
  resource: Resource
  /** Other resources of which the response contains data. Their changes also make it stale. */
  includes?: readonly Resource[]
  summary: string
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  encoding: 'json' | 'multipart'
  response: ResponseSpec
  /** `basic`: login name and password, or a bearer token. `password`: no token. */
  auth: 'bearer' | 'basic' | 'password' | 'none'
  /** The response contains a token, so pages may not call this endpoint (rule 40). */
  containsToken?: true
  hasETag?: true
  /** RFC 9110 § 14. */
  supportsRanges?: true
  scope?: Scope
  invalidates: readonly Resource[]
  /** Returns undefined to use `invalidates`. */
  invalidationScope?(body: unknown): InvalidationScope | undefined
  patches?: readonly CachePatch[]
  /** Reason for an endpoint that api.md lacks. */
  assumed?: string
  /** Addition of our own service to an endpoint of api.md. */
  extension?: string
}

/** An `undefined` ID matches every value. A name counts as an ID. */
export type InvalidationScope = {
  invalidates: readonly Resource[]
  ids: Record<string, number | string | undefined>
}

/** The result must equal the service's response (src/service/invalidates.test.ts). */
export type CachePatch = {
  target: Endpoint & { method: 'GET' }
  /** Adds a missing row instead of fetching the list again. */
  addsRow?: boolean
  ids?(response: unknown): Record<string, number>
  /** For responses that are not rows. Returns undefined to fetch the GET again. */
  patch?(cached: Rows<unknown>, write: { input: unknown; response: unknown }): unknown
  /** The delivery applies these together, about once a second. */
  batched?: boolean
}

type Defaults = { base: '/api/v2'; encoding: 'json'; auth: 'bearer'; invalidates: readonly [] }
type Declaration = Omit<Endpoint, 'method' | 'path' | 'summary' | keyof Defaults> &
  Partial<Pick<Endpoint, keyof Defaults>>
type MethodAndPath = `${Method} /${string}`
type DeclaredEndpoint<L extends MethodAndPath, D extends Declaration> = D &
  Omit<Defaults, keyof D> & { summary: string } & (L extends `${infer M extends Method} ${infer P}`
    ? { method: M; path: P }
    : never)

/** Defaults: `/api/v2`, JSON, bearer token, no invalidation. */
export function endpoint<const L extends MethodAndPath, const D extends Declaration>(
  line: L,
  summary: string,
  declaration: D,
): DeclaredEndpoint<L, D> {
  const [method, path] = line.split(' ')
  const defaults = {
    base: '/api/v2',
    encoding: 'json',
    auth: 'bearer',
    invalidates: [],
  } satisfies Partial<Endpoint>
  return { ...defaults, method, path, summary, ...declaration } as unknown as DeclaredEndpoint<L, D>
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Params<E extends Endpoint> = {
  [Name in ParamNames<E['path']>]: Name extends TextParam ? string : number
}
export type Query<E extends Endpoint> = E['query'] extends z.ZodMiniObject
  ? z.output<E['query']>
  : Record<never, never>
export type Body<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.output<E['body']> : undefined

/** E.g. `{ course_id: 7, body: {} }`. */
export type Input<E extends Endpoint> = Params<E> &
  (E['query'] extends z.ZodMiniObject ? Partial<z.input<E['query']>> : Record<never, never>) &
  (E['body'] extends z.ZodMiniType ? { body: z.input<E['body']> } : Record<never, never>)

export type ParsedResponse<A extends ResponseSpec> =
  A extends ObjectResponse<infer S>
    ? z.output<S>
    : A extends ListResponse<infer S>
      ? Rows<z.output<S>>
      : A extends BytesResponse
        ? Blob
        : A extends StreamResponse<z.ZodMiniType>
          ? ReadableStream<Uint8Array>
          : undefined

export type Output<E extends Endpoint> = ParsedResponse<E['response']>

/** The response before parsing. */
export type Wire<E extends Endpoint> =
  E['response'] extends ObjectResponse<infer S>
    ? z.input<S>
    : E['response'] extends ListResponse<infer S>
      ? z.input<S>[]
      : E['response'] extends BytesResponse | StreamResponse<z.ZodMiniType>
        ? Response
        : undefined

export function paramNames(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map(match => match[1] ?? '')
}
