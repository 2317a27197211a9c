import { createContext, type ReactNode, use, useLayoutEffect } from 'react'

/** What a screen offers in the bar: a quiet button on desks, an entry of the "more" menu on phones. */
export type ScreenAction = { id: string; label: string; icon: ReactNode; run: () => void }

export type ScreenHeading = {
  title: string
  /** What the browser's tab shows before the class and the app's name; the title when left out. */
  documentTitle?: string | undefined
  actions?: readonly ScreenAction[] | undefined
}

/** Holds the heading of the screen that is shown; the shell's bar listens. */
export type HeadingStore = {
  set: (heading: ScreenHeading) => void
  get: () => ScreenHeading
  subscribe: (listener: () => void) => () => void
}

export function createHeadingStore(): HeadingStore {
  let heading: ScreenHeading = { title: '' }
  const listeners = new Set<() => void>()
  return {
    set: next => {
      heading = next
      for (const listener of listeners) listener()
    },
    get: () => heading,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const HeadingContext = createContext<HeadingStore | undefined>(undefined)

export function HeadingProvider({ store, children }: { store: HeadingStore; children: ReactNode }) {
  return <HeadingContext value={store}>{children}</HeadingContext>
}

/** Every screen renders one: its title, what it offers, and the document's title. Shown in the shell's bar. */
export function ScreenHeader({ title, documentTitle, actions }: ScreenHeading) {
  const store = use(HeadingContext)
  // Before paint, so that the bar never shows the title of the screen that was left.
  useLayoutEffect(() => store?.set({ title, documentTitle, actions }), [store, title, documentTitle, actions])
  return null
}
