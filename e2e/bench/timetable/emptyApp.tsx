import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Candidate } from './candidate.ts'

/** Creates an app that consists of React and shows the screen on demand. */
export function emptyApp(screen: () => ReactNode): Pick<Candidate, 'start' | 'show'> {
  let show = () => {}
  function EmptyApp() {
    const [shown, setShown] = useState(false)
    show = () => setShown(true)
    return shown ? screen() : <p>Not yet</p>
  }
  return { start: root => createRoot(root).render(<EmptyApp />), show: () => show() }
}
