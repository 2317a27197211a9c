/** A visible control that the user can click or type into. */
export type Control = {
  /** Index in the list that the page stores. */
  at: number
  /** Role and name. */
  label: string
  /** Type of a text field, otherwise undefined. */
  field: string | undefined
  /** `out` if the control leads out of the app or changes the user. The monkey ignores it. */
  leads: 'out' | 'on'
}

export type Seen = {
  controls: Control[]
  /** Role and name of each dialog, menu and list. */
  floats: string[]
  focusLost: boolean
  problems: string[]
}

export type Eyes = {
  /** Ms since the last change of the page. 0 during animations and before the page is loaded. */
  getIdleMs: () => number
  inspect: () => Seen
  element: (at: number) => Element | undefined
  /** Describes the element that covers a control at every scroll position, if any. */
  cover: (at: number) => string | undefined
}

declare global {
  interface Window {
    eyes?: Eyes
  }
}

/** Creates `window.eyes` in the page, so it can't use anything outside this function. */
export function openEyes(): void {
  const { finder } = window
  if (!finder) throw new Error('The finder of controls comes first.')
  const { selector, floating, isSeen, isOff } = finder
  let changed = performance.now()
  let elements: Element[] = []
  /** Positions of the last input. A menu must open near one of them. */
  let origins: { left: number; right: number; top: number; bottom: number }[] = []

  new MutationObserver(() => {
    changed = performance.now()
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  for (const name of ['pointerdown', 'contextmenu'] as const) {
    document.addEventListener(
      name,
      ({ clientX, clientY, target }) => {
        const pressed = target instanceof Element ? target.closest('button') : null
        origins = [{ left: clientX, right: clientX, top: clientY, bottom: clientY }]
        if (pressed) origins.push(pressed.getBoundingClientRect())
      },
      true,
    )
  }
  document.addEventListener(
    'keydown',
    ({ target }) => {
      if (target instanceof Element) origins = [target.getBoundingClientRect()]
    },
    true,
  )

  const textOf = (element: HTMLElement) => element.innerText.trim()
  const getLabel = (element: Element) => `${finder.roleOf(element)} "${finder.nameOf(element).slice(0, 60)}"`
  const fieldOf = (element: Element) => {
    if (element instanceof HTMLTextAreaElement) return 'textarea'
    if (element instanceof HTMLSelectElement) return 'select'
    if (!(element instanceof HTMLInputElement)) return undefined
    return ['checkbox', 'radio', 'button', 'submit', 'range'].includes(element.type)
      ? undefined
      : element.type
  }
  const leadsOut = (element: Element) => {
    // The demo bar changes the user and resets the school.
    if (element.closest('aside[aria-label="Demo"]')) return true
    if (!(element instanceof HTMLAnchorElement)) return false
    return (
      element.origin !== location.origin || element.target === '_blank' || element.href.startsWith('blob:')
    )
  }

  const described = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const at = [left, top, right, bottom].map(Math.round).join(' ')
    return `${element.outerHTML.slice(0, 120).replace(/>.*/s, '>')} "${finder.nameOf(element).slice(0, 30)}" at ${at}`
  }

  const seenFloats = () => [...document.querySelectorAll(floating)].filter(isSeen)
  /** Controls below a modal dialog can't be reached, as intended. */
  const topDialog = () => seenFloats().findLast(float => float.matches('[aria-modal="true"]'))

  /** Centre and visible share of an element, after clipping by ancestors and the window. */
  const shownPart = (element: Element) => {
    const [first = element.getBoundingClientRect()] = element.getClientRects()
    let { left, right, top, bottom } = first
    for (let above = element.parentElement; above; above = above.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(above)
      const box = above.getBoundingClientRect()
      if (overflowX !== 'visible') {
        left = Math.max(left, box.left)
        right = Math.min(right, box.right)
      }
      if (overflowY !== 'visible') {
        top = Math.max(top, box.top)
        bottom = Math.min(bottom, box.bottom)
      }
      if (position === 'fixed') break
    }
    left = Math.max(left, 0)
    top = Math.max(top, 0)
    right = Math.min(right, innerWidth)
    bottom = Math.min(bottom, innerHeight)
    const whole = first.width * first.height
    const part = Math.max(0, right - left) * Math.max(0, bottom - top)
    return { x: (left + right) / 2, y: (top + bottom) / 2, share: whole === 0 ? 0 : part / whole }
  }
  /** Returns the element that covers the centre of a mostly visible element. */
  const coverOf = (element: Element) => {
    const { x, y, share } = shownPart(element)
    if (share < 0.9) return undefined
    const top = topDialog()
    if (top && !top.contains(element)) return undefined
    // An open float may cover its opener.
    if (element.matches('[aria-expanded="true"]')) return undefined
    const hit = document.elementFromPoint(x, y)
    if (!hit || element.contains(hit) || hit.contains(element)) return undefined
    if ('labels' in element) {
      const labels = element.labels as NodeListOf<HTMLLabelElement> | null
      if ([...(labels ?? [])].some(label => label.contains(hit))) return undefined
    }
    // The toolbar of a message may cover the message above.
    const row = hit.closest('[role="toolbar"]')?.closest('[data-message]')
    if (row && !row.contains(element)) return undefined
    // The skip link covers others only while it has the focus.
    if (hit.closest('a[href="#main"]:focus')) return undefined
    const float = hit.closest(`${floating},[data-mantine-notification],[role="alert"]`)
    if (float && !float.contains(element)) return undefined
    // Suggestions of a field may cover other controls.
    const field = document.activeElement?.closest('[role="combobox"][aria-expanded="true"]')
    const list = document.getElementById(field?.getAttribute('aria-controls') ?? '')
    if (list?.parentElement?.contains(hit)) return undefined
    return hit
  }
  /**
   * Scrolls the element to the centre, because a sticky heading may cover it before. Restores all scroll
   * positions.
   */
  const staysCovered = (element: Element) => {
    const scrolled: [Element, number, number][] = []
    for (let above: Element | null = element; above; above = above.parentElement)
      scrolled.push([above, above.scrollLeft, above.scrollTop])
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const cover = coverOf(element)
    for (const [each, left, top] of scrolled) each.scrollTo({ left, top, behavior: 'instant' })
    return cover
  }

  const gap = (a: { left: number; right: number; top: number; bottom: number }, b: typeof a) =>
    Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom, 0)
  /** Box of a float, clipped to its scroll container. */
  const shownBox = (float: Element) => {
    const box = float.getBoundingClientRect()
    const around = float.parentElement
    if (!around || getComputedStyle(around).overflowY === 'visible') return box
    const { top, bottom } = around.getBoundingClientRect()
    return {
      left: box.left,
      right: box.right,
      top: Math.max(top, box.top),
      bottom: Math.min(bottom, box.bottom),
    }
  }
  /** Each float is checked once, when the page is idle, because later it may be scrolled. */
  const judged = new WeakSet<Element>()
  const problemsOfFloats = () => {
    const found: string[] = []
    for (const float of seenFloats()) {
      if (float.closest('[aria-modal="true"]') !== null && !float.matches('[role="menu"]')) continue
      if (judged.has(float) || performance.now() - changed < 200) continue
      judged.add(float)
      const box = shownBox(float)
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
        const position = [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')
        found.push(`${getLabel(float)} sticks out of the window: ${position} in ${innerWidth} ${innerHeight}`)
      }
      if (!float.matches('[role="menu"]')) continue
      const openers = [...document.querySelectorAll('[aria-expanded="true"]')].filter(isSeen)
      const near = [...origins, ...openers.map(opener => opener.getBoundingClientRect())]
      if (near.length > 0 && near.every(origin => gap(origin, box) > 24))
        found.push(`${getLabel(float)} opened away from what opened it`)
    }
    return found
  }
  const problemsOfPage = () => {
    const found: string[] = []
    const page = document.scrollingElement ?? document.documentElement
    if (page.scrollWidth > page.clientWidth)
      found.push(`the page scrolls sideways: ${page.scrollWidth} in ${page.clientWidth}`)
    const main = document.querySelector('main')
    if (!main) return found
    const drawn = [...main.querySelectorAll('img,canvas,svg,input,textarea,[aria-hidden]')]
    if (textOf(main) === '' && !drawn.some(isSeen)) found.push('the main region is blank')
    return found
  }

  window.eyes = {
    getIdleMs() {
      const moving = document.getAnimations().some(animation => {
        const { endTime } = animation.effect?.getComputedTiming() ?? {}
        return animation.playState === 'running' && Number.isFinite(Number(endTime))
      })
      const isLoaded = document.readyState === 'complete' && document.querySelector('main') !== null
      if (moving || !isLoaded) return 0
      return performance.now() - changed
    },
    inspect() {
      const top = topDialog()
      const all = [...document.querySelectorAll(selector)].filter(
        element =>
          isSeen(element) &&
          !isOff(element) &&
          (!top || top.contains(element) || element.closest(floating) !== null),
      )
      elements = all
      const controls = all.map((element, at) => ({
        at,
        label: getLabel(element),
        field: fieldOf(element),
        leads: leadsOut(element) ? ('out' as const) : ('on' as const),
      }))
      const covered = all
        .filter(element => coverOf(element) !== undefined)
        .map(element => ({ element, cover: staysCovered(element) }))
        .filter(({ cover }) => cover !== undefined)
        .map(({ element, cover }) => `${getLabel(element)} is covered by ${cover && described(cover)}`)
      const active = document.activeElement
      const focusLost = active === null || active === document.body
      const problems = [...problemsOfPage(), ...problemsOfFloats(), ...covered]
      const open = document.querySelector('[aria-modal="true"]')
      if (focusLost && open && isSeen(open))
        problems.push(`${getLabel(open)} is open and the focus is on nothing`)
      return { controls, floats: seenFloats().map(getLabel), focusLost, problems }
    },
    element: at => elements[at],
    cover(at) {
      const element = elements[at]
      const cover = element && staysCovered(element)
      return cover && described(cover)
    },
  }
}
