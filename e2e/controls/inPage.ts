import type { Seen } from '../monkey/inPage.ts'

/** A control on the page, in a form that is the same after a reload and for similar data. */
export type Found = {
  /** Index for `window.eyes`. */
  at: number
  /** Title of its dialog or menu, otherwise the region. Then role and name, with `…` instead of values. */
  key: string
  field: string | undefined
  isInFloat: boolean
  /** A pressed button of a group may stay pressed. */
  isPressed: boolean
}

export type Look = { controls: Found[]; seen: Seen }

export type State = {
  /** Everything that a user can notice, except for tooltips. */
  content: string
  /** Whether the focus is on another control than the last used one. */
  isFocusElsewhere: boolean
}

declare global {
  interface Window {
    walker?: {
      look: () => Look
      describe: () => State
      used?: Element
    }
  }
}

/** Creates `window.walker` in the page after `openEyes`. `texts` are the names and titles of the school. */
export function installWalker(texts: string[]): void {
  const { finder, eyes } = window
  if (!finder || !eyes) throw new Error('The finder and the eyes of the monkey come first.')
  const escaped = texts
    .map(text => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .sort((a, b) => b.length - a.length)
  const days = '\\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)\\b'
  const initials = '\\b[A-Z]{2}\\b'
  const values = new RegExp([...escaped, '“[^”]*”', '\\d[\\d.,:]*', days, initials].join('|'), 'g')
  const repeated = /…(?:[ ,.·–-]*…)+/g
  const mask = (name: string) => name.replace(values, '…').replace(repeated, '…').slice(0, 60)
  const floating = '[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]'
  const titleOf = (float: Element) => {
    const isNamed = float.matches('[aria-label],[aria-labelledby]')
    return `${finder.roleOf(float)} "${isNamed ? mask(finder.nameOf(float)) : ''}"`
  }
  const placeOf = (element: Element) => {
    const float = element.closest(floating)
    return float ? titleOf(float) : (['main', 'header', 'nav'].find(tag => element.closest(tag)) ?? 'page')
  }
  const controlOf = (element: Element) =>
    element instanceof HTMLLabelElement && element.control ? element.control : element

  /** A dialog makes those below it unreachable. */
  const isBelowDialog = (element: Element) => {
    const dialogs = [...document.querySelectorAll('[aria-modal="true"]')].filter(finder.isSeen)
    const own = element.closest('[aria-modal="true"]')
    return own !== null && own !== dialogs.at(-1)
  }

  /** Controls of long lists are alike if they are at the same position in elements with the same classes. */
  const positionOf = (element: Element) => {
    const siblings = element.parentElement?.children ?? []
    const chain = siblings.length > 8 ? [] : [String([...siblings].indexOf(element))]
    for (let each: Element | null = element; each && each.tagName !== 'MAIN'; each = each.parentElement)
      chain.push(`${each.tagName}.${each.className}`)
    return chain.join(' ')
  }
  /** A click on an option that is already chosen has no effect. */
  const isChosen = (element: Element) => {
    const control = controlOf(element)
    const isMenuItem = control.matches('[role="menuitemradio"],[role="tab"],[role="option"],[role="radio"]')
    return (
      (control instanceof HTMLInputElement && control.type === 'radio' && control.checked) ||
      (isMenuItem && control.matches('[aria-checked="true"],[aria-selected="true"]')) ||
      control.matches('[aria-current]:not([aria-current="false"])') ||
      control.closest('[role="treeitem"][aria-selected="true"]') !== null
    )
  }

  const stateNames = ['expanded', 'pressed', 'checked', 'selected', 'current', 'sort', 'invalid', 'disabled']
  const stateOf = (element: Element) => {
    const { value, checked, disabled } = element as HTMLInputElement
    const { width, height } = element.matches('img,canvas') ? element.getBoundingClientRect() : new DOMRect()
    return [
      ...[value, checked, disabled, element.getAttribute('src'), element.scrollTop, element.scrollLeft],
      ...[Math.round(width), Math.round(height)],
      ...stateNames.map(name => element.getAttribute(`aria-${name}`)),
    ]
  }
  const describe = () => {
    const tips = [...document.querySelectorAll<HTMLElement>('[role="tooltip"]')].map(tip => tip.innerText)
    const text = tips.reduce((rest, tip) => rest.replace(tip, ''), document.body.innerText)
    const { lang, dataset } = document.documentElement
    const page = [location.href, lang, dataset.mantineColorScheme, dataset.printed, text.replace(/\s+/g, '')]
    // Tooltips have no state.
    const states = [...document.body.querySelectorAll('*')].map(stateOf).filter(state => state.some(Boolean))
    const { activeElement } = document
    return {
      content: JSON.stringify([page, states]),
      isFocusElsewhere: activeElement !== document.body && activeElement !== window.walker?.used,
    }
  }

  window.walker = {
    describe,
    look() {
      const seen = eyes.inspect()
      const { controls } = seen
      const elements = controls.map(({ at }) => eyes.element(at))
      const positions = elements.map(element => (element ? positionOf(element) : ''))
      const found: Found[] = []
      controls.forEach(({ at, field, leads }) => {
        const element = elements[at]
        if (!element || leads === 'out' || isChosen(element) || isBelowDialog(element)) return
        const control = controlOf(element)
        if (control.matches('[aria-disabled="true"]')) return
        if (control !== element && elements.includes(control)) return
        const alike = positions.filter(position => position === positions[at]).length
        const isOneOfMany =
          element.matches('[data-lesson]') || (alike > 8 && !element.closest('[role="menu"]'))
        const name = isOneOfMany ? `one of many ${element.className}` : mask(finder.nameOf(control))
        found.push({
          at,
          key: `${placeOf(element)}: ${finder.roleOf(control)} "${name}"`,
          field: control.matches('[readonly]') ? undefined : field,
          isInFloat: element.closest(floating) !== null,
          isPressed: control.matches('[aria-pressed="true"]'),
        })
      })
      const floats = seen.floats.filter(float => !float.startsWith('tooltip'))
      return { controls: found, seen: { ...seen, floats } }
    },
  }
}
