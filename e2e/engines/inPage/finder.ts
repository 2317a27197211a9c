import { queryAllByAltText, queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom'
import type { Point, Size } from '../browsers/Browser.ts'
import type { Matcher, Target } from '../targets.ts'
import { createClickGuard } from './clickGuard.ts'

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
  /** Like `aim`. The next click then reaches the page only if it is on the target. */
  aimClick: (target: Target) => Aim
  /** Whether the last click after `aimClick` was on its target. A page that has replaced that page returns true. */
  wasHit: () => boolean
  /** Also finds hidden inputs, because buttons open those of files. */
  findInput: (target: Target) => Element | undefined
  /** Selects the text of a field. Returns false if it is not focused. */
  selectText: (target: Target) => boolean
  /** Chooses an option of a select by its label, without its popup. Returns false if there is none. */
  choose: (target: Target, option: string) => boolean
}

export function createFinder(): Finder {
  const lastPlaces = new WeakMap<Element, string>()
  const { expectClick, wasHit } = createClickGuard()
  function aimAt(element: Element | undefined): Aim {
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
  }
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
    aim: target => aimAt(findVisible(target)[0]),
    aimClick(target) {
      const [element] = findVisible(target)
      const aim = aimAt(element)
      if ('at' in aim && element) expectClick(event => isHit(element, event.target))
      return aim
    },
    wasHit,
    findInput: target => findAll(target, true)[0],
    selectText(target) {
      const [field] = findVisible(target)
      if (field !== document.activeElement) return false
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

/** Returns the element that would receive the click instead. */
function findCover(element: Element, { x, y }: Point): Element | undefined {
  const hit = document.elementFromPoint(x, y)
  if (!hit) return document.body
  return isHit(element, hit) ? undefined : hit
}

/** Whether a click on `hit` reaches an element. A label passes the click to its input. */
function isHit(element: Element, hit: EventTarget | null): boolean {
  if (!(hit instanceof Element)) return false
  const label = hit.closest('label')
  return element.contains(hit) || label?.control === element || label?.contains(element) === true
}

const describe = (element: Element) =>
  `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 40)}"`
