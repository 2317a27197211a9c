import { redirect } from 'react-router'
import { ApiError } from '../api/ApiError.ts'
import { query } from '../api/query.ts'
import { me } from '../contract/me.ts'
import type { AppParts } from './AppContext.tsx'
import { paths } from './paths.ts'

/** The loader of `/`: on to the class shown last, else to the first one; with no class the page itself shows how to add one. */
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
