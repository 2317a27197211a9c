import { useEffect, useState } from 'react'
import type { OpenOutbox } from '../outbox/OutboxContext.ts'
import { useApp } from './AppContext.tsx'
import { createPersonOutbox } from './openOutbox.ts'

/** What waited since the last visit goes out once the first screen stands, ms. */
const afterFirstScreen = 2000

/** The outbox of the person below, for as long as they are here. */
export function usePersonOutbox(userId: number): OpenOutbox {
  const parts = useApp()
  const [outbox] = useState(() => createPersonOutbox(parts, userId, parts.outbox))
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
