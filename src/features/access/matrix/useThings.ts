import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { chats } from '../../../contract/chats.ts'
import { files } from '../../../contract/files.ts'
import { homework } from '../../../contract/homework.ts'
import { lessons } from '../../../contract/lessons.ts'
import { dayOf } from '../../../lib/schoolTime.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import {
  chatThings,
  homeworkThings,
  subjectThings,
  type ThingGroup,
  type ThingKind,
  topFileThings,
  withSeenFiles,
} from './things.ts'

export type Things = {
  groups: readonly ThingGroup[]
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

  const groups = useMemo(
    () =>
      [
        { kind: 'subject' as const, entries: ofSubjects },
        { kind: 'chat' as const, entries: ofChats },
        { kind: 'homework' as const, entries: ofHomework.things },
        { kind: 'file' as const, entries: ofFiles },
      ].filter(({ entries }) => entries.length > 0),
    [ofSubjects, ofChats, ofHomework, ofFiles],
  )
  const states = kinds.map(kind => ({ kind, ...lists[kind] }))
  return {
    groups,
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
const kinds = ['subject', 'chat', 'homework', 'file'] as const
const isKind = (error: unknown, ...named: ApiError['kind'][]) =>
  error instanceof ApiError && named.includes(error.kind)
