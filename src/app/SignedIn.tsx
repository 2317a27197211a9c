import { type ReactNode, useEffect, useState } from 'react'
import { ChatSyncProvider } from '../features/chats/sync/ChatSyncContext.ts'
import { type OpenOutbox, OutboxProvider } from '../outbox/OutboxContext.ts'
import { PersonProvider } from '../ui/Person.tsx'
import { PersonStorageProvider } from '../ui/PersonStorage.tsx'
import { type AppParts, useApp, useSessionState, useSettings } from './AppContext.tsx'
import { usePersonChatSync } from './chatSync.ts'
import * as lateParts from './lateParts.ts'
import { onePerPerson } from './openLate.ts'
import { createPersonOutbox, type PersonOutbox } from './openOutbox.ts'
import * as screens from './screens.ts'
import { OverlaysProvider } from './shell/Overlays.tsx'
import { Shell } from './shell/Shell.tsx'

/**
 * The shell for whoever is signed in. When the session ends it stays mounted under the sign-in, and the same person
 * goes on in it; for anybody else the key makes everything new (cases 21).
 */
export function SignedIn() {
  const state = useSessionState()
  const { sharedComputer } = useSettings()
  const { demo } = useApp()
  useEffect(() => {
    const timer = setTimeout(() => fetchAhead(demo ? screens.demoSignIn : screens.signIn), 2000)
    return () => clearTimeout(timer)
  }, [demo])
  if (!('user' in state)) return null
  return (
    <PersonProvider key={state.user.id} value={state.user}>
      <PersonStorageProvider passing={sharedComputer}>
        <Outbox userId={state.user.id}>
          <PersonChatSync userId={state.user.id}>
            <OverlaysProvider covered={state.kind === 'ended'}>
              <Shell />
              {state.kind === 'ended' && <lateParts.SessionEnded ended={state} />}
            </OverlaysProvider>
          </PersonChatSync>
        </Outbox>
      </PersonStorageProvider>
    </PersonProvider>
  )
}

function Outbox({ userId, children }: { userId: number; children: ReactNode }) {
  return <OutboxProvider value={usePersonOutbox(userId)}>{children}</OutboxProvider>
}

function PersonChatSync({ userId, children }: { userId: number; children: ReactNode }) {
  return <ChatSyncProvider value={usePersonChatSync(userId)}>{children}</ChatSyncProvider>
}

/** Two of them in one page would wait for each other's turn to send. */
const outboxOf = onePerPerson<AppParts, PersonOutbox>()

/** What waited since the last visit goes out once the first screen stands, ms. */
const afterFirstScreen = 2000

/** The outbox of the person below, for as long as they are here. */
function usePersonOutbox(userId: number): OpenOutbox {
  const parts = useApp()
  const [outbox] = useState(() =>
    outboxOf(parts, userId, () => createPersonOutbox(parts, userId, parts.outbox)),
  )
  useEffect(() => {
    const timer = setTimeout(() => outbox.open().catch(() => undefined), afterFirstScreen)
    // What is deleted must not be written again; what stays for their return is stored to the last letter.
    const unsubscribe = parts.session.onWipe(reason =>
      reason === 'signedOut' ? outbox.abandon() : outbox.stop(),
    )
    return () => {
      clearTimeout(timer)
      unsubscribe()
      outbox.stop()
    }
  }, [outbox, parts])
  return outbox.open
}

/**
 * Fetches what a person may need next while there still is a network: without one, the menus must open, an error must
 * find its words, and signing out must lead somewhere. To be called once the first screen stands.
 */
const fetchAhead = (signIn: screens.Screen): Promise<unknown> =>
  Promise.allSettled([
    ...Object.values(lateParts).map(part => part.fetchAhead()),
    import('../features/timetable/DayTimeline.tsx'),
    ...[signIn, screens.homework, screens.files, screens.chats].map(({ Component }) => Component()),
  ])
