import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { courses } from '../../contract/courses.ts'
import { files } from '../../contract/files.ts'
import { type Homework, homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { canSetHomework, me } from '../../contract/me.ts'
import { useClasses } from '../shell/useClasses.ts'
import type { Entry } from './rankEntries.ts'

export type SearchedKind = Exclude<Entry['group'], 'screens'>

type Progress = { isFetching: boolean; isFetchedAfterMount: boolean; isError: boolean; data: unknown }

/**
 * Fetches the homework of all classes, the chats, and the files, people and subjects of the current class. A failed
 * request leaves the other kinds searchable.
 */
export function useSearchData(currentClassId: number | undefined) {
  const course_id = currentClassId ?? 0
  const enabled = currentClassId !== undefined
  const classes = useClasses()
  const user = useQuery(query(me.get, {}))
  const chatList = useQuery(query(chats.list, {}))
  const members = useQuery({ ...query(courses.members, { course_id }), enabled })
  const subjects = useQuery({ ...query(lessons.list, { course_id }), enabled })
  const classFiles = useQuery({ ...query(files.list, { course_id }), enabled })
  // Other classes may wait if the rate limit is reached.
  const homeworkLists = useQueries({
    queries: classes.list.map(({ id }) =>
      query(homework.list, { course_id: id }, id === currentClassId ? {} : { priority: 'background' }),
    ),
    combine: toProgress,
  })

  const { list: classList } = classes
  const allHomework = useMemo(
    () =>
      classList.flatMap((knownClass, index) =>
        (homeworkLists[index]?.data?.rows ?? emptyList).map(task => ({ knownClass, task })),
      ),
    [classList, homeworkLists],
  )

  const sources: [SearchedKind, Progress][] = [
    ...homeworkLists.map((task): [SearchedKind, Progress] => ['homework', task]),
    ['chats', chatList],
    ['files', classFiles],
    ['people', members],
    ['subjects', subjects],
  ]
  const filterKinds = (test: (progress: Progress) => boolean) =>
    sources.filter(([, progress]) => test(progress)).map(([kind]) => kind)
  const isLoadingNames = classes.isLoading || classes.list.some(({ isNameLoading }) => isNameLoading)
  return {
    classes: classes.list,
    /** Without a response the service decides. */
    canSetHomework: user.data ? canSetHomework(user.data) : user.isError,
    /** Homework needs a subject. If the service lists no subjects, it decides. */
    hasSubjects: subjects.data ? subjects.data.rows.length > 0 : subjects.isError,
    /** Without the chats, the direct chat with a person is unknown. */
    hasChats: chatList.data !== undefined,
    chats: chatList.data?.rows ?? emptyList,
    members: members.data?.rows ?? emptyList,
    subjects: subjects.data?.rows ?? emptyList,
    files: classFiles.data?.rows ?? emptyList,
    homework: allHomework,
    /** Kinds that may get more entries. Outdated data counts until it has been fetched once. */
    loading: new Set<SearchedKind>([
      ...filterKinds(({ isFetching, isFetchedAfterMount }) => isFetching && !isFetchedAfterMount),
      ...(isLoadingNames ? (['classes'] as const) : []),
      ...(user.isPending ? (['actions'] as const) : []),
    ]),
    /** Kinds without any data after a failed request. */
    failed: new Set(
      filterKinds(({ isError, isFetching, data }) => isError && !isFetching && data === undefined),
    ),
  }
}

type HomeworkRows = { rows: readonly Homework[] }

/** Defined outside the hook, so that the result stays the same object while no list changes. */
const toProgress = (results: UseQueryResult<HomeworkRows>[]) =>
  results.map(({ isFetching, isFetchedAfterMount, isError, data }) => ({
    isFetching,
    isFetchedAfterMount,
    isError,
    data,
  }))

export type SearchData = ReturnType<typeof useSearchData>

const emptyList: readonly never[] = []
