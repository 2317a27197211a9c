/** A control of a page, and whether it was used. `name` is complete, including values that differ between runs. */
export type Note = {
  /** `dialog "New homework"` or `menu "Class"`. Otherwise the URL path in the main region, or `shell` outside it. */
  place: string
  role: string
  name: string
  /**
   * CSS module class of the control, or of an element around it. Distinguishes controls whose names are their content.
   */
  mark: string
  used: boolean
}

declare global {
  interface Window {
    /** Sends the notes to the test process. */
    reportControls?: (notes: Note[]) => Promise<void>
  }
}

/**
 * Records the controls of a page. Runs in every page after `installFinder` and before the page's own scripts, so it
 * can't use anything outside this function.
 */
export function noteControls(): void {
  const { finder } = window
  if (!finder) throw new Error('The finder of controls comes first.')
  const { selector, isSeen, isOff, roleOf, nameOf } = finder
  const floating = '[role="dialog"],[role="alertdialog"],[role="menu"]'
  const told = new Set<string>()
  /** Place where each control was first seen. The old screen remains for a moment after the URL has changed. */
  const places = new WeakMap<Element, string>()
  let looking = false

  const findPlace = (element: Element) => {
    const float = element.closest(floating)
    if (float) return `${roleOf(float)} "${nameOf(float)}"`
    return element.closest('main') ? location.pathname : 'shell'
  }
  const placeOf = (element: Element) => {
    const place = places.get(element) ?? findPlace(element)
    places.set(element, place)
    return place
  }
  const markOf = (element: Element) => {
    for (let each: Element | null = element, up = 0; each && up < 4; each = each.parentElement, up += 1) {
      for (const name of each.classList) {
        const [, own] = /^_(.+)_[\w-]{5,6}_\d+$/.exec(name) ?? []
        if (own) return up === 0 ? own : `in ${own}`
      }
    }
    return element.tagName.toLowerCase()
  }
  /** Returns the field of a label, because a click on a label is a click on its field. */
  const behind = (element: Element) =>
    element instanceof HTMLLabelElement && element.control ? element.control : element
  const note = (element: Element, used: boolean): Note[] => {
    const control = behind(element)
    const [role, name, mark, place] = [roleOf(control), nameOf(control), markOf(control), placeOf(element)]
    const key = JSON.stringify([place, role, name, mark, used])
    if (told.has(key)) return []
    told.add(key)
    return [{ place, role, name, mark, used }]
  }
  const report = (notes: Note[]) => {
    if (notes.length > 0) void window.reportControls?.(notes)
  }
  const look = () => {
    looking = false
    const seen = [...document.querySelectorAll(selector)].filter(
      element => isSeen(element) && !isOff(element),
    )
    report(seen.flatMap(element => note(element, false)))
  }
  new MutationObserver(() => {
    if (looking) return
    looking = true
    setTimeout(look, 200)
  }).observe(document, { subtree: true, childList: true, attributes: true })

  const use = (target: EventTarget | null) => {
    const control = target instanceof Element ? target.closest(selector) : null
    if (control) report(note(control, true))
  }
  for (const name of ['click', 'input', 'change'] as const)
    document.addEventListener(name, ({ target }) => use(target), true)
  document.addEventListener(
    'keydown',
    ({ key, target }) => {
      if (!(target instanceof Element)) return
      // While the user moves through the list of a field, the focus stays in the field.
      const active = target.getAttribute('aria-activedescendant')
      if (key === 'Enter' && active) use(document.getElementById(active))
      if (target.matches('[role="treeitem"],[role="option"],[role="tab"],[role="slider"]')) use(target)
    },
    true,
  )
}
