import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { ChatNewsProvider } from '../features/chats/news/ChatNewsContext.ts'
import { OutboxProvider } from '../outbox/OutboxContext.ts'
import { PersonProvider } from '../ui/Person.tsx'
import { PersonStorageProvider } from '../ui/PersonStorage.tsx'
import { useSessionState, useSettings } from './AppContext.tsx'
import { usePersonChatNews } from './chatNews.ts'
import { fetchAhead } from './fetchAhead.ts'
import { loadSessionEnded } from './lateParts.ts'
import { OverlaysProvider } from './Overlays.tsx'
import { Shell } from './Shell.tsx'
import { usePersonOutbox } from './usePersonOutbox.ts'

const SessionEnded = lazy(async () => ({ default: (await loadSessionEnded()).SessionEnded }))

/**
 * The shell for whoever is signed in. When the session ends it stays mounted under the sign-in, and the same person
 * goes on in it; for anybody else the key makes everything new (cases 21).
 */
export function SignedIn() {
  const state = useSessionState()
  const { sharedComputer } = useSettings()
  useEffect(() => {
    const timer = setTimeout(fetchAhead, 2000)
    return () => clearTimeout(timer)
  }, [])
  if (!('user' in state)) return null
  return (
    <PersonProvider key={state.user.id} value={state.user}>
      <PersonStorageProvider passing={sharedComputer}>
        <Outbox userId={state.user.id}>
          <News userId={state.user.id}>
            <OverlaysProvider covered={state.kind === 'ended'}>
              <Shell />
              {state.kind === 'ended' && (
                <Suspense fallback={null}>
                  <SessionEnded ended={state} />
                </Suspense>
              )}
            </OverlaysProvider>
          </News>
        </Outbox>
      </PersonStorageProvider>
    </PersonProvider>
  )
}

function Outbox({ userId, children }: { userId: number; children: ReactNode }) {
  return <OutboxProvider value={usePersonOutbox(userId)}>{children}</OutboxProvider>
}

function News({ userId, children }: { userId: number; children: ReactNode }) {
  return <ChatNewsProvider value={usePersonChatNews(userId)}>{children}</ChatNewsProvider>
}
