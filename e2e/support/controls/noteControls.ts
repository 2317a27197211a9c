/** `name` includes values that differ between runs. */
export type Note = {
  /** `dialog "New homework"`, the path in the main region, or `shell`. */
  place: string
  role: string
  name: string
  /**
   * CSS module class of the control or its container. Distinguishes controls that are named by their content.
   */
  mark: string
  used: boolean
}

declare global {
  interface Window {
    reportControls?: (notes: Note[]) => Promise<void>
  }
}

/** Runs in the page after `installFinder`, so it can't use anything outside this function. */
export function noteControls(): void {
  const { finder } = window
  if (!finder) throw new Error('The finder of controls comes first.')
  const { selector, isSeen, isOff, roleOf, nameOf } = finder
  const floating = '[role="dialog"],[role="alertdialog"],[role="menu"]'
  const reportedKeys = new Set<string>()
  /**
   * Place where each control was first seen, because the old screen remains for a moment after a navigation.
   */
  const places = new WeakMap<Element, string>()
  let isScheduled = false

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
  /** A click on a label counts as a click on its field. */
  const controlOf = (element: Element) =>
    element instanceof HTMLLabelElement && element.control ? element.control : element
  const note = (element: Element, used: boolean): Note[] => {
    const control = controlOf(element)
    const [role, name, mark, place] = [roleOf(control), nameOf(control), markOf(control), placeOf(element)]
    const key = JSON.stringify([place, role, name, mark, used])
    if (reportedKeys.has(key)) return []
    reportedKeys.add(key)
    return [{ place, role, name, mark, used }]
  }
  const report = (notes: Note[]) => {
    if (notes.length > 0) void window.reportControls?.(notes)
  }
  const reportVisible = () => {
    isScheduled = false
    const seen = [...document.querySelectorAll(selector)].filter(
      element => isSeen(element) && !isOff(element),
    )
    report(seen.flatMap(element => note(element, false)))
  }
  new MutationObserver(() => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(reportVisible, 200)
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
      // In a list of a field, the focus stays in the field.
      const active = target.getAttribute('aria-activedescendant')
      if (key === 'Enter' && active) use(document.getElementById(active))
      if (target.matches('[role="treeitem"],[role="option"],[role="tab"],[role="slider"]')) use(target)
    },
    true,
  )
}
