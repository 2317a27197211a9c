import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/ApiError.ts'
import { query } from '../../api/query.ts'
import { files } from '../../contract/files.ts'
import { topFolderId } from '../../contract/params.ts'
import type { FileIndex } from './model/fileIndex.ts'
import { useIndexed } from './useIndexed.ts'

/** The files of a class as they are known now. */
export type ClassFiles = {
  /** `undefined` until the first answer. */
  index: FileIndex | undefined
  /** Unix ms of what is shown; `undefined` while nothing is. */
  asOf: number | undefined
  unreadable: number
  error: Error | null
  retry: () => void
}

export function useClassFiles(courseId: number): ClassFiles {
  const list = useQuery(query(files.list, { course_id: courseId }))
  return {
    index: useIndexed(list.data?.rows),
    asOf: list.data && list.dataUpdatedAt,
    unreadable: list.data?.unreadable ?? 0,
    // The sign-in over the screen says so; what was asked for is asked again once somebody is signed in.
    error: isKind(list.error, 'signedOut') ? null : list.error,
    retry: () => void list.refetch(),
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

const isKind = (error: unknown, kind: ApiError['kind']) => error instanceof ApiError && error.kind === kind
