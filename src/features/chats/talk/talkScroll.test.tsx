import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTalkScroll } from './talkScroll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type List = Parameters<ReturnType<typeof createTalkScroll>['hold']>[1]

/** Rows of 100 px in a view of `height`, as virtua tells them. */
function talkOf(ids: number[], height: number) {
  const scroller = document.createElement('div')
  const at = { height, offset: 0, index: -1, ends: 0 }
  scroller.scrollTo = () => {
    at.ends += 1
    at.offset = Math.max(0, ids.length * 100 - at.height)
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
    scrollToIndex: (index: number) => {
      at.index = index
    },
  } as Partial<List> as List
  const scroll = createTalkScroll()
  scroll.hold(scroller, list)
  scroll.keep(ids.map(id => ({ id })))
  scroll.fit(at.height)
  return { scroll, at }
}

it('says whether a message is there, and goes to the one after the place that is gone', () => {
  const { scroll, at } = talkOf([2, 4, 6], 200)
  expect(scroll.go({ to: 'middle', id: 3 })).toBe(false)
  expect(scroll.go({ to: 'new', id: 7 })).toBe(false)
  expect(at.index).toBe(-1)
  expect([scroll.go({ to: 'row', id: 3, gone: 50 }), at.index]).toEqual([true, 1])
  expect(scroll.go({ to: 'row', id: 7, gone: 50 })).toBe(false)
  expect([scroll.go({ to: 'middle', id: 6 }), at.index]).toEqual([true, 2])
})

it('has seen a message when its end was in view', () => {
  const { scroll, at } = talkOf([2, 4, 6], 250)
  // Not what only passed while rows were measured.
  expect(scroll.view().seen).toBe(0)
  vi.runAllTimers()
  expect(scroll.view().seen).toBe(4)
  // Only the middle of one that is longer than the view.
  const long = talkOf([2, 4], 50)
  long.at.offset = 125
  long.scroll.scrolled(125)
  vi.runAllTimers()
  expect(long.scroll.view().seen).toBe(2)
  at.offset = 50
  scroll.scrolled(50)
  vi.runAllTimers()
  expect(scroll.view().seen).toBe(6)
})

it('keeps the end in view when what stands below takes some of it, and not of whoever reads further up', () => {
  const { scroll, at } = talkOf([2, 4], 200)
  at.height = 150
  scroll.fit(at.height)
  expect(at.ends).toBe(1)
  at.offset = 50
  scroll.scrolled(50)
  at.offset = 0
  scroll.scrolled(0)
  at.height = 120
  scroll.fit(at.height)
  expect(at.ends).toBe(1)
})
