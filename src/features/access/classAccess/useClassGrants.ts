import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import { ApiError, withoutSignedOut } from '../../../api/client/ApiError.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { grantsInput } from '../permissionWrites.ts'
import type { AccessItem } from './accessItems.ts'

export type ClassGrants = {
  grants: readonly Permission[]
  unreadable: number
  isLoading: boolean
  /** Error that may not occur again. */
  error: Error | undefined
  /** Unix ms of the oldest data. */
  asOf: number | undefined
  retry: () => void
  /** Undefined if the service sends all grants at once. */
  oneByOne: { loaded: number; requestedCount: number; all: number; more: () => void } | undefined
}

/** All users behind one address share 300 requests per minute. */
const maxParallel = 3
const pageSize = 100
const freshMs = 5 * 60_000

/** Without the extension for one request, loads the grants of each visible item, within the rate limit. */
export function useClassGrants(course_id: number, items: readonly AccessItem[]): ClassGrants {
  const ofClass = useQuery(query(permissions.ofClass, { course_id }))
  const isUnsupported = ofClass.error?.kind === 'unsupported'
  const oneByOneGrants = useGrantsOneByOne(
    isUnsupported ? items.filter(({ canSeeAccess }) => canSeeAccess === true) : none,
  )
  if (isUnsupported) return oneByOneGrants
  const { data, error, isPending, dataUpdatedAt, refetch } = ofClass
  return {
    grants: data?.rows ?? none,
    unreadable: data?.unreadable ?? 0,
    isLoading: isPending,
    error: withoutSignedOut(error) ?? undefined,
    asOf: data && dataUpdatedAt,
    retry: () => void refetch(),
    oneByOne: undefined,
  }
}

const none: readonly never[] = []

function useGrantsOneByOne(items: readonly AccessItem[]): ClassGrants {
  const [requestedCount, setRequestedCount] = useState(pageSize)
  const [enabledCount, setEnabledCount] = useState(maxParallel)
  const requestedItems = items.slice(0, requestedCount)
  const { settled, failed, ...loaded } = useQueries({
    queries: requestedItems.map(({ resource }, index) => ({
      ...query(permissions.list, grantsInput(resource), { priority: 'background' }),
      staleTime: freshMs,
      enabled: index < enabledCount,
    })),
    combine: combineResults,
  })
  if (enabledCount < settled + maxParallel) setEnabledCount(settled + maxParallel)
  return {
    ...loaded,
    isLoading: false,
    retry: () => {
      for (const refetch of failed) refetch()
    },
    oneByOne: {
      loaded: settled,
      requestedCount: requestedItems.length,
      all: items.length,
      more: () => setRequestedCount(requestedCount + pageSize),
    },
  }
}

function combineResults(results: readonly UseQueryResult<Rows<Permission>, ApiError>[]) {
  const loaded = results.filter(({ data, error }) => data && !isForbidden(error))
  const failed = results.filter(({ error }) => error && !isForbidden(error) && error.kind !== 'signedOut')
  return {
    grants: loaded.flatMap(({ data }) => data?.rows ?? []),
    unreadable: loaded.reduce((sum, { data }) => sum + (data?.unreadable ?? 0), 0),
    asOf: loaded.length === 0 ? undefined : Math.min(...loaded.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    error: failed[0]?.error ?? undefined,
    failed: failed.map(
      ({ refetch }) =>
        () =>
          void refetch(),
    ),
    settled: results.filter(({ status }) => status !== 'pending').length,
  }
}

/** Repeating the request has the same result. */
const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['forbidden', 'noScope', 'notFound', 'unsupported', 'invalid'].includes(error.kind)
