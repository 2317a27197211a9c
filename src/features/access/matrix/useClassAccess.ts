import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { courses } from '../../../contract/courses.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { type Lesson, lessons } from '../../../contract/lessons.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { dayOf } from '../../../lib/schoolTime.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import type { MatrixAddress } from './accessLoader.ts'
import { createGrantStore, type Grants } from './grantStore.ts'
import {
  type Matrix,
  matrixFacts,
  membersOf,
  narrowed,
  peopleOf,
  type ResourceAccess,
} from './matrixModel.ts'
import { createPrefetchQueue, type PrefetchQueue } from './prefetchQueue.ts'
import {
  chatResources,
  homeworkResources,
  type Resource,
  resourceKinds,
  subjectResources,
  topFileResources,
  withSeenFiles,
} from './resources.ts'

const none: readonly never[] = []
const listKinds = ['people', ...resourceKinds] as const
const isKind = (error: unknown, ...named: ApiError['kind'][]) =>
  error instanceof ApiError && named.includes(error.kind)

/** Returns all content of a class, all people with access, and the filtered part of both. */
export function useClassAccess(
  course_id: number,
  { find, kind, onlyOneAdmin, older }: MatrixAddress,
  language: string,
) {
  const client = useQueryClient()
  const collator = useMemo(() => new Intl.Collator(language, { numeric: true }), [language])
  const [store] = useState(() => createGrantStore(client))
  const grants = useSyncExternalStore(store.subscribe, store.get)
  const lists = {
    people: useQuery(query(courses.members, { course_id })),
    subject: useQuery(query(lessons.list, { course_id })),
    chat: useQuery(query(chats.list, {})),
    homework: useQuery(query(homework.list, { course_id })),
    file: useQuery(query(files.list, { course_id })),
  }
  const states = listKinds.map(of => ({ kind: of, ...lists[of] }))
  const loading = states.some(({ data, error }) => !data && !error)
  const resources = useResources(lists, grants, older, collator)
  const memberRows = lists.people.data?.rows ?? none
  const members = useMemo(() => membersOf(memberRows, language), [memberRows, language])
  const access = useMemo(() => withUnasked(grants.access, resources.all), [grants.access, resources.all])
  const all = useMemo((): Matrix => {
    const known = resources.all.flatMap(({ key }) => {
      const found = access.get(key)
      return found?.state === 'known' ? [found] : []
    })
    return { people: peopleOf(members, known, language), resources: resources.all }
  }, [members, access, resources.all, language])
  const shown = useMemo(
    () => narrowed(all, access, { find, kind, onlyOneAdmin }),
    [all, access, find, kind, onlyOneAdmin],
  )
  const wanted = useMemo(
    // Shown resources are fetched first.
    () => (loading ? [] : [...new Set([...shown.resources, ...all.resources])]),
    [loading, shown.resources, all.resources],
  )
  const asking = useAsking(wanted)
  const failed = states.flatMap(({ kind: of, error, refetch }) =>
    error && !isKind(error, 'unsupported', 'signedOut') ? [{ kind: of, error, refetch }] : [],
  )
  return {
    loading,
    grants,
    access,
    all,
    shown,
    asking,
    facts: matrixFacts(all, access),
    /** Number of homework entries that were due long ago, shown or not. */
    older: resources.older,
    /** Lists that could not be loaded. `unsupported` are those that the service does not have. */
    failed,
    unsupported: states
      .filter(({ data, error }) => !data && isKind(error, 'unsupported'))
      .map(({ kind: of }) => of),
    /** Number of entries in the lists that could not be read. */
    unreadable: states.reduce((sum, { data }) => sum + (data?.unreadable ?? 0), 0),
    retry: () => {
      for (const { refetch } of failed) void refetch()
      asking.again()
    },
  }
}

export type ClassAccess = ReturnType<typeof useClassAccess>

type Loaded<Row> = { data: { rows: readonly Row[] } | undefined }
type Lists = {
  subject: Loaded<Lesson>
  chat: Loaded<Chat>
  homework: Loaded<Homework>
  file: Loaded<ClassFile>
}

/** Returns the columns: content of a class whose access can be shown. */
function useResources(lists: Lists, grants: Grants, older: boolean, collator: Intl.Collator) {
  const reader = useCurrentUser()
  const { timeZone } = useSchoolTime()
  const today = dayOf(useNow(), timeZone)
  const subjects = lists.subject.data?.rows ?? none
  const chatRows = lists.chat.data?.rows ?? none
  const tasks = lists.homework.data?.rows ?? none
  const fileRows = lists.file.data?.rows ?? none
  // Joined to a string, so that access to other content creates no new columns.
  const seenFiles = [...grants.access.keys()].filter(key => key.startsWith('file_id.')).join(' ')

  const ofSubjects = useMemo(() => subjectResources(subjects, collator), [subjects, collator])
  const ofChats = useMemo(() => chatResources(chatRows, reader, collator), [chatRows, reader, collator])
  const ofHomework = useMemo(
    () => homeworkResources(tasks, subjects, { today, timeZone, all: older }),
    [tasks, subjects, today, timeZone, older],
  )
  const topFiles = useMemo(() => topFileResources(fileRows, collator), [fileRows, collator])
  const ofFiles = useMemo(
    () => withSeenFiles(topFiles, fileRows, seenFiles.split(' ').filter(Boolean)),
    [topFiles, fileRows, seenFiles],
  )
  const all = useMemo(
    () => [...ofSubjects, ...ofChats, ...ofHomework.resources, ...ofFiles],
    [ofSubjects, ofChats, ofHomework, ofFiles],
  )
  return { all, older: ofHomework.older }
}

const hidden = { state: 'hidden' } as const
const unasked = { state: 'unasked' } as const

/**
 * Adds the resources whose access is not requested, with what their lists say. Access that was loaded in the drawer
 * remains.
 */
function withUnasked(
  access: ReadonlyMap<string, ResourceAccess>,
  resources: readonly Resource[],
): ReadonlyMap<string, ResourceAccess> {
  const closed = resources.filter(({ key, seesAccess }) => seesAccess !== true && !access.has(key))
  if (closed.length === 0) return access
  const all = new Map(access)
  for (const { key, seesAccess } of closed) all.set(key, seesAccess === false ? hidden : unasked)
  return all
}

/** Fetches `wanted` in this order while the component is mounted. */
function useAsking(wanted: readonly Resource[]): PrefetchQueue {
  const client = useQueryClient()
  const [asking] = useState(() => createPrefetchQueue(client))
  useEffect(() => {
    asking.want(wanted)
  }, [asking, wanted])
  useEffect(
    () => () => {
      asking.want([])
      asking.show([])
    },
    [asking],
  )
  return asking
}
