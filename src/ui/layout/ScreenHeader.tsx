import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** What a screen offers in the bar: a button on desks, an entry of the "more" menu on phones. */
export type ScreenAction = {
  id: string
  label: string
  icon: ReactNode
  run?: (() => void) | undefined
  /** A link there instead of a button. */
  to?: string | undefined
  /** What the link tells the page it leads to. */
  state?: unknown
  /** A shorter word for phones, with `primary`. It is part of the label. */
  brief?: string | undefined
  /** `filled` stays in sight on phones; at most one. Without a variant and a count it has no border. */
  variant?: 'filled' | 'default' | undefined
  /** How many it is about; said behind the label. */
  count?: number | undefined
  disabled?: boolean | undefined
  /** On phones its icon stays in the bar; `find`: in the place of the one that finds things in the whole app. */
  phone?: 'icon' | 'find' | undefined
}

/** One of the views of the same thing, between which a screen switches. Each has an address of its own. */
export type ScreenView = { label: string; to: string; current: boolean }

export type ScreenHeading = {
  title: string
  /** What the browser's tab shows before the class and the app's name; the title when left out. */
  documentTitle?: string | undefined
  /** Where this belongs to; stands before the title and leads there. */
  parent?: { label: string; to: string } | undefined
  /** On phones in the place of the class: the page from which one came here. */
  back?: { label: string; to: string } | undefined
  /** Said of the class above the title on phones, in the place of the age of the data while that is in order. */
  note?: string | undefined
  views?: readonly ScreenView[] | undefined
  actions?: readonly ScreenAction[] | undefined
}

/** Holds the heading of the screen that is shown; the shell's bar listens. */
export type HeadingStore = StoreApi<ScreenHeading>

export const createHeadingStore = (): HeadingStore => createStore<ScreenHeading>(() => ({ title: '' }))

export const HeadingContext = createContext<HeadingStore | undefined>(undefined)

/** Every screen renders one: its title, what it offers, and the document's title. Shown in the shell's bar. */
export function ScreenHeader(heading: ScreenHeading) {
  const { title, documentTitle, parent, back, note, views, actions } = heading
  const store = use(HeadingContext)
  // Before paint, so that the bar never shows the title of the screen that was left.
  useLayoutEffect(() => {
    store?.setState({ title, documentTitle, parent, back, note, views, actions }, true)
  }, [store, title, documentTitle, parent, back, note, views, actions])
  return null
}
