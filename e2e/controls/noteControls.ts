/** A control that stood on a page, and whether it was used there. As it was found: nothing is left out of its name yet. */
export type Note = {
  /** `dialog "New homework"`, `menu "Class"`; a path where it stands in the main region, `shell` beside it. */
  place: string
  role: string
  name: string
  /** The class its own style sheet gives it, or what is around it: tells apart what is named by what it shows. */
  mark: string
  used: boolean
}

declare global {
  interface Window {
    /** Hands notes to the test that the page is part of. */
    reportControls?: (notes: Note[]) => Promise<void>
  }
}

/** Runs in every page before its own scripts, after `installFinder`: all of it has to stand in this one function. */
export function noteControls(): void {
  const { finder } = window
  if (!finder) throw new Error('The finder of controls comes first.')
  const { selector, isSeen, isOff, roleOf, nameOf } = finder
  const floating = '[role="dialog"],[role="alertdialog"],[role="menu"]'
  const told = new Set<string>()
  /** Where each was first seen: a screen still stands for a moment after the address is that of the next one. */
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
  /** The field that a label is a larger hand for. */
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
      // The focus stays in a field while its list is gone through and chosen from.
      const active = target.getAttribute('aria-activedescendant')
      if (key === 'Enter' && active) use(document.getElementById(active))
      if (target.matches('[role="treeitem"],[role="option"],[role="tab"],[role="slider"]')) use(target)
    },
    true,
  )
}
