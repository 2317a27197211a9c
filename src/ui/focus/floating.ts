import { type RefObject, useRef } from 'react'

/** What floats over a screen and has the keys to itself: dialogs, drawers, cards, popovers, menus and lists of choices. */
const floating = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Whether something is in what floats. */
export const isInFloat = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(floating) !== null

export const isSomethingFloating = (): boolean => document.querySelector(floating) !== null

/** The dialog or drawer in front of everything else, which holds the focus. */
export const frontDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1)

/**
 * For the button of what opens inside a dialog or a drawer: until the focus is in there, Escape closes that and not what the button
 * stands in.
 */
export const escapeCloses = (isOpen: boolean, close: () => void) => ({
  'data-mantine-stop-propagation': isOpen,
  onKeyDown: ({ key }: { key: string }) => key === 'Escape' && close(),
})

/**
 * Closes a dialog only while it is in front: Mantine tells Escape to every open one, the lowest first. The ref is for
 * what contains the dialog.
 */
export function useFrontClose(
  close: (() => void) | undefined,
): [root: RefObject<HTMLDivElement | null>, close: () => void] {
  const root = useRef<HTMLDivElement>(null)
  return [
    root,
    () => {
      const front = frontDialog()
      if (!front || root.current?.contains(front)) close?.()
    },
  ]
}
