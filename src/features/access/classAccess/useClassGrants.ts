import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { grantsInput } from '../permissionWrites.ts'
import type { AccessItem } from './accessItems.ts'

/** Grants on the content of a class, as far as they are loaded. */
export type ClassGrants = {
  grants: readonly Permission[]
  /** Number of grants that could not be read. */
  unreadable: number
  /** Whether the first response is still awaited. */
  isLoading: boolean
  /** Error of a request that may succeed if it is sent again. */
  error: Error | undefined
  /** Time when the oldest data was loaded, in Unix ms. */
  asOf: number | undefined
  retry: () => void
  /** Progress of loading the items one by one. Undefined if the service sends all grants at once. */
  oneByOne: { loaded: number; requested: number; all: number; more: () => void } | undefined
}

/** Maximum number of parallel requests. All users behind one address share 300 requests per minute. */
const parallel = 3
/** Number of items that are loaded one by one before the user asks for more. */
const portion = 100
/** Time for which a single item is not requested again, in ms. */
const freshMs = 5 * 60_000

/**
 * Returns the grants of a class from one request. If the service lacks that extension, loads the grants of each item
 * that the user may see, within the rate limit.
 */
export function useClassGrants(course_id: number, items: readonly AccessItem[]): ClassGrants {
  const atOnce = useQuery(query(permissions.ofClass, { course_id }))
  const isLacking = atOnce.error?.kind === 'unsupported'
  const single = useSingleGrants(isLacking ? items.filter(({ seesAccess }) => seesAccess === true) : none)
  if (isLacking) return single
  const { data, error, isPending, dataUpdatedAt, refetch } = atOnce
  return {
    grants: data?.rows ?? none,
    unreadable: data?.unreadable ?? 0,
    isLoading: isPending,
    error: error && error.kind !== 'signedOut' ? error : undefined,
    asOf: data && dataUpdatedAt,
    retry: () => void refetch(),
    oneByOne: undefined,
  }
}

const none: readonly never[] = []

function useSingleGrants(items: readonly AccessItem[]): ClassGrants {
  const [requested, setRequested] = useState(portion)
  const [open, setOpen] = useState(parallel)
  const shown = items.slice(0, requested)
  const { settled, failed, ...loaded } = useQueries({
    queries: shown.map(({ of }, at) => ({
      ...query(permissions.list, grantsInput(of), { priority: 'background' }),
      staleTime: freshMs,
      enabled: at < open,
    })),
    combine,
  })
  if (open < settled + parallel) setOpen(settled + parallel)
  return {
    ...loaded,
    isLoading: false,
    retry: () => {
      for (const refetch of failed) refetch()
    },
    oneByOne: {
      loaded: settled,
      requested: shown.length,
      all: items.length,
      more: () => setRequested(requested + portion),
    },
  }
}

function combine(results: readonly UseQueryResult<Rows<Permission>, ApiError>[]) {
  const known = results.filter(({ data, error }) => data && !isClosed(error))
  const failed = results.filter(({ error }) => error && !isClosed(error) && error.kind !== 'signedOut')
  return {
    grants: known.flatMap(({ data }) => data?.rows ?? []),
    unreadable: known.reduce((sum, { data }) => sum + (data?.unreadable ?? 0), 0),
    asOf: known.length === 0 ? undefined : Math.min(...known.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    error: failed[0]?.error ?? undefined,
    failed: failed.map(
      ({ refetch }) =>
        () =>
          void refetch(),
    ),
    settled: results.filter(({ status }) => status !== 'pending').length,
  }
}

/** Whether the user may not see the access. Another request has the same result. */
const isClosed = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['forbidden', 'noScope', 'notFound', 'unsupported', 'invalid'].includes(error.kind)
