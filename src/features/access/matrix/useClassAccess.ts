import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { chats } from '../../../contract/chats.ts'
import { courses } from '../../../contract/courses.ts'
import { files } from '../../../contract/files.ts'
import { homework } from '../../../contract/homework.ts'
import { lessons } from '../../../contract/lessons.ts'
import { dayOf } from '../../../lib/schoolTime.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import type { MatrixAddress } from './accessLoader.ts'
import { createGrantStore, type Grants } from './grantStore.ts'
import {
  type Matrix,
  type MatrixPerson,
  matrixFacts,
  membersOf,
  narrowed,
  peopleOf,
  type ThingAccess,
} from './matrixModel.ts'
import { type Asking, createPrefetchQueue } from './prefetchQueue.ts'
import {
  chatThings,
  homeworkThings,
  subjectThings,
  type Thing,
  type ThingKind,
  thingKinds,
  topFileThings,
  withSeenFiles,
} from './resources.ts'

/** Everything of a class that access can be given to, everybody who has it, and the part of both that is shown. */
export function useClassAccess(courseId: number, address: MatrixAddress, collator: Intl.Collator) {
  const people = useMembers(courseId, collator)
  const grants = useGrants()
  const seenFiles = [...grants.access.keys()].filter(key => key.startsWith('file_id.')).join(' ')
  const things = useThings({ courseId, older: address.older, seenFiles, collator })
  const loading = people.loading || things.loading.length > 0

  const { members } = people
  const access = useMemo(() => withUnasked(grants.access, things.all), [grants.access, things.all])
  const all = useMemo((): Matrix => {
    const known = things.all.flatMap(({ key }) => {
      const found = access.get(key)
      return found?.state === 'known' ? [found] : []
    })
    return { people: peopleOf(members, known, collator), things: things.all }
  }, [members, access, things.all, collator])
  const { find, kind, onlyOneAdmin } = address
  const shown = useMemo(
    () => narrowed(all, access, { find, kind, onlyOneAdmin }),
    [all, access, find, kind, onlyOneAdmin],
  )
  const wanted = useMemo(
    // What the filter shows goes before the rest.
    () => (loading ? [] : [...new Set([...shown.things, ...all.things])]),
    [loading, shown.things, all.things],
  )
  const asking = useAsking(wanted)
  return {
    loading,
    things,
    people,
    grants,
    access,
    all,
    shown,
    facts: matrixFacts(all, access),
    asking,
    retry: () => {
      things.retry()
      if (people.error) people.retry()
      asking.again()
    },
  }
}

const hidden = { state: 'hidden' } as const
const unasked = { state: 'unasked' } as const

/** With what the lists tell of things that nothing is asked about. What was learned all the same, in the drawer, stands. */
function withUnasked(
  access: ReadonlyMap<string, ThingAccess>,
  things: readonly Thing[],
): ReadonlyMap<string, ThingAccess> {
  const closed = things.filter(({ key, seesAccess }) => seesAccess !== true && !access.has(key))
  if (closed.length === 0) return access
  const all = new Map(access)
  for (const { key, seesAccess } of closed) all.set(key, seesAccess === false ? hidden : unasked)
  return all
}

/** The people of a class. `unsupported`: this service does not list them. */
function useMembers(courseId: number, collator: Intl.Collator) {
  const { data, error, refetch } = useQuery(query(courses.members, { course_id: courseId }))
  const unsupported = !data && error instanceof ApiError && error.kind === 'unsupported'
  const signedOut = error instanceof ApiError && error.kind === 'signedOut'
  const members = useMemo(
    (): readonly MatrixPerson[] => membersOf(data?.rows ?? [], collator),
    [data, collator],
  )
  return {
    members,
    unsupported,
    unreadable: data?.unreadable ?? 0,
    loading: !data && !error,
    error: unsupported || signedOut ? null : error,
    retry: () => void refetch(),
  }
}

/** What is known about access, whoever asked for it. */
function useGrants(): Grants {
  const client = useQueryClient()
  const [store] = useState(() => createGrantStore(client))
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Asks for `wanted` one after another while the screen is there. */
function useAsking(wanted: readonly Thing[]): Asking {
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

export type Things = {
  all: readonly Thing[]
  /** Homework that was due long ago, shown or not. */
  older: number
  /** Kinds whose list is not here yet, could not be loaded, or is none of this service's. */
  loading: readonly ThingKind[]
  failed: readonly { kind: ThingKind; error: Error }[]
  unsupported: readonly ThingKind[]
  /** Entries of the lists that could not be read. */
  unreadable: number
  retry: () => void
}

type Asked = {
  courseId: number
  older: boolean
  /** Keys of files whose access was looked at, joined by spaces. */
  seenFiles: string
  collator: Intl.Collator
}

/** The content of a class whose access can be shown: the columns. */
export function useThings({ courseId, older, seenFiles, collator }: Asked): Things {
  const reader = usePerson()
  const { timeZone } = useSchoolTime()
  const today = dayOf(useNow(), timeZone)
  const course_id = courseId
  const lists = {
    subject: useQuery(query(lessons.list, { course_id })),
    chat: useQuery(query(chats.list, {})),
    homework: useQuery(query(homework.list, { course_id })),
    file: useQuery(query(files.list, { course_id })),
  }
  const subjectRows = lists.subject.data?.rows ?? none
  const chatRows = lists.chat.data?.rows ?? none
  const homeworkRows = lists.homework.data?.rows ?? none
  const fileRows = lists.file.data?.rows ?? none

  const ofSubjects = useMemo(() => subjectThings(subjectRows, collator), [subjectRows, collator])
  const ofChats = useMemo(() => chatThings(chatRows, reader, collator), [chatRows, reader, collator])
  const ofHomework = useMemo(() => {
    return homeworkThings(homeworkRows, subjectRows, { today, timeZone, all: older })
  }, [homeworkRows, subjectRows, today, timeZone, older])
  const topFiles = useMemo(() => topFileThings(fileRows, collator), [fileRows, collator])
  const ofFiles = useMemo(
    () => withSeenFiles(topFiles, fileRows, seenFiles.split(' ').filter(Boolean)),
    [topFiles, fileRows, seenFiles],
  )

  const all = useMemo(
    () => [...ofSubjects, ...ofChats, ...ofHomework.things, ...ofFiles],
    [ofSubjects, ofChats, ofHomework, ofFiles],
  )
  const states = thingKinds.map(kind => ({ kind, ...lists[kind] }))
  return {
    all,
    older: ofHomework.older,
    loading: states.filter(({ data, error }) => !data && !error).map(({ kind }) => kind),
    failed: states.flatMap(({ kind, error }) =>
      error && !isKind(error, 'unsupported', 'signedOut') ? [{ kind, error }] : [],
    ),
    unsupported: states
      .filter(({ data, error }) => !data && isKind(error, 'unsupported'))
      .map(({ kind }) => kind),
    unreadable: states.reduce((sum, { data }) => sum + (data?.unreadable ?? 0), 0),
    retry: () => {
      for (const { error, refetch } of states) if (error) void refetch()
    },
  }
}

const none: readonly never[] = []
const isKind = (error: unknown, ...named: ApiError['kind'][]) =>
  error instanceof ApiError && named.includes(error.kind)
