import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import { query } from '../../../api/cache/query.ts'
import { withoutSignedOut } from '../../../api/client/ApiError.ts'
import { chats } from '../../../contract/chats.ts'
import { courses } from '../../../contract/courses.ts'
import { files } from '../../../contract/files.ts'
import { homework } from '../../../contract/homework.ts'
import { lessons } from '../../../contract/lessons.ts'
import { permissions } from '../../../contract/permissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useCurrentUser } from '../../../session/currentUser.ts'
import type { KnownPerson } from '../people/people.ts'
import { chatItems, fileItems, homeworkItems, subjectItems } from './accessItems.ts'
import { createClassAccess, type Person } from './classAccessModel.ts'

const none: readonly never[] = []
const listNames = ['people', 'subject', 'homework', 'chat', 'file'] as const

export function useClassAccess(course_id: number) {
  const language = useLocale()
  const reader = useCurrentUser()
  const { timeZone } = useSchoolTime()
  const lists = {
    people: useQuery(query(courses.members, { course_id })),
    subject: useQuery(query(lessons.list, { course_id })),
    homework: useQuery(query(homework.list, { course_id })),
    chat: useQuery(query(chats.list, {})),
    file: useQuery(query(files.list, { course_id })),
  }
  const states = listNames.map(name => ({ name, ...lists[name] }))
  const memberRows = lists.people.data?.rows ?? none
  const subjectRows = lists.subject.data?.rows ?? none
  const homeworkRows = lists.homework.data?.rows ?? none
  const chatRows = lists.chat.data?.rows ?? none
  const fileRows = lists.file.data?.rows ?? none
  const items = useMemo(() => {
    const collator = new Intl.Collator(language, { numeric: true })
    return [
      ...subjectItems(subjectRows, collator),
      ...homeworkItems(homeworkRows, subjectRows, timeZone),
      ...chatItems(chatRows, reader, collator),
      ...fileItems(fileRows, collator),
    ]
  }, [subjectRows, homeworkRows, chatRows, fileRows, reader, timeZone, language])
  const grantList = useQuery(query(permissions.ofClass, { course_id }))
  const grants = grantList.data?.rows ?? none
  const unreadable = grantList.data?.unreadable ?? 0
  const access = useMemo(
    () =>
      createClassAccess({
        ...{ courseId: course_id, members: memberRows, items, grants, language },
        isIncomplete: unreadable > 0,
      }),
    [course_id, memberRows, items, grants, unreadable, language],
  )
  const knownPeople = useMemo(() => getKnownPeople(access.people), [access])
  const failed = states.filter(({ error }) => withoutSignedOut(error))
  const error = withoutSignedOut(grantList.error)
  return {
    ...access,
    /** Without groups. */
    knownPeople,
    error,
    /** Unix ms. */
    asOf: grantList.data && grantList.dataUpdatedAt,
    /** Without the lists, the items have no names and the people no groups. */
    isLoading: grantList.isPending || states.some(list => !list.data && !list.error),
    failed: failed.flatMap(list => (list.error ? [{ name: list.name, error: list.error }] : [])),
    unreadable: states.reduce((sum, { data }) => sum + (data?.unreadable ?? 0), unreadable),
    retry: () => {
      for (const { refetch } of failed) void refetch()
      if (error) void grantList.refetch()
    },
  }
}

export type ClassAccessState = ReturnType<typeof useClassAccess>

const isTeacherByKind = { teacher: true, pupil: false, other: undefined }

const getKnownPeople = (people: readonly Person[]): ReadonlyMap<number, KnownPerson> =>
  new Map(
    people.flatMap(({ userId: id, name, kind }) =>
      id === undefined || name === '' ? [] : [[id, { id, name, isTeacher: isTeacherByKind[kind] }]],
    ),
  )
