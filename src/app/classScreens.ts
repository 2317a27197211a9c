import { IconBook2, IconCalendarWeek, IconFolder, IconKey, IconMessage } from '@tabler/icons-react'
import { paths } from './paths.ts'

/** The screens of the rail and the bottom bar, in their order. One entry makes a screen reachable. */
export const classScreens = [
  { name: 'timetable', icon: IconCalendarWeek, path: (courseId: number) => paths.timetable(courseId) },
  { name: 'homework', icon: IconBook2, path: (courseId: number) => paths.homework(courseId) },
  // Of no class: a person's chats are the same whichever class they look at.
  { name: 'chats', icon: IconMessage, path: () => paths.chats() },
  { name: 'files', icon: IconFolder, path: (courseId: number) => paths.files(courseId) },
  { name: 'access', icon: IconKey, path: (courseId: number) => paths.accessMatrix(courseId) },
] as const
