import { queryAllByAltText, queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom'
import type { Point, Size } from '../browsers/Browser.ts'
import type { Matcher, Target } from '../targets.ts'

/** What the user sees of a target. */
export type Look = {
  /** Number of visible matches. */
  count: number
  /** Of the first match. */
  text: string
  value: string
  isChecked: boolean
}

/** The point to click and the bounding box, or why the user could not click it now. */
export type Aim = { at: Point; box: Point & Size } | { problem: string }

export type Finder = {
  look: (target: Target) => Look
  /** Scrolls the target into view. Call it until it returns a point. */
  aim: (target: Target) => Aim
  /** Also finds hidden inputs, because buttons open those of files. */
  findInput: (target: Target) => Element | undefined
  /** Selects the text of the focused field. Returns false if none is focused. */
  selectText: () => boolean
  /** Chooses an option of a select by its label, without its popup. Returns false if there is none. */
  choose: (target: Target, option: string) => boolean
}

export function createFinder(): Finder {
  const lastPlaces = new WeakMap<Element, string>()
  return {
    look(target) {
      const elements = findVisible(target)
      const [element] = elements
      return {
        count: elements.length,
        text: element instanceof HTMLElement ? element.innerText.replaceAll(/\s+/g, ' ').trim() : '',
        value: element && 'value' in element ? String(element.value) : '',
        isChecked: element ? isChecked(element) : false,
      }
    },
    aim(target) {
      const [element] = findVisible(target)
      if (!element) return { problem: 'not found' }
      if (element.matches(':disabled, [aria-disabled="true"]')) return { problem: 'disabled' }
      const at = findCentre(element)
      const isInside = at.x > 0 && at.y > 0 && at.x < innerWidth && at.y < innerHeight
      const cover = isInside ? findCover(element, at) : undefined
      if (!isInside || cover) element.scrollIntoView({ block: 'center', inline: 'nearest' })
      if (!isInside) return { problem: 'outside of the window' }
      if (cover) return { problem: `covered by ${describe(cover)}` }
      const place = `${at.x} ${at.y}`
      const isStill = lastPlaces.get(element) === place
      lastPlaces.set(element, place)
      if (!isStill) return { problem: 'moves' }
      const { x, y, width, height } = element.getBoundingClientRect()
      return { at, box: { x, y, width, height } }
    },
    findInput: target => findAll(target, true)[0],
    selectText() {
      const field = document.activeElement
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
      field.select()
      return true
    },
    choose(target, option) {
      const [select] = findVisible(target)
      if (!(select instanceof HTMLSelectElement)) return false
      const wanted = [...select.options].find(({ label }) => label === option)
      if (!wanted) return false
      select.value = wanted.value
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
      return true
    },
  }
}

const findVisible = (target: Target) => findAll(target, false).filter(isVisible)

function findAll({ by, within, contains = '' }: Target, hidden: boolean): HTMLElement[] {
  const containers = within ? findVisible(within) : [document.body]
  const found = containers.flatMap(container => {
    if ('label' in by) return queryAllByLabelText(container, toMatcher(by.label))
    if ('alt' in by) return queryAllByAltText(container, by.alt)
    if ('text' in by) return queryAllByText(container, toMatcher(by.text), { ignore: 'script, style, title' })
    return queryAllByRole(container, by.role, { hidden, ...(by.name && { name: toMatcher(by.name) }) })
  })
  return found.filter(element => element.textContent?.includes(contains))
}

const toMatcher = (matcher: Matcher) =>
  'equals' in matcher ? matcher.equals : new RegExp(matcher.pattern, matcher.flags)

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

function isChecked(element: Element): boolean {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type))
    return element.checked
  return ['aria-checked', 'aria-pressed', 'aria-selected'].some(name => element.getAttribute(name) === 'true')
}

/** Centre of the first line, because the centre of a link on two lines may be empty. */
function findCentre(element: Element): Point {
  const [{ left, top, width, height } = element.getBoundingClientRect()] = element.getClientRects()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Returns the element that would receive the click instead. A label passes the click to its input. */
function findCover(element: Element, { x, y }: Point): Element | undefined {
  const hit = document.elementFromPoint(x, y)
  if (!hit) return document.body
  const label = hit.closest('label')
  return element.contains(hit) || label?.control === element || label?.contains(element) ? undefined : hit
}

const describe = (element: Element) =>
  `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 40)}"`
