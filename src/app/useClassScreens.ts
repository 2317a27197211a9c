import { IconBook2, IconCalendarWeek, IconFolder, IconKey, IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { isPupil, me } from '../contract/me.ts'
import { paths } from './paths.ts'

/** The screens of the rail and the bottom bar, in their order. One entry makes a screen reachable. */
const classScreens = [
  { name: 'timetable', icon: IconCalendarWeek, path: (courseId: number) => paths.timetable(courseId) },
  { name: 'homework', icon: IconBook2, path: (courseId: number) => paths.homework(courseId) },
  // Of no class: a person's chats are the same whichever class they look at.
  { name: 'chats', icon: IconMessage, path: () => paths.chats() },
  { name: 'files', icon: IconFolder, path: (courseId: number) => paths.files(courseId) },
  { name: 'access', icon: IconKey, path: (courseId: number) => paths.accessMatrix(courseId) },
] as const

type ClassScreen = (typeof classScreens)[number]

/** Without what is for teachers, where the person is known to be a pupil. */
export function useClassScreens(): readonly ClassScreen[] {
  const { data } = useQuery(query(me.get, {}))
  return data && isPupil(data) ? classScreens.filter(({ name }) => name !== 'access') : classScreens
}
