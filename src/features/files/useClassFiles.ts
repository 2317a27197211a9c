import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { query } from '../../api/cache/query.ts'
import { files } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { onePerPerson } from '../../lib/onePerPerson.ts'
import { usePerson } from '../../ui/Person.tsx'
import { type FileIndex, indexFiles } from './model/fileIndex.ts'

/** The list of so many rows is drawn while one waits for it; that of more of them in turns with other work. */
const atOnce = 6000

/** The files of a class as they are known now. */
export function useClassFiles(courseId: number) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(query(files.list, { course_id: courseId }))
  const rows = data?.rows
  // For a moment after a long answer, the one before.
  const deferred = useDeferredValue(rows)
  const shown = rows && rows.length > atOnce ? deferred : rows
  return {
    /** `undefined` until the first answer. */
    index: shown && indexFiles(shown),
    /** Unix ms of what is shown; `undefined` while nothing is. */
    asOf: data && dataUpdatedAt,
    unreadable: data?.unreadable ?? 0,
    // The sign-in over the screen says so; what was asked for is asked again once somebody is signed in.
    error: error?.kind === 'signedOut' ? null : error,
    retry: () => void refetch(),
  }
}

/**
 * Whether something new in this folder is offered. What the service doesn't say of the topmost folder is left to it to
 * decide; `undefined` until that is known.
 */
export function useMayCreate(courseId: number, folderId: number, index: FileIndex | undefined) {
  const isTop = folderId === topFolderId
  const top = useQuery({
    ...query(files.get, { course_id: courseId, file_id: topFolderId }),
    enabled: isTop,
  })
  if (!isTop) return index?.get(folderId)?.can_write
  return top.data?.can_write ?? (top.error ? true : undefined)
}

/** A hook that gives the signed-in person's own of something made once, for as long as the page lives. */
export function perPerson<T>(create: (client: QueryClient) => T): () => T {
  const ofPerson = onePerPerson(create)
  return function usePersonal() {
    return ofPerson(useQueryClient(), usePerson().id)
  }
}
