import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { files } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import type { SchoolTime } from '../../i18n/SchoolTime.tsx'

/** Starts the requests while the screen's code is loading. Returns at once. */
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
