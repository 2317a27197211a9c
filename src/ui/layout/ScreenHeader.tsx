import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** An action that a screen adds to the bar: a button on computers, an entry of the "more" menu on phones. */
export type ScreenAction = {
  id: string
  label: string
  icon: ReactNode
  run?: (() => void) | undefined
  /** Path. Makes the action a link instead of a button. */
  to?: string | undefined
  /** Router state of the link. */
  state?: unknown
  /** Shorter label for phones, with `variant: 'filled'`. It must be part of the label. */
  shortLabel?: string | undefined
  /** `filled` stays visible on phones; at most one. An action without variant and count has no border. */
  variant?: 'filled' | 'default' | undefined
  /** Number of affected items, shown after the label. */
  count?: number | undefined
  disabled?: boolean | undefined
  /** On phones, keeps the icon in the bar. `find` also moves the app-wide search from the bar to the "more" menu. */
  phone?: 'icon' | 'find' | undefined
}

/** One of the views between which a screen switches. Each has its own address. */
export type ScreenView = { label: string; to: string; isCurrent: boolean }

export type ScreenHeading = {
  title: string
  /** Title of the browser tab, before the class and the app name. Default: `title`. */
  documentTitle?: string | undefined
  /** Page above this one, shown as a link before the title. */
  parent?: { label: string; to: string } | undefined
  /** On phones, the page the user came from, in place of the class. */
  back?: { label: string; to: string } | undefined
  /** On phones, shown next to the class in place of the age of the data, unless there is a network problem. */
  note?: string | undefined
  views?: readonly ScreenView[] | undefined
  actions?: readonly ScreenAction[] | undefined
}

/** Stores the heading of the current screen for the bar of the shell. */
export type HeadingStore = StoreApi<ScreenHeading>

export const createHeadingStore = (): HeadingStore => createStore<ScreenHeading>(() => ({ title: '' }))

export const HeadingContext = createContext<HeadingStore | undefined>(undefined)

/**
 * Sets the title, actions and document title of a screen. The bar of the shell shows them. Every screen renders one.
 */
export function ScreenHeader(heading: ScreenHeading) {
  const { title, documentTitle, parent, back, note, views, actions } = heading
  const store = use(HeadingContext)
  // Before paint, so that the bar never shows the title of the previous screen.
  useLayoutEffect(() => {
    store?.setState({ title, documentTitle, parent, back, note, views, actions }, true)
  }, [store, title, documentTitle, parent, back, note, views, actions])
  return null
}
