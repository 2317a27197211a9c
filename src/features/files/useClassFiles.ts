import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { query } from '../../api/cache/query.ts'
import { files } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { memoizePerUser } from '../../lib/memoizePerUser.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { type FileIndex, indexFiles } from './model/fileIndex.ts'

/** Maximum number of rows that are rendered synchronously. Longer lists are rendered with lower priority. */
const atOnce = 6000

/** Returns the files of a class as they are loaded. */
export function useClassFiles(courseId: number) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(query(files.list, { course_id: courseId }))
  const rows = data?.rows
  // For a long list, this is the previous response for a moment.
  const deferred = useDeferredValue(rows)
  const shown = rows && rows.length > atOnce ? deferred : rows
  return {
    /** Undefined until the first response. */
    index: shown && indexFiles(shown),
    /** Time when the shown files were loaded, in Unix ms. Undefined before the first response. */
    asOf: data && dataUpdatedAt,
    unreadable: data?.unreadable ?? 0,
    // The sign-in over the screen reports this error. The request is repeated after sign-in.
    error: error?.kind === 'signedOut' ? null : error,
    retry: () => void refetch(),
  }
}

/**
 * Returns whether the user may create files in this folder, or `undefined` while that is unknown and without a class.
 * If the service does not answer for the topmost folder, creating is offered and the service decides.
 */
export function useMayCreate(courseId: number | undefined, folderId: number, index: FileIndex | undefined) {
  const isTop = folderId === topFolderId
  const top = useQuery({
    ...query(files.get, { course_id: courseId ?? 0, file_id: topFolderId }),
    enabled: isTop && courseId !== undefined,
  })
  if (!isTop) return index?.get(folderId)?.can_write
  return top.data?.can_write ?? (top.error ? true : undefined)
}

/**
 * Creates a hook that returns one value per signed-in user. The value is created once and exists as long as the page.
 */
export function perPerson<T>(create: (client: QueryClient) => T): () => T {
  const ofPerson = memoizePerUser(create)
  return function usePersonal() {
    return ofPerson(useQueryClient(), useCurrentUser().id)
  }
}
