import type { Api } from '../api/createApi.ts'
import { deleteOutbox } from '../outbox/outboxName.ts'
import type { Session } from '../session/session.ts'
import type { Preferences } from './preferences.ts'

/** When a person goes, what was loaded and kept for them goes too, in every tab (cases 12). */
export function wipeOnSignOut(
  session: Session,
  api: Api,
  preferences: Preferences,
  indexedDB: IDBFactory | undefined,
): () => void {
  return session.onWipe((_reason, user) => {
    api.queryClient.clear()
    preferences.forget(user.id)
    // The screens close after this, and a timetable that closes notes what was seen of it.
    setTimeout(() => {
      const state = session.state()
      if (!('user' in state && state.user.id === user.id)) preferences.forget(user.id)
    })
    return deleteOutbox(user.id, () => indexedDB)
  })
}
