import { type RefObject, useRef } from 'react'

/** Elements above a screen that handle keys themselves: dialogs, drawers, popovers, menus and lists of options. */
const overlaySelector = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Whether the target is inside such an element. */
export const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(overlaySelector) !== null

export const isOverlayOpen = (): boolean => document.querySelector(overlaySelector) !== null

/** Returns the frontmost dialog or drawer, which contains the focus. */
export const getTopDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1)

/**
 * Props of a button that opens a popover inside a dialog or drawer. Until the popover has the focus, Escape on the
 * button closes the popover instead of the dialog.
 */
export const closeOnEscape = (isOpen: boolean, close: () => void) => ({
  'data-mantine-stop-propagation': isOpen,
  onKeyDown: ({ key }: { key: string }) => key === 'Escape' && close(),
})

/**
 * Returns a function that closes a dialog only if it is the frontmost. Mantine passes Escape to every open dialog, the
 * lowest first. The ref is for an element that contains the dialog.
 */
export function useCloseTopDialog(
  close: (() => void) | undefined,
): [root: RefObject<HTMLDivElement | null>, close: () => void] {
  const root = useRef<HTMLDivElement>(null)
  return [
    root,
    () => {
      const topDialog = getTopDialog()
      if (!topDialog || root.current?.contains(topDialog)) close?.()
    },
  ]
}
