import { type ReactNode, useEffect, useRef } from 'react'

const controls = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex]']
  .map(control => `${control}:not(:disabled, [tabindex="-1"], [type="hidden"], [type="file"])`)
  .join()

/** Returns the element with `data-autofocus`, otherwise the first control in the tab order. */
const findFirstControl = (content: HTMLElement): HTMLElement | undefined =>
  ['[data-autofocus]', controls]
    .flatMap(selector => [...content.querySelectorAll<HTMLElement>(selector)])
    .find(control => control.closest('[hidden], [inert], fieldset:disabled') === null && isRendered(control))

// jsdom has no layout and lacks the method.
const isRendered = (control: HTMLElement) => control.checkVisibility?.() ?? true

/**
 * Focuses the first control of a dialog, or the element with `data-autofocus`. Mantine would focus the close button.
 * Content that still loads gets the focus when its first control appears, unless the user has pressed a key or the
 * pointer.
 */
export function FocusFirstAction({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = content.current
    const dialog = root?.closest<HTMLElement>('[role="dialog"]')
    if (!root || !dialog) return
    const abortController = new AbortController()
    const stop = () => abortController.abort()
    const focusFirst = () => {
      const { activeElement, body } = document
      if (root.contains(activeElement)) return stop()
      // Another dialog may be in front.
      if (activeElement !== body && !dialog.contains(activeElement)) return
      const first = findFirstControl(root)
      if (!first) return
      first.focus({ preventScroll: true })
      stop()
    }
    const observer = new MutationObserver(focusFirst)
    const { signal } = abortController
    // Mantine sets the focus in timers that start with this effect. One more timer runs after them.
    const timer = setTimeout(() => {
      setTimeout(() => {
        if (signal.aborted) return
        focusFirst()
        if (!signal.aborted) observer.observe(root, { childList: true, subtree: true, attributes: true })
      })
    })
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      observer.disconnect()
    })
    for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, { capture: true, signal })
    return stop
  }, [])
  return (
    <div ref={content} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
