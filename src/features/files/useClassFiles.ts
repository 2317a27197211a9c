import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { partialRows } from '../../api/cache/partialRows.ts'
import { query } from '../../api/cache/query.ts'
import { ApiError, withoutSignedOut } from '../../api/client/ApiError.ts'
import { files } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { memoizePerUser } from '../../lib/memoizePerUser.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { type FileIndex, indexFiles } from './model/fileIndex.ts'

/** Maximum number of rows that are rendered synchronously. Longer lists are rendered with lower priority. */
const maxSyncRows = 6000

/**
 * Users outside the class can't list its files, but may have access to single files. For them, the list contains only
 * the file of the address.
 */
export function useClassFiles(courseId: number, fileId: number | undefined) {
  const list = useQuery(query(files.list, { course_id: courseId }))
  // The file remains when its preview is closed.
  const [singleId, setSingleId] = useState(fileId)
  if (fileId !== undefined && fileId !== singleId) setSingleId(fileId)
  const single = useQuery({
    ...query(files.get, { course_id: courseId, file_id: singleId ?? topFolderId }),
    enabled: isRefusal(list.error) && singleId !== undefined,
  })
  const shared = useMemo(() => single.data && { rows: [single.data], unreadable: 0 }, [single.data])
  // While a refused list is fetched again, it has no error.
  const isFetchedAgain = list.isPending && list.errorUpdateCount > 0 && shared !== undefined
  const isRefused = !list.data && (isRefusal(list.error) || isFetchedAgain)
  const isSingle = isRefused && singleId !== undefined && shared !== undefined
  const data = isSingle ? shared : list.data
  const { dataUpdatedAt, refetch } = isSingle ? single : list
  // Show the list's error only after the service refused the file, too.
  const error = isSingle ? single.error : isRefused && single.isLoading ? null : list.error
  const { data: partial } = useQuery(partialRows(files.list, { course_id: courseId }))
  const loaded = useMemo(() => {
    if (data) return { rows: data.rows, isComplete: true }
    return partial && { rows: partial.rows, isComplete: false }
  }, [data, partial])
  const deferred = useDeferredValue(loaded)
  const shown = loaded && loaded.rows.length > maxSyncRows ? deferred : loaded
  return {
    /** Whether the user can't list the files. */
    isRefused,
    /** Whether only the file of the address could be loaded. */
    isSingle,
    /** Undefined until the first rows arrive. */
    index: shown && indexFiles(shown.rows, shown),
    /** In Unix ms. Undefined before the first response. */
    loadedAt: data && dataUpdatedAt,
    unreadableCount: data?.unreadable ?? 0,
    error: withoutSignedOut(error),
    retry: () => void refetch(),
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && ['forbidden', 'notFound'].includes(error.kind)

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
