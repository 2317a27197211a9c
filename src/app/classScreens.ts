import { IconBook2, IconCalendarWeek } from '@tabler/icons-react'
import { paths } from './paths.ts'

/** The screens of a class, in the order of the rail and the bottom bar. One entry makes a screen reachable. */
export const classScreens = [
  { name: 'timetable', icon: IconCalendarWeek, path: (courseId: number) => paths.timetable(courseId) },
  { name: 'homework', icon: IconBook2, path: (courseId: number) => paths.homework(courseId) },
] as const
