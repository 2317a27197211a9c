import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useInitialScroll } from './MessageRows.tsx'
import type { Destination } from './messageScroll.ts'

type Opening = Parameters<typeof useInitialScroll>[0]
const sizes = {} as NonNullable<Opening['left']>['sizes']
const left = (topId: number) => ({ topId, offset: 5, sizes, count: 9 })

/**
 * Opens a chat that has these messages. Returns where it scrolled to, and `rerenderWith` to change its
 * properties.
 */
function open(messageIds: number[], options: Partial<Opening>) {
  const jumps: Destination[] = []
  const scroll = {
    touched: () => false,
    go(destination: Destination) {
      const isThere = destination.to === 'end' || messageIds.includes(destination.id)
      if (isThere) jumps.push(destination)
      return isThere
    },
  }
  const opening = {
    scroll,
    left: undefined,
    firstNewId: undefined,
    linkedMessageId: undefined,
    hit: undefined,
  }
  const initialProps: Opening = { ...opening, isFresh: true, ...options }
  const { rerender } = renderHook(useInitialScroll, { initialProps })
  return { jumps, rerenderWith: (more: Partial<Opening>) => rerender({ ...initialProps, ...more }) }
}

it('skips deleted messages: scrolls to the first unread one, then to the end', () => {
  expect(open([1, 2], { linkedMessageId: 9, left: left(1), firstNewId: 2 }).jumps).toEqual([
    { to: 'new', id: 2 },
  ])
  expect(open([1, 2], { linkedMessageId: 9 }).jumps).toEqual([{ to: 'end' }])
  expect(open([1, 2], { left: left(9), firstNewId: 2 }).jumps).toEqual([{ to: 'new', id: 2 }])
  expect(open([1, 2], { left: left(1), firstNewId: 2 }).jumps).toEqual([{ to: 'row', id: 1, offset: 5 }])
})

it('scrolls to a search match, again on a new search, and not back when the search closes', () => {
  const { jumps, rerenderWith } = open([1, 2], { linkedMessageId: 1 })
  jumps.length = 0
  rerenderWith({ hit: { messageId: 2, stepCount: 0 } })
  // New messages arrived and the search ran again.
  rerenderWith({ hit: { messageId: 2, stepCount: 0 } })
  expect(jumps).toEqual([{ to: 'middle', id: 2 }])
  rerenderWith({ hit: { messageId: 2, stepCount: 1 } })
  expect(jumps).toHaveLength(2)
  rerenderWith({})
  expect(jumps).toHaveLength(2)
  rerenderWith({ linkedMessageId: 2 })
  expect(jumps).toHaveLength(3)
})
