import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { partialRows } from '../../api/cache/partialRows.ts'
import { query } from '../../api/cache/query.ts'
import { files } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { memoizePerUser } from '../../lib/memoizePerUser.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { type FileIndex, indexFiles } from './model/fileIndex.ts'

/** Maximum number of rows that are rendered synchronously. Longer lists are rendered with lower priority. */
const maxSyncRows = 6000

export function useClassFiles(courseId: number) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(query(files.list, { course_id: courseId }))
  const { data: partial } = useQuery(partialRows(files.list, { course_id: courseId }))
  const loaded = useMemo(() => {
    if (data) return { rows: data.rows, isComplete: true }
    return partial && { rows: partial.rows, isComplete: false }
  }, [data, partial])
  const deferred = useDeferredValue(loaded)
  const shown = loaded && loaded.rows.length > maxSyncRows ? deferred : loaded
  return {
    /** Undefined until the first rows arrive. */
    index: shown && indexFiles(shown.rows, shown),
    /** In Unix ms. Undefined before the first response. */
    loadedAt: data && dataUpdatedAt,
    unreadableCount: data?.unreadable ?? 0,
    // The sign-in dialog reports this error, and the request is repeated after sign-in.
    error: error?.kind === 'signedOut' ? null : error,
    retry: () => void refetch(),
  }
}

/**
 * Whether the user may create files in this folder. Undefined while that is unknown, and without a class. If the service
 * has no permissions for the top folder, the app offers it and the service decides.
 */
export function useMayCreate(courseId: number | undefined, folderId: number, index: FileIndex | undefined) {
  const isTopFolder = folderId === topFolderId
  const topFolder = useQuery({
    ...query(files.get, { course_id: courseId ?? 0, file_id: topFolderId }),
    enabled: isTopFolder && courseId !== undefined,
  })
  if (!isTopFolder) return index?.get(folderId)?.can_write
  return topFolder.data?.can_write ?? (topFolder.error ? true : undefined)
}

/** Creates a hook that returns one value per signed-in user. The value exists until the page is closed. */
export function createPerUserHook<T>(create: (client: QueryClient) => T): () => T {
  const getForUser = memoizePerUser(create)
  return function usePerUser() {
    return getForUser(useQueryClient(), useCurrentUser().id)
  }
}
