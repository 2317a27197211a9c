import type { z } from 'zod/mini'

/** OAuth scopes that api.md names (api.md § Authentication 7). */
export const scopes = ['me', 'courses.memberships', 'chats', 'chats.messages'] as const
export type Scope = (typeof scopes)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Kind of data that a GET returns. A write that `invalidates` it makes those cached GETs stale whose parameters match
 * its own.
 */
export type Resource =
  | 'me'
  | 'membership'
  | 'course'
  | 'member'
  | 'lesson'
  | 'timeline'
  | 'homework'
  | 'submission'
  | 'document'
  | 'chat'
  | 'message'
  | 'file'
  | 'permission'
  | 'token'
  | 'avatar'
  | 'ips'
  | 'signIn'
  | 'event'

export type OneAnswer<S extends z.ZodMiniType> = { kind: 'one'; schema: S }
/**
 * A list, sorted by key: `id`, or the result of `key`. Invalid rows are dropped and counted. Of several rows with one
 * key, the first remains.
 */
export type RowsAnswer<S extends z.ZodMiniType> = {
  kind: 'rows'
  schema: S
  key?(row: z.output<S>): number | string
}
/** The body has no content of interest: 200 with or without a body, or 204 (service-facts.md, delete answers). */
export type NoAnswer = { kind: 'nothing' }
/** The bytes of a stored document, passed on unchanged. `type` is set if it is always the same. */
export type BytesAnswer = { kind: 'bytes'; type?: string }
/**
 * `text/event-stream`. The data of each event is JSON of this schema. The stream ends when the client or the server
 * closes it.
 */
export type StreamAnswer<S extends z.ZodMiniType> = { kind: 'stream'; schema: S }
export type Answer =
  | OneAnswer<z.ZodMiniType>
  | RowsAnswer<z.ZodMiniType>
  | NoAnswer
  | BytesAnswer
  | StreamAnswer<z.ZodMiniType>

export const one = <S extends z.ZodMiniType>(schema: S): OneAnswer<S> => ({ kind: 'one', schema })
export const rows = <S extends z.ZodMiniType>(
  schema: S,
  key?: (row: z.output<S>) => number | string,
): RowsAnswer<S> => ({ kind: 'rows', schema, ...(key && { key }) })
export const nothing: NoAnswer = { kind: 'nothing' }
export const bytes: BytesAnswer = { kind: 'bytes' }
export const stream = <S extends z.ZodMiniType>(schema: S): StreamAnswer<S> => ({ kind: 'stream', schema })

/** Valid entries of a list, and the number of invalid ones (rule 19). */
export type Rows<T> = { rows: T[]; unreadable: number }

export type Endpoint = {
  method: Method
  /** Path below `base`. Segments like `:name` are integer IDs (`readParam`). */
  path: string
  /** Empty for the few paths outside `/api/v2` (api.md § Authorisation and token). */
  base: '/api/v2' | ''
  resource: Resource
  summary: string
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  encoding: 'json' | 'multipart'
  answer: Answer
  /** `basic`: login name and password, or a bearer token. `password`: login name and password only. */
  auth: 'bearer' | 'basic' | 'password' | 'none'
  /** The response contains the token of the request. Other programs may call it, pages may not (rule 40). */
  repeatsToken?: true
  /** The response has an `ETag`. A request with the same value in `If-None-Match` is answered with 304. */
  tagged?: true
  /** The endpoint supports `Range` and `If-Range` (RFC 9110 § 14). */
  inParts?: true
  scope?: Scope
  invalidates: readonly Resource[]
  /**
   * Returns the resources that this request invalidates, or undefined if its body does not tell. The IDs have the names
   * that GETs use in their paths.
   */
  invalidationScope?(body: unknown): InvalidationScope | undefined
  /** Cached GETs that are updated with the response of the write instead of being fetched again. */
  patches?: readonly CachePatch[]
  /** Reason why the endpoint is believed to exist although api.md does not have it. The app works without it. */
  assumed?: string
  /** Difference between our own service and api.md. The app works without it. */
  extension?: string
}

/**
 * Resources that a write invalidates according to its body. An ID that is `undefined` matches every value, even if the
 * write has such an ID.
 */
export type InvalidationScope = { invalidates: readonly Resource[]; ids: Record<string, number | undefined> }

/**
 * A cached GET that a write updates. Declare it only if the service would return exactly this to the same caller.
 * src/service/invalidates.test.ts compares both.
 */
export type CachePatch = {
  target: Endpoint & { method: 'GET' }
  /** Adds a row that is not in the list yet, in order. Without this flag the list is fetched again. */
  adds?: boolean
  /** Returns IDs of the GET's path that the write's path lacks, read from the response. */
  ids?(answer: unknown): Record<string, number>
  /**
   * Returns the new data of the GET if the response is not a row. Returns undefined if the GET must be fetched again.
   * `answer` is undefined if the response has no content.
   */
  patch?(cached: Rows<unknown>, write: { input: unknown; answer: unknown }): unknown
  /** For writes that can come by the hundred. Those sent by the outbox are applied together, about once a second. */
  batched?: boolean
}

type Defaults = { base: '/api/v2'; encoding: 'json'; auth: 'bearer'; invalidates: readonly [] }
type Declaration = Omit<Endpoint, 'method' | 'path' | 'summary' | keyof Defaults> &
  Partial<Pick<Endpoint, keyof Defaults>>
type Line = `${Method} /${string}`
type Declared<L extends Line, D extends Declaration> = D &
  Omit<Defaults, keyof D> & { summary: string } & (L extends `${infer M extends Method} ${infer P}`
    ? { method: M; path: P }
    : never)

/** Declares an endpoint (`GET /chats`). Defaults: below `/api/v2`, JSON, bearer token, no invalidation. */
export function endpoint<const L extends Line, const D extends Declaration>(
  line: L,
  summary: string,
  declaration: D,
): Declared<L, D> {
  const [method, path] = line.split(' ')
  const defaults = {
    base: '/api/v2',
    encoding: 'json',
    auth: 'bearer',
    invalidates: [],
  } satisfies Partial<Endpoint>
  return { ...defaults, method, path, summary, ...declaration } as unknown as Declared<L, D>
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Params<E extends Endpoint> = { [Name in ParamNames<E['path']>]: number }
/** The query after parsing, with defaults. */
export type Query<E extends Endpoint> = E['query'] extends z.ZodMiniObject
  ? z.output<E['query']>
  : Record<never, never>
/** The body after parsing. */
export type Body<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.output<E['body']> : undefined

/**
 * Arguments of a call: IDs and query in one object, with the body as `body`, e.g. `{ course_id: 7, days_forward: 14 }`.
 */
export type Input<E extends Endpoint> = Params<E> &
  (E['query'] extends z.ZodMiniObject ? Partial<z.input<E['query']>> : Record<never, never>) &
  (E['body'] extends z.ZodMiniType ? { body: z.input<E['body']> } : Record<never, never>)

export type Read<A extends Answer> =
  A extends OneAnswer<infer S>
    ? z.output<S>
    : A extends RowsAnswer<infer S>
      ? Rows<z.output<S>>
      : A extends BytesAnswer
        ? Blob
        : A extends StreamAnswer<z.ZodMiniType>
          ? ReadableStream<Uint8Array>
          : undefined

export type Output<E extends Endpoint> = Read<E['answer']>

/** Response of the service as JSON, before parsing. */
export type Wire<E extends Endpoint> =
  E['answer'] extends OneAnswer<infer S>
    ? z.input<S>
    : E['answer'] extends RowsAnswer<infer S>
      ? z.input<S>[]
      : E['answer'] extends BytesAnswer | StreamAnswer<z.ZodMiniType>
        ? Response
        : undefined

/**
 * Returns the names of the IDs in a path, in order: `/courses/:course_id/lessons/:lesson_id` has course_id and
 * lesson_id.
 */
export function paramNames(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map(match => match[1] ?? '')
}
