/** Something on screen that a person could click or type into. */
export type Control = {
  /** Where it stands in the list kept in the page. */
  at: number
  /** Role and name, for people and for drawing the same again. */
  says: string
  /** The type of a field that is typed into; undefined for what is clicked only. */
  field: string | undefined
  /** Leads out of the app, or ends the session: not for monkeys. */
  leads: 'out' | 'on'
}

/** What stands in the page, seen from inside. */
export type Seen = {
  controls: Control[]
  /** Names of what floats or is over the rest: dialogs, menus, lists. */
  floats: string[]
  /** The focus is on nothing. */
  focusLost: boolean
  problems: string[]
}

export type Eyes = {
  /** Milliseconds since the page last changed, 0 while something in it moves or it is not there yet. */
  still: () => number
  look: () => Seen
  element: (at: number) => Element | undefined
  /** What lies over a control and should not, wherever one scrolls. */
  cover: (at: number) => string | undefined
}

declare global {
  interface Window {
    eyes?: Eyes
  }
}

/** Runs in every page before its own scripts: all of it has to stand in this one function. */
export function openEyes(): void {
  const { finder } = window
  if (!finder) throw new Error('The finder of controls comes first.')
  const { selector, floating, isSeen, isOff } = finder
  let changed = performance.now()
  let elements: Element[] = []
  /** What was pointed at or had the focus last: a menu opens beside it. */
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
  const says = (element: Element) => `${finder.roleOf(element)} "${finder.nameOf(element).slice(0, 60)}"`
  const fieldOf = (element: Element) => {
    if (element instanceof HTMLTextAreaElement) return 'textarea'
    if (element instanceof HTMLSelectElement) return 'select'
    if (!(element instanceof HTMLInputElement)) return undefined
    return ['checkbox', 'radio', 'button', 'submit', 'range'].includes(element.type)
      ? undefined
      : element.type
  }
  const leadsOut = (element: Element) => {
    // The demo's own bar changes who one is, and the school.
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
  /** The dialog over everything else; what lies below it is not to be reached. */
  const topDialog = () => seenFloats().findLast(float => float.matches('[aria-modal="true"]'))

  /** The part of an element that is not cut off by what scrolls around it or by the window. */
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
  /** What lies over the centre of an element that is all in sight, and should not. */
  const coverOf = (element: Element) => {
    const { x, y, share } = shownPart(element)
    if (share < 0.9) return undefined
    const top = topDialog()
    if (top && !top.contains(element)) return undefined
    // What stands open over its own button lies there to be closed by it.
    if (element.matches('[aria-expanded="true"]')) return undefined
    const hit = document.elementFromPoint(x, y)
    if (!hit || element.contains(hit) || hit.contains(element)) return undefined
    if ('labels' in element) {
      const labels = element.labels as NodeListOf<HTMLLabelElement> | null
      if ([...(labels ?? [])].some(label => label.contains(hit))) return undefined
    }
    // A message's actions stand in the air over the one above it only while one points at it: from there one gets away.
    const row = hit.closest('[role="toolbar"]')?.closest('[data-message]')
    if (row && !row.contains(element)) return undefined
    // The way past the menus lies over them only as long as it has the focus.
    if (hit.closest('a[href="#main"]:focus')) return undefined
    const float = hit.closest(`${floating},[data-mantine-notification],[role="alert"]`)
    if (float && !float.contains(element)) return undefined
    // So is what a field opens below itself while it is typed in.
    const field = document.activeElement?.closest('[role="combobox"][aria-expanded="true"]')
    const list = document.getElementById(field?.getAttribute('aria-controls') ?? '')
    if (list?.parentElement?.contains(hit)) return undefined
    return hit
  }
  /** What scrolls under a heading that stays is not covered as long as one can scroll it out from there. */
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
  /** As much of something that floats as what it scrolls in shows. */
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
  /** Where it opened is judged once, at rest: afterwards it is scrolled along with what it belongs to. */
  const judged = new WeakSet<Element>()
  const problemsOfFloats = () => {
    const found: string[] = []
    for (const float of seenFloats()) {
      if (float.closest('[aria-modal="true"]') !== null && !float.matches('[role="menu"]')) continue
      if (judged.has(float) || performance.now() - changed < 200) continue
      judged.add(float)
      const box = shownBox(float)
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
        const where = [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')
        found.push(`${says(float)} sticks out of the window: ${where} in ${innerWidth} ${innerHeight}`)
      }
      if (!float.matches('[role="menu"]')) continue
      const openers = [...document.querySelectorAll('[aria-expanded="true"]')].filter(isSeen)
      const near = [...origins, ...openers.map(opener => opener.getBoundingClientRect())]
      if (near.length > 0 && near.every(origin => gap(origin, box) > 24))
        found.push(`${says(float)} opened away from what opened it`)
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
    still() {
      const moving = document.getAnimations().some(animation => {
        const { endTime } = animation.effect?.getComputedTiming() ?? {}
        return animation.playState === 'running' && Number.isFinite(Number(endTime))
      })
      const isThere = document.readyState === 'complete' && document.querySelector('main') !== null
      if (moving || !isThere) return 0
      return performance.now() - changed
    },
    look() {
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
        says: says(element),
        field: fieldOf(element),
        leads: leadsOut(element) ? ('out' as const) : ('on' as const),
      }))
      const covered = all
        .filter(element => coverOf(element) !== undefined)
        .map(element => ({ element, cover: staysCovered(element) }))
        .filter(({ cover }) => cover !== undefined)
        .map(({ element, cover }) => `${says(element)} is covered by ${cover && described(cover)}`)
      const active = document.activeElement
      const focusLost = active === null || active === document.body
      const problems = [...problemsOfPage(), ...problemsOfFloats(), ...covered]
      const open = document.querySelector('[aria-modal="true"]')
      if (focusLost && open && isSeen(open))
        problems.push(`${says(open)} is open and the focus is on nothing`)
      return { controls, floats: seenFloats().map(says), focusLost, problems }
    },
    element: at => elements[at],
    cover(at) {
      const element = elements[at]
      const cover = element && staysCovered(element)
      return cover && described(cover)
    },
  }
}
