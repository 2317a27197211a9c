import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../api/cache/query.ts'
import { chats } from '../../contract/chats.ts'
import { courses, type Member } from '../../contract/courses.ts'
import { files } from '../../contract/files.ts'
import { type Homework, homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { canSetHomework, me } from '../../contract/me.ts'
import { type KnownClass, useClasses } from '../shell/useClasses.ts'
import type { Entry } from './rankEntries.ts'

export type SearchedKind = Exclude<Entry['group'], 'screens'>

type Progress = { isFetching: boolean; isFetchedAfterMount: boolean; isError: boolean; data: unknown }

/** A failed request. `knownClass` is missing if the kind has one request for all classes. */
export type SearchFailure = { kind: SearchedKind; knownClass?: KnownClass | undefined }

type Source = { kind: SearchedKind; progress: Progress; knownClass?: KnownClass | undefined }

/**
 * Fetches the homework and people of all classes, the chats, and the files and subjects of the current class. A failed
 * request leaves the other kinds and classes searchable.
 */
export function useSearchData(currentClassId: number | undefined) {
  const course_id = currentClassId ?? 0
  const enabled = currentClassId !== undefined
  const classes = useClasses()
  const user = useQuery(query(me.get, {}))
  const chatList = useQuery(query(chats.list, {}))
  const subjects = useQuery({ ...query(lessons.list, { course_id }), enabled })
  const classFiles = useQuery({ ...query(files.list, { course_id }), enabled })
  // Other classes may wait if the rate limit is reached.
  const getPriority = (id: number) => (id === currentClassId ? {} : ({ priority: 'background' } as const))
  const homeworkLists = useQueries({
    queries: classes.list.map(({ id }) => query(homework.list, { course_id: id }, getPriority(id))),
    combine: toProgress<Homework>,
  })
  const memberLists = useQueries({
    queries: classes.list.map(({ id }) => query(courses.members, { course_id: id }, getPriority(id))),
    combine: toProgress<Member>,
  })

  const { list: classList } = classes
  const allHomework = useMemo(
    () =>
      classList.flatMap((knownClass, index) =>
        (homeworkLists[index]?.data?.rows ?? emptyList).map(task => ({ knownClass, task })),
      ),
    [classList, homeworkLists],
  )

  const members = useMemo(
    () => new Map(classList.map(({ id }, index) => [id, memberLists[index]?.data?.rows ?? emptyList])),
    [classList, memberLists],
  )

  const toSources = (kind: SearchedKind, lists: readonly Progress[]): Source[] =>
    lists.map((progress, index) => ({ kind, progress, knownClass: classList[index] }))
  const sources: Source[] = [
    ...toSources('homework', homeworkLists),
    { kind: 'chats', progress: chatList },
    { kind: 'files', progress: classFiles },
    ...toSources('people', memberLists),
    { kind: 'subjects', progress: subjects },
  ]
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
    /** By class ID. Lacks classes that the user can't read. */
    members,
    subjects: subjects.data?.rows ?? emptyList,
    files: classFiles.data?.rows ?? emptyList,
    homework: allHomework,
    /** Kinds that may get more entries. Outdated data counts until it has been fetched once. */
    loading: new Set<SearchedKind>([
      ...sources
        .filter(({ progress }) => progress.isFetching && !progress.isFetchedAfterMount)
        .map(({ kind }) => kind),
      ...(isLoadingNames ? (['classes'] as const) : []),
      ...(user.isPending ? (['actions'] as const) : []),
    ]),
    /** Failed requests without any cached data. */
    failed: sources.filter(
      ({ progress: { isError, isFetching, data } }) => isError && !isFetching && data === undefined,
    ),
  }
}

/** Defined outside the hook, so that the result stays the same object while no list changes. */
const toProgress = <Row>(results: UseQueryResult<{ rows: readonly Row[] }>[]) =>
  results.map(({ isFetching, isFetchedAfterMount, isError, data }) => ({
    isFetching,
    isFetchedAfterMount,
    isError,
    data,
  }))

export type SearchData = ReturnType<typeof useSearchData>

const emptyList: readonly never[] = []
