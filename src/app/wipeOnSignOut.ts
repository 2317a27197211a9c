import type { Api } from '../api/createApi.ts'
import { deleteDelivery, getDatabaseName } from '../delivery/storage/databaseName.ts'
import type { Session } from '../session/session.ts'
import { setAppBadge } from './appBadge.ts'
import { getDraftKey } from './openDelivery.ts'
import type { Preferences } from './preferences.ts'

/**
 * Deletes the cache and the stored data of a user who signs out or is replaced by another one, in every tab (rule 12).
 * If another user signs in over the session, drafts stay encrypted until their author returns (rules 21, 45).
 */
export function wipeOnSignOut(
  session: Session,
  api: Api,
  preferences: Preferences,
  indexedDB: IDBFactory | undefined,
): () => void {
  let current: { userId: number; name: string } | undefined
  // Computed in advance: a sign-out removes the key, and the database must be deleted immediately.
  const updateDatabaseName = async () => {
    const state = session.state()
    const key = getDraftKey(session)
    if (!key || !('user' in state)) return
    const { id: userId } = state.user
    const name = await getDatabaseName(userId, key).catch(() => undefined)
    if (name) current = { userId, name }
  }
  void updateDatabaseName()
  const unsubscribe = session.subscribe(() => {
    void updateDatabaseName()
    // The badge of an earlier visit remains on the icon.
    if (session.state().kind === 'signedOut') setAppBadge(0)
  })
  const stopWiping = session.onWipe((reason, user) => {
    api.forget()
    setAppBadge(0)
    preferences.forget(user.id)
    // The screens unmount after this, and a timetable stores its last state then.
    setTimeout(() => {
      const state = session.state()
      if (!('user' in state && state.user.id === user.id)) preferences.forget(user.id)
    })
    if (reason === 'otherUser') return
    return deleteDelivery(user.id, () => indexedDB, current?.userId === user.id ? current.name : undefined)
  })
  return () => {
    unsubscribe()
    stopWiping()
  }
}
