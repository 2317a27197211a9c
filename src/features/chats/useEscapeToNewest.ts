import { type RefObject, useEffect, useEffectEvent } from 'react'

/** What floats over the page has an Escape of its own. */
const floating = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const writes = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]'

/**
 * Escape goes to the newest message, wherever the focus is: out of the field one writes in, from a message, from the
 * page. Not while `rests`, nor while something floats or is typed elsewhere.
 */
export function useEscapeToNewest(box: RefObject<HTMLElement | null>, rests: boolean, toNewest: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented, isComposing } = event
    if (key !== 'Escape' || rests || defaultPrevented || isComposing || !(target instanceof Element)) return
    // A dialog this key has just closed is not on the page any more, but on the key's way.
    const isIn = event.composedPath().some(place => place instanceof Element && place.matches(floating))
    if (isIn || document.querySelector(floating)) return
    if (target.closest(writes) && !box.current?.contains(target)) return
    event.preventDefault()
    toNewest()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
