import type { RefObject } from 'react'
import { useDocumentKeys } from '../../ui/useDocumentKeys.ts'

/** What floats over the page has an Escape of its own. */
const floating = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const writes = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]'

/**
 * Escape goes to the newest message, wherever the focus is: out of the field one writes in, from a message, from the
 * page. Not while `rests`, nor while something floats or is typed elsewhere.
 */
export function useEscapeToNewest(box: RefObject<HTMLElement | null>, rests: boolean, toNewest: () => void) {
  useDocumentKeys(event => {
    const { key, target } = event
    if (key !== 'Escape' || rests || !(target instanceof Element)) return
    // A dialog this key has just closed is not on the page any more, but on the key's way.
    const isIn = event.composedPath().some(place => place instanceof Element && place.matches(floating))
    if (isIn || document.querySelector(floating)) return
    if (target.closest(writes) && !box.current?.contains(target)) return
    event.preventDefault()
    toNewest()
  })
}
