import { createContext, use, useEffect, useLayoutEffect, useRef } from 'react'
import { isSomethingFloating } from './floating.ts'
import { isComposing } from './isComposing.ts'

/** One key and what it does. `key` as in `KeyboardEvent.key`: `t`, `?`, `ArrowLeft`. */
export type Shortcut = {
  key: string
  /** Said in the list under `?`. */
  description: string
  /** Missing where a part of the screen listens itself, and the key is only to be listed. */
  run?: (event: KeyboardEvent) => void
}

/** Single-key shortcuts that are in force, the screen's before the app's. */
export type ShortcutStore = {
  add: (scope: 'app' | 'screen', shortcuts: () => readonly Shortcut[]) => () => void
  list: (scope: 'app' | 'screen') => readonly Shortcut[]
  press: (event: KeyboardEvent) => void
}

/** `enabled` is asked at every press; the person can switch single keys off (WCAG 2.1.4). */
export function createShortcutStore(enabled: () => boolean): ShortcutStore {
  const scopes = { app: new Set<() => readonly Shortcut[]>(), screen: new Set<() => readonly Shortcut[]>() }
  const list = (scope: 'app' | 'screen') => [...scopes[scope]].flatMap(shortcuts => shortcuts())
  return {
    add: (scope, shortcuts) => {
      scopes[scope].add(shortcuts)
      return () => scopes[scope].delete(shortcuts)
    },
    list,
    press: event => {
      if (!enabled() || isKeyTaken(event)) return
      if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return
      const shortcut = [...list('screen'), ...list('app')].find(({ key, run }) => run && key === event.key)
      if (!shortcut?.run) return
      event.preventDefault()
      shortcut.run(event)
    },
  }
}

const ownKeys = 'input:not([type="checkbox"]), textarea, select, [role="menu"], [role="listbox"]'

/** True in fields, and in lists and menus, which use letters and arrows themselves. */
const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(ownKeys) !== null)

export const ShortcutContext = createContext<ShortcutStore | undefined>(undefined)

/** Registers keys while the component is mounted. They rest in text fields, menus and under dialogs. */
export function useShortcuts(shortcuts: readonly Shortcut[], scope: 'app' | 'screen' = 'screen'): void {
  const store = use(ShortcutContext)
  const latest = useRef(shortcuts)
  // With what is shown: a key pressed right after must not do what it did before.
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    return store?.add(scope, () => latest.current)
  }, [store, scope])
}

/** Whether a key is not the screen's: something else used it, it is part of a word, or something floats over the screen. */
export const isKeyTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || isComposing(event) || isSomethingFloating()
