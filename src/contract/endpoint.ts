import type { z } from 'zod/mini'

/** The OAuth scope names that api.md shows (api.md § Authentication 7). */
export const scopes = ['me', 'courses.memberships', 'chats', 'chats.messages'] as const
export type Scope = (typeof scopes)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * What a GET answers with, and what a write `invalidates`: cached GETs of it that agree with the write's parameters.
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
/** Misfits are dropped and counted, the first of a key shows (`id` unless `key` names another), in order of keys. */
export type RowsAnswer<S extends z.ZodMiniType> = {
  kind: 'rows'
  schema: S
  key?(row: z.output<S>): number | string
}
/** Nothing worth reading: 200 with any or no body, or 204 (service-facts.md, delete answers). */
export type NoAnswer = { kind: 'nothing' }
/** Bytes, passed on as they come: a stored document. `type` where it is always the same. */
export type BytesAnswer = { kind: 'bytes'; type?: string }
/** `text/event-stream`, each event's data JSON of this shape, until one of both ends it. */
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

/** Readable entries of a list, and how many could not be read (cases 19). */
export type Rows<T> = { rows: T[]; unreadable: number }

export type Endpoint = {
  method: Method
  /** Below `/api/v2` unless `base` says otherwise; `:name` segments are integer ids (`readParam`). */
  path: string
  /** '' for the few paths outside `/api/v2` (api.md § Authorisation and token). */
  base: '/api/v2' | ''
  resource: Resource
  summary: string
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  encoding: 'json' | 'multipart'
  answer: Answer
  /** `basic`: login name and password, or a bearer token. `password`: only those. */
  auth: 'bearer' | 'basic' | 'password' | 'none'
  /** Its answer repeats the token it was asked with: other programs may ask, pages never (cases 40). */
  repeatsToken?: true
  /** Its answers carry an `ETag`, and who says by `If-None-Match` that they hold that one is answered 304. */
  tagged?: true
  /** Of its bytes a part may be asked for by `Range`, of the same content by `If-Range` (RFC 9110 § 14). */
  inParts?: true
  scope?: Scope
  invalidates: readonly Resource[]
  /** Where the body says more: which of those it invalidates this time, and ids as GETs have them in their paths. */
  invalidationScope?(body: unknown): Narrowed | undefined
  /** Cached GETs of those resources that take the write's answer in, instead of being asked again. */
  patches?: readonly Entering[]
  /** Set when api.md does not have the endpoint: why it is believed to exist. The app works without it. */
  assumed?: string
  /** What our own service adds to an endpoint of api.md. The app works without it. */
  extension?: string
}

/** What a write invalidates as told by its body. An id that is `undefined` narrows nothing down, whatever the body names. */
export type Narrowed = { invalidates: readonly Resource[]; ids: Record<string, number | undefined> }

/** Only where the service would answer the same caller just that; src/service/invalidates.test.ts compares. */
export type Entering = {
  into: Endpoint & { method: 'GET' }
  /** A row that was not there yet goes to the end of the list. Without it the list is asked again. */
  adds?: boolean
  /** Ids in the path of the GET that the path of the write does not have, read from the answer. */
  ids?(answer: unknown): Record<string, number>
  /** Where the answer is no row: what the GET then answers; `undefined`: it is asked again. No answer of nothing. */
  patch?(held: Rows<unknown>, write: { input: unknown; answer: unknown }): unknown
  /** Comes by the hundred: what the outbox sent enters about once a second, not each by itself. */
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

/** Declares an endpoint (`GET /chats`), filling in what most share: under `/api/v2`, JSON, bearer token, no effect. */
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
/** The query as the service reads it, defaults filled in. */
export type Query<E extends Endpoint> = E['query'] extends z.ZodMiniObject
  ? z.output<E['query']>
  : Record<never, never>
/** The body as the service reads it. */
export type Body<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.output<E['body']> : undefined

/** What a caller gives: ids and query flat, the body beside them: `{ course_id: 7, days_forward: 14 }`. */
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

/** What the service sends for it, as JSON. */
export type Wire<E extends Endpoint> =
  E['answer'] extends OneAnswer<infer S>
    ? z.input<S>
    : E['answer'] extends RowsAnswer<infer S>
      ? z.input<S>[]
      : E['answer'] extends BytesAnswer | StreamAnswer<z.ZodMiniType>
        ? Response
        : undefined

/** Names of the ids in a path, in order: `/courses/:course_id/lessons/:lesson_id` -> course_id, lesson_id. */
export function paramNames(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map(match => match[1] ?? '')
}
