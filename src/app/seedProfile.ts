import { keyOf } from '../api/cache/query.ts'
import type { Api } from '../api/createApi.ts'
import { me } from '../contract/me.ts'
import type { Session } from '../session/session.ts'

/**
 * Puts the role that the session knows into the cache, so that a page opens without a request for the profile. The cache
 * refetches it later, as any other data. Returns a function that stops this.
 */
export function seedProfile(session: Session, { queryClient }: Pick<Api, 'queryClient'>): () => void {
  const key = keyOf(me.get, {})
  const seed = () => {
    const state = session.state()
    if (state.kind !== 'signedIn' || !state.user.role || queryClient.getQueryData(key)) return
    const { id, name, role } = state.user
    queryClient.setQueryData(key, {
      ...{ id, is_teacher: role === 'teacher', is_student: role === 'pupil' },
      ...(name !== undefined && { name }),
    })
  }
  seed()
  return session.subscribe(seed)
}
