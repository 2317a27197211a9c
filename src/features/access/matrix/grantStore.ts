import type { QueryClient, QueryState } from '@tanstack/react-query'
import { keyOf } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { type Permission, permissions, resourceFields } from '../../../contract/permissions.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { accessOf, type KnownAccess, type ResourceAccess } from './matrixModel.ts'
import { resourceKey } from './resources.ts'

/** Access in the cache, by `Resource.key`. */
export type Grants = {
  access: ReadonlyMap<string, ResourceAccess>
  /** Time when the oldest entry was loaded, in Unix ms. */
  asOf: number | undefined
  /** Error of a request that failed. */
  error: Error | undefined
}

/** Minimum time between two renders while a matrix is loading, in ms. Responses arrive every few ms then. */
const calm = 60
const known = new WeakMap<Rows<Permission>, KnownAccess>()
const untold = { state: 'untold' } as const
const hidden = { state: 'hidden' } as const
const failed = { state: 'failed' } as const

/**
 * Creates a store for `useSyncExternalStore` that follows the cache. There can be hundreds of resources, which is too
 * many for an observer each.
 */
export function createGrantStore(client: QueryClient) {
  const [resource, path] = keyOf(permissions.list, { lesson_id: 1 })
  const read = (): Grants => {
    const access = new Map<string, ResourceAccess>()
    let asOf: number | undefined
    let error: Error | undefined
    for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: [resource, path] })) {
      const key = keyOfInput(queryKey[2])
      const found = key !== undefined && readState(state)
      if (!found) continue
      access.set(key, found)
      if (found.state === 'known') asOf = Math.min(asOf ?? Number.POSITIVE_INFINITY, state.dataUpdatedAt)
      if (mayComeYet(state.error)) error = state.error
    }
    return { access, asOf, error }
  }
  let latest = read()
  return {
    get: () => latest,
    subscribe: (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const update = () => {
        timer = undefined
        const now = read()
        if (isSame(now, latest)) return
        latest = now
        listener()
      }
      update()
      const stop = client.getQueryCache().subscribe(({ query: { queryKey } }) => {
        if (queryKey[0] === resource && queryKey[1] === path) timer ??= setTimeout(update, calm)
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
  }
}

/** Returns the state of a cached list. Undefined while it is loading or if the request was cut short. */
export function readState({ data, error, status }: QueryState<unknown, unknown>): ResourceAccess | undefined {
  const isClosed = error instanceof ApiError && (error.kind === 'forbidden' || error.kind === 'notFound')
  // If the user has lost access, the cached list is no longer shown.
  if (isPermissions(data) && !(status === 'error' && isClosed)) {
    const read = known.get(data) ?? accessOf(data.rows, data.unreadable)
    known.set(data, read)
    return read
  }
  if (status !== 'error' || (error instanceof ApiError && error.kind === 'signedOut')) return undefined
  if (mayComeYet(error)) return failed
  return error instanceof ApiError && error.kind === 'forbidden' ? hidden : untold
}

/** Whether another request may succeed. If the user is signed out, the sign-in over the screen reports it. */
export const mayComeYet = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof ApiError && final.includes(error.kind))

const final: readonly ApiError['kind'][] = [
  'signedOut',
  'forbidden',
  'noScope',
  'notFound',
  'unsupported',
  'invalid',
]

function keyOfInput(input: unknown): string | undefined {
  if (!isRecord(input)) return undefined
  const field = resourceFields.find(name => input[name] !== undefined)
  const id = field && Number(input[field])
  return field && id ? resourceKey(field, id) : undefined
}

/** The cache is untyped, but the key determines the type. */
const isPermissions = (data: unknown): data is Rows<Permission> => isRecord(data) && Array.isArray(data.rows)

const isSame = (a: Grants, b: Grants) =>
  a.asOf === b.asOf &&
  a.error === b.error &&
  a.access.size === b.access.size &&
  [...a.access].every(([key, state]) => b.access.get(key) === state)
