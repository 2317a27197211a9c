import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Candidate } from './candidate.ts'

/** An app of nothing but React, which shows the given screen when told to. */
export function emptyApp(screen: () => ReactNode): Pick<Candidate, 'start' | 'show'> {
  let show = () => {}
  function EmptyApp() {
    const [shown, setShown] = useState(false)
    show = () => setShown(true)
    return shown ? screen() : <p>Not yet</p>
  }
  return { start: root => createRoot(root).render(<EmptyApp />), show: () => show() }
}
