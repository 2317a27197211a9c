import { type RefObject, useRef } from 'react'

/** Elements above a screen that handle keys themselves. */
const overlaySelector = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

export const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(overlaySelector) !== null

export const isOverlayOpen = (): boolean => document.querySelector(overlaySelector) !== null

export const getTopDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1)

/** Dialogs and menus without an address of their own (`data-has-address`), the frontmost last. */
const findOverlays = () =>
  document.querySelectorAll<HTMLElement>('[role$="dialog"]:not([data-has-address]), [role="menu"]')

export const countOverlays = (): number => findOverlays().length

/** Closes the frontmost overlay as Escape does. */
export function closeTopOverlay(): void {
  const overlay = [...findOverlays()].at(-1)
  if (!overlay) return
  // The browser ignores scripted keys.
  if (overlay instanceof HTMLDialogElement) {
    overlay.dispatchEvent(new Event('cancel', { cancelable: true }))
    return
  }
  // A Mantine dialog below a menu must not close, too.
  if (overlay.ariaModal !== 'true') overlay.dataset.mantineStopPropagation = 'true'
  overlay.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
}

/**
 * Props of a button in a dialog that opens a popover. Until the popover has the focus, Escape on the button closes the
 * popover instead of the dialog.
 */
export const closeOnEscape = (isOpen: boolean, close: () => void) => ({
  'data-mantine-stop-propagation': isOpen,
  onKeyDown: ({ key }: { key: string }) => key === 'Escape' && close(),
})

/**
 * Returns a ref for the dialog, and a function that closes it only if it is the frontmost. Mantine passes Escape to
 * every open dialog.
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
