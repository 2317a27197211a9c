import { createContext, use, useEffect, useLayoutEffect, useRef } from 'react'
import { isComposing } from './isComposing.ts'
import { isOverlayOpen } from './overlays.ts'

export type Shortcut = {
  /** As in `KeyboardEvent.key`, or two keys that are pressed one after the other: `g d`. */
  key: string
  /** Shown in the list that `?` opens. */
  description: string
  /** Missing if a component handles the key itself. */
  run?: (event: KeyboardEvent) => void
}

/** Active single-key shortcuts. Those of the screen take precedence. */
export type ShortcutStore = {
  add: (scope: 'app' | 'screen', shortcuts: () => readonly Shortcut[]) => () => void
  list: (scope: 'app' | 'screen') => readonly Shortcut[]
  handleKeyDown: (event: KeyboardEvent) => void
}

/** Time between the two keys of a sequence, in ms. */
const maxSequencePause = 2000

/** `isEnabled` is called on every key press, because the user can switch shortcuts off (WCAG 2.1.4). */
export function createShortcutStore(isEnabled: () => boolean): ShortcutStore {
  const scopes = { app: new Set<() => readonly Shortcut[]>(), screen: new Set<() => readonly Shortcut[]>() }
  const list = (scope: 'app' | 'screen') => [...scopes[scope]].flatMap(shortcuts => shortcuts())
  let firstKey: { key: string; at: number } | undefined
  return {
    add: (scope, shortcuts) => {
      scopes[scope].add(shortcuts)
      return () => scopes[scope].delete(shortcuts)
    },
    list,
    handleKeyDown: event => {
      // Before `isKeyHandled`, which searches the whole document for an open dialog on each key.
      if (event.ctrlKey || event.metaKey || event.altKey || isConsumedByTarget(event)) return
      if (!isEnabled() || isKeyHandled(event)) return
      const shortcuts = [...list('screen'), ...list('app')].filter(({ run }) => run)
      const find = (pressed: string) => shortcuts.find(({ key }) => key === pressed)
      const isSequence = firstKey && event.timeStamp - firstKey.at < maxSequencePause
      const shortcut = (isSequence && find(`${firstKey?.key} ${event.key}`)) || find(event.key)
      const startsSequence = !shortcut && shortcuts.some(({ key }) => key.startsWith(`${event.key} `))
      firstKey = startsSequence ? { key: event.key, at: event.timeStamp } : undefined
      if (!shortcut?.run) return
      event.preventDefault()
      shortcut.run(event)
    },
  }
}

const keyConsumerSelector = 'input:not([type="checkbox"]), textarea, select, [role="menu"], [role="listbox"]'

/** Whether the focused element uses the key itself. A radio button uses arrow keys and Space, but no letters. */
function isConsumedByTarget({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.matches('input[type="radio"]')) return key === ' ' || key.startsWith('Arrow')
  return target.isContentEditable || target.closest(keyConsumerSelector) !== null
}

export const ShortcutContext = createContext<ShortcutStore | undefined>(undefined)

/** Registers shortcuts while mounted. They are inactive in text fields, in menus and under dialogs. */
export function useShortcuts(shortcuts: readonly Shortcut[], scope: 'app' | 'screen' = 'screen'): void {
  const store = use(ShortcutContext)
  const latest = useRef(shortcuts)
  // In a layout effect, so that a key pressed right after a render runs the new action.
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    return store?.add(scope, () => latest.current)
  }, [store, scope])
}

/** Whether a key was handled, belongs to a composition, or is for an open dialog or menu. */
export const isKeyHandled = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || isComposing(event) || isOverlayOpen()
