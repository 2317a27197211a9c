/** Finds everything that users can click, choose or type into, and its name. */
export type Finder = {
  selector: string
  /** Selector of dialogs, menus, lists and tooltips. */
  floating: string
  isSeen: (element: Element) => boolean
  isOff: (element: Element) => boolean
  roleOf: (element: Element) => string
  nameOf: (element: Element) => string
}

declare global {
  interface Window {
    finder?: Finder
  }
}

/** Creates `window.finder` in the page, so it can't use anything outside this function. */
export function installFinder(): void {
  const roles = [
    ...['button', 'link', 'option', 'tab', 'treeitem', 'switch', 'checkbox', 'radio', 'slider'],
    ...['menuitem', 'menuitemradio', 'menuitemcheckbox'],
  ]
  const textOf = (element: Element) =>
    (element instanceof HTMLElement ? element.innerText : (element.textContent ?? ''))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 120)
  const byIds = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim()
  const labelOf = (element: Element) =>
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
      ? element.labels?.[0]
      : undefined
  window.finder = {
    selector: [
      ...['a[href]', 'button', 'input', 'textarea', 'select', 'summary', 'label:has(input)'],
      ...roles.map(role => `[role="${role}"]`),
      '[contenteditable="true"]',
    ].join(','),
    floating: '[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"],[role="tooltip"]',
    isSeen(element) {
      const { width, height, right, bottom } = element.getBoundingClientRect()
      // The skip link is outside the window until it has the focus.
      const outside = right <= 0 || bottom <= 0
      if (outside && ['absolute', 'fixed'].includes(getComputedStyle(element).position)) return false
      return (
        width > 1 &&
        height > 1 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
    },
    isOff: element =>
      element.matches(':disabled') ||
      element.closest('[inert],[aria-disabled="true"]') !== null ||
      (element instanceof HTMLInputElement && element.type === 'file'),
    roleOf(element) {
      const given = element.getAttribute('role')
      if (given) return given
      if (element instanceof HTMLAnchorElement) return 'link'
      if (element instanceof HTMLTextAreaElement) return 'textbox'
      if (element instanceof HTMLInputElement) {
        const { type } = element
        return ['checkbox', 'radio'].includes(type) ? type : type === 'text' ? 'textbox' : `${type} field`
      }
      return element.tagName.toLowerCase()
    },
    nameOf(element) {
      const label = labelOf(element)
      return (
        element.getAttribute('aria-label') ||
        byIds(element.getAttribute('aria-labelledby')) ||
        (label && textOf(label)) ||
        textOf(element) ||
        element.querySelector('img[alt]')?.getAttribute('alt') ||
        element.getAttribute('placeholder') ||
        element.getAttribute('title') ||
        ''
      )
    },
  }
}
