import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Action in the bar: a button on computers, an entry of the "more" menu on phones. */
export type ScreenAction = {
  id: string
  label: string
  icon: ReactNode
  run?: (() => void) | undefined
  /** Path. Makes the action a link. */
  to?: string | undefined
  state?: unknown
  /** Shown on tablets if the screen has views, which leave no space for labels. Must be part of the label. */
  shortLabel?: string | undefined
  /** `filled` stays visible on phones; at most one. An action without variant and count has no border. */
  variant?: 'filled' | 'default' | undefined
  /** Shown after the label. */
  count?: number | undefined
  /** Why the action is not possible now. */
  disabledReason?: string | false | undefined
  /** On phones, `icon` stays in the bar. `find` also moves the app-wide search to the "more" menu. */
  phone?: 'icon' | 'find' | undefined
}

/** A view of the screen, with its own address. */
export type ScreenView = { label: string; to: string; isCurrent: boolean }

export type ScreenHeading = {
  title: string
  /** Title of the browser tab. Default: `title`. */
  documentTitle?: string | undefined
  /** Link before the title. */
  parent?: { label: string; to: string } | undefined
  /** On phones, link to the previous page instead of the class. */
  back?: { label: string; to: string } | undefined
  /** On phones, replaces the age of the data unless there is a network problem. */
  note?: string | undefined
  views?: readonly ScreenView[] | undefined
  actions?: readonly ScreenAction[] | undefined
}

export type HeadingStore = StoreApi<ScreenHeading>

export const createHeadingStore = (): HeadingStore => createStore<ScreenHeading>(() => ({ title: '' }))

export const HeadingContext = createContext<HeadingStore | undefined>(undefined)

/** Sets the heading in the bar of the shell. Every screen renders one. */
export function ScreenHeader(heading: ScreenHeading) {
  const { title, documentTitle, parent, back, note, views, actions } = heading
  const store = use(HeadingContext)
  // Before paint, so that the bar never shows the previous title.
  useLayoutEffect(() => {
    store?.setState({ title, documentTitle, parent, back, note, views, actions }, true)
  }, [store, title, documentTitle, parent, back, note, views, actions])
  return null
}
