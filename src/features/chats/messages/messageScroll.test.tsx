import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMessageScroll } from './messageScroll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type List = Parameters<ReturnType<typeof createMessageScroll>['attach']>[1]

/** Creates a scroller of `height` px with rows of 100 px, as virtua reports them. */
function createScroller(ids: number[], height: number) {
  const scroller = document.createElement('div')
  Object.defineProperty(scroller, 'clientHeight', { get: () => at.height })
  const at = { height, offset: 0, index: -1, ends: 0 }
  const end = () => Math.max(0, ids.length * 100 - at.height)
  scroller.scrollTo = () => {
    at.ends += 1
    at.offset = end()
  }
  const list = {
    get scrollSize() {
      return ids.length * 100
    },
    get viewportSize() {
      return at.height
    },
    get scrollOffset() {
      return at.offset
    },
    findItemIndex: (offset: number) => Math.min(Math.floor(offset / 100), ids.length - 1),
    getItemOffset: (index: number) => index * 100,
    getItemSize: () => 100,
    scrollToIndex: (index: number, { offset = 0 } = {}) => {
      at.index = index
      at.offset = Math.min(Math.max(index * 100 + offset, 0), end())
    },
  } as Partial<List> as List
  const scroll = createMessageScroll()
  scroll.attach(scroller, list)
  scroll.setRows(ids.map(id => ({ id })))
  scroll.setViewHeight(at.height)
  const dispatchScroll = (offset = at.offset) => {
    at.offset = offset
    scroll.handleScroll(offset)
  }
  const arrive = (id: number) => {
    ids.push(id)
    scroll.setRows(ids.map(one => ({ id: one })))
    dispatchScroll()
  }
  return { scroll, scroller, at, dispatchScroll, arrive }
}

it('scrollTo falls back to the next message if deleted', () => {
  const { scroll, at } = createScroller([2, 4, 6], 200)
  expect(scroll.scrollTo({ to: 'middle', id: 3 })).toBe(false)
  expect(scroll.scrollTo({ to: 'new', id: 7 })).toBe(false)
  expect(at.index).toBe(-1)
  expect([scroll.scrollTo({ to: 'row', id: 3, offset: 50 }), at.index]).toEqual([true, 1])
  expect(scroll.scrollTo({ to: 'row', id: 7, offset: 50 })).toBe(false)
  expect([scroll.scrollTo({ to: 'middle', id: 6 }), at.index]).toEqual([true, 2])
})

it('marks a message as seen once its end was visible', () => {
  const { scroll, at } = createScroller([2, 4, 6], 250)
  // Rows that pass while rows are measured do not count.
  expect(scroll.getState().lastSeenId).toBe(0)
  vi.runAllTimers()
  expect(scroll.getState().lastSeenId).toBe(4)
  // If a message is longer than the view, only its middle must be visible.
  const long = createScroller([2, 4], 50)
  long.at.offset = 125
  long.scroll.handleScroll(125)
  vi.runAllTimers()
  expect(long.scroll.getState().lastSeenId).toBe(2)
  at.offset = 50
  scroll.handleScroll(50)
  vi.runAllTimers()
  expect(scroll.getState().lastSeenId).toBe(6)
})

it('stays at the end when the view shrinks, unless scrolled up', () => {
  const { scroll, at } = createScroller([2, 4], 200)
  at.height = 150
  scroll.setViewHeight(at.height)
  expect(at.ends).toBe(1)
  at.offset = 50
  scroll.handleScroll(50)
  at.offset = 0
  scroll.handleScroll(0)
  at.height = 120
  scroll.setViewHeight(at.height)
  expect(at.ends).toBe(1)
})

describe('while the pointer is down in the list', () => {
  const pressIn = (element: Element, button = 0) =>
    element.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button }))

  it('scrolls to the end only after release', () => {
    const { scroll, scroller, at, arrive } = createScroller([1, 2, 3], 200)
    scroll.scrollTo({ to: 'end' })
    pressIn(scroller.appendChild(document.createElement('button')))
    arrive(4)
    at.height = 150
    scroll.setViewHeight(at.height)
    expect(at.offset).toBe(100)
    document.dispatchEvent(new Event('pointerup'))
    expect(at.offset).toBe(100)
    vi.advanceTimersToNextFrame()
    expect(at.offset).toBe(250)
    arrive(5)
    expect(at.offset).toBe(350)
  })

  it('scrolls on a scrollbar or context menu, which report no release', () => {
    const { scroll, scroller, at, arrive } = createScroller([1, 2, 3], 200)
    const button = scroller.appendChild(document.createElement('button'))
    scroll.scrollTo({ to: 'end' })
    pressIn(scroller)
    arrive(4)
    expect(at.offset).toBe(200)
    pressIn(button, 2)
    arrive(5)
    expect(at.offset).toBe(300)
    pressIn(button)
    document.dispatchEvent(new Event('contextmenu'))
    arrive(6)
    expect(at.offset).toBe(400)
  })
})

describe('opening at the first unread message', () => {
  it('shows the first unread a third down, or the end', () => {
    const { scroll, at, dispatchScroll } = createScroller([1, 2, 3, 4, 5, 6, 7, 8, 9], 480)
    scroll.scrollTo({ to: 'new', id: 6 })
    // 900 - 480 - (500 - 144): the last message is cut off.
    expect(at.offset).toBe(356)
    dispatchScroll()
    expect(at.offset).toBe(420)
    vi.runAllTimers()
    expect(scroll.getState()).toEqual({ isAtEnd: true, lastSeenId: 9 })
    scroll.scrollTo({ to: 'new', id: 5 })
    dispatchScroll()
    expect(at.offset).toBe(256)
  })

  it('scrolls to the end if the first unread stays visible', () => {
    const { scroll, at } = createScroller([1, 2, 3, 4, 5], 450)
    scroll.scrollTo({ to: 'new', id: 2 })
    expect(at.offset).toBe(0)
    scroll.handleResize()
    expect(at.offset).toBe(50)
  })

  it('keeps it visible when messages arrive, until scrolling', () => {
    const { scroll, scroller, at, dispatchScroll, arrive } = createScroller([1, 2, 3, 4, 5, 6, 7, 8, 9], 480)
    scroll.scrollTo({ to: 'new', id: 7 })
    dispatchScroll()
    arrive(10)
    expect(at.offset).toBe(520)
    arrive(11)
    expect([at.offset, scroll.getState().isAtEnd]).toEqual([520, false])
    scroller.dispatchEvent(new Event('wheel'))
    dispatchScroll(620)
    arrive(12)
    expect(at.offset).toBe(720)
  })
})
