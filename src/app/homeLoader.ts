import { redirect } from 'react-router'
import { query } from '../api/cache/query.ts'
import { ApiError } from '../api/client/ApiError.ts'
import { me } from '../contract/me.ts'
import { paths } from '../paths.ts'
import type { AppServices } from './AppContext.tsx'

/** Loader of `/`. Redirects teachers to their day if the service has it, others to the class shown last, otherwise to the first one. */
export const createHomeLoader =
  ({ api, session, preferences }: AppServices) =>
  async (): Promise<Response | null> => {
    const state = session.state()
    if (!('user' in state)) return null
    const { lastClass, addedClasses } = preferences.getUserMemory(state.user.id)
    const [isTeacher, memberClasses] = await Promise.all([
      state.settings.extensions && fetchIsTeacher(api),
      fetchClassIds(api).catch((error: unknown) => {
        // The timetable of the last class reports the error better than an error page.
        if (lastClass === undefined) throw error
        return [lastClass]
      }),
    ])
    const classes = [...memberClasses, ...addedClasses]
    const next = lastClass !== undefined && classes.includes(lastClass) ? lastClass : classes[0]
    if (next === undefined) return null
    return redirect(isTeacher ? paths.day() : paths.timetable(next))
  }

/** Returns false if the profile is unknown. */
async function fetchIsTeacher({ queryClient }: AppServices['api']): Promise<boolean> {
  const profile = await queryClient.ensureQueryData(query(me.get, {})).catch(() => undefined)
  return profile?.is_teacher === true
}

/**
 * Returns the IDs of the user's classes, or an empty list if the service does not support or allow the request
 * (service-facts.md).
 */
async function fetchClassIds({ queryClient }: AppServices['api']): Promise<number[]> {
  try {
    const { rows } = await queryClient.ensureQueryData(query(me.memberships, {}))
    return rows.filter(row => row.is_pending !== true).map(row => row.course_id)
  } catch (error) {
    if (error instanceof ApiError && ['unsupported', 'forbidden', 'noScope'].includes(error.kind)) return []
    throw error
  }
}
