import type { Api } from '../api/createApi.ts'
import { databaseName, deleteOutbox } from '../outbox/storage/outboxName.ts'
import type { Session } from '../session/session.ts'
import { draftKeyOf } from './openOutbox.ts'
import type { Preferences } from './preferences.ts'

/**
 * When a person goes, what was loaded and kept for them goes too, in every tab (cases 12). What they typed only when
 * they sign out: when somebody else signs in over their session, or is about to, it stays, sealed, until they come back
 * (cases 21, 45).
 */
export function wipeOnSignOut(
  session: Session,
  api: Api,
  preferences: Preferences,
  indexedDB: IDBFactory | undefined,
): () => void {
  let current: { userId: number; name: string } | undefined
  // The key is gone when its person is, and its name is needed at once then.
  const learn = async () => {
    const state = session.state()
    const key = draftKeyOf(session)
    if (!key || !('user' in state)) return
    const { id: userId } = state.user
    const name = await databaseName(userId, key).catch(() => undefined)
    if (name) current = { userId, name }
  }
  void learn()
  const unsubscribe = session.subscribe(() => void learn())
  const stopWiping = session.onWipe((reason, user) => {
    api.forget()
    preferences.forget(user.id)
    // The screens close after this, and a timetable that closes notes what was seen of it.
    setTimeout(() => {
      const state = session.state()
      if (!('user' in state && state.user.id === user.id)) preferences.forget(user.id)
    })
    if (reason === 'otherUser') return
    return deleteOutbox(user.id, () => indexedDB, current?.userId === user.id ? current.name : undefined)
  })
  return () => {
    unsubscribe()
    stopWiping()
  }
}
