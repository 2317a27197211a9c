import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { files } from '../../contract/files.ts'
import { readParam, topFolderId } from '../../contract/wire.ts'
import type { FilesView } from '../../paths.ts'
import type { SchoolTime } from '../../ui/SchoolTime.tsx'

/** Starts the requests while the screen's code is still on its way. It does not wait. */
export const filesLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    void queryClient.prefetchQuery(query(files.list, { course_id }))
    if (Number(params.folderId ?? topFolderId) === topFolderId) {
      void queryClient.prefetchQuery(query(files.get, { course_id, file_id: topFolderId }))
    }
    return null
  }

/** What a folder can be sorted by. */
export const sortColumns = ['name', 'size', 'added'] as const
export type SortColumn = (typeof sortColumns)[number]
export type Sorting = { by: SortColumn; descending: boolean }

/** What the address says of a folder. `file` is the id of the one in the preview. */
export type FilesAddress = {
  file: number | undefined
  find: string
  sort: Sorting
  view: FilesView | undefined
}

export const byName: Sorting = { by: 'name', descending: false }

/** Reads the query of the address. What names no file, order or view counts as not given. */
export function readAddress(query: URLSearchParams): FilesAddress {
  const view = query.get('view')
  return {
    file: readParam('file_id', query.get('file') ?? '') || undefined,
    find: query.get('find') ?? '',
    sort: readSorting(query.get('sort') ?? ''),
    view: view === 'list' || view === 'tiles' ? view : undefined,
  }
}

/** The query again, for `paths.files`: only what is not as it is anyway. */
export function addressQuery({ file, find, sort, view }: FilesAddress) {
  const sorted = writeSorting(sort)
  return {
    ...(file !== undefined && { file: String(file) }),
    ...(find.trim() && { find }),
    ...(sorted && { sort: sorted }),
    ...(view && { view }),
  }
}

/** `size` the smallest first, `-size` the largest. */
function readSorting(text: string): Sorting {
  const descending = text.startsWith('-')
  const by = sortColumns.find(column => column === (descending ? text.slice(1) : text))
  return by ? { by, descending } : byName
}

const writeSorting = ({ by, descending }: Sorting): string =>
  by === 'name' && !descending ? '' : `${descending ? '-' : ''}${by}`
