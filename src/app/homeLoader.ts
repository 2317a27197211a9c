import { redirect } from 'react-router'
import { query } from '../api/cache/query.ts'
import { ApiError } from '../api/client/ApiError.ts'
import { me } from '../contract/me.ts'
import { paths } from '../paths.ts'
import type { AppServices } from './AppContext.tsx'

/** Loader of `/`. Redirects to the last class shown, otherwise to the first one. */
export const createHomeLoader =
  ({ api, session, preferences }: AppServices) =>
  async (): Promise<Response | null> => {
    const state = session.state()
    if (!('user' in state)) return null
    const { lastClass, addedClasses } = preferences.getUserMemory(state.user.id)
    const memberClasses = await fetchClassIds(api).catch((error: unknown) => {
      // The timetable of the last class reports the error better than an error page.
      if (lastClass === undefined) throw error
      return [lastClass]
    })
    const classes = [...memberClasses, ...addedClasses]
    const next = lastClass !== undefined && classes.includes(lastClass) ? lastClass : classes[0]
    return next === undefined ? null : redirect(paths.timetable(next))
  }

/** Returns the IDs of the user's classes, or none if the service does not support or allow the request (service-facts.md). */
async function fetchClassIds({ queryClient }: AppServices['api']): Promise<number[]> {
  try {
    const { rows } = await queryClient.ensureQueryData(query(me.memberships, {}))
    return rows.filter(row => row.is_pending !== true).map(row => row.course_id)
  } catch (error) {
    if (error instanceof ApiError && ['unsupported', 'forbidden', 'noScope'].includes(error.kind)) return []
    throw error
  }
}
