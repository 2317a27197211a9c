import { IconBook2, IconCalendarWeek, IconFolder, IconKey, IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { redirect } from 'react-router'
import { query } from '../api/cache/query.ts'
import { ApiError } from '../api/client/ApiError.ts'
import { isPupil, me } from '../contract/me.ts'
import { paths } from '../paths.ts'
import type { AppParts } from './AppContext.tsx'

/**
 * The loader of `/`: on to the class shown last, else to the first one; with no class the page itself shows how to add
 * one.
 */
export const goHome =
  ({ api, session, preferences }: AppParts) =>
  async (): Promise<Response | null> => {
    const state = session.state()
    if (!('user' in state)) return null
    const { lastClass, addedClasses } = preferences.person(state.user.id)
    const own = await memberships(api).catch((error: unknown) => {
      // The class shown last is a better place for bad news than an error page.
      if (lastClass === undefined) throw error
      return [lastClass]
    })
    const classes = [...own, ...addedClasses]
    const next = lastClass !== undefined && classes.includes(lastClass) ? lastClass : classes[0]
    return next === undefined ? null : redirect(paths.timetable(next))
  }

/** Ids of the person's classes; none where the service can't or may not tell (service-facts.md). */
async function memberships({ queryClient }: AppParts['api']): Promise<number[]> {
  try {
    const { rows } = await queryClient.ensureQueryData(query(me.memberships, {}))
    return rows.filter(row => row.is_pending !== true).map(row => row.course_id)
  } catch (error) {
    if (error instanceof ApiError && ['unsupported', 'forbidden', 'noScope'].includes(error.kind)) return []
    throw error
  }
}

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
