import type { ReactNode, RefObject } from 'react'

/** Props of a list of people or items. */
export type PaneProps = {
  top: ReactNode
  find: { text: string; onText: (text: string) => void; field: RefObject<HTMLInputElement | null> }
  chosen: string | undefined
  to: (entry: { key: string }) => string
  /** Called when the user opens an entry. */
  onOpen: () => void
  /** Scroll position of the list, in px. */
  scrollPosition: { current: number }
  empty: ReactNode
}
