import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useInitialScroll } from './MessageRows.tsx'
import type { Destination } from './messageScroll.ts'

type ScrollOptions = Parameters<typeof useInitialScroll>[0]
const sizes = {} as NonNullable<ScrollOptions['previousPosition']>['sizes']
const positionAt = (topId: number) => ({ topId, offset: 5, sizes, count: 9 })

/** Returns the destinations of all scrolls, and a function that changes options. */
function renderInitialScroll(messageIds: number[], options: Partial<ScrollOptions>) {
  const destinations: Destination[] = []
  const scroll = {
    hasUserScrolled: () => false,
    scrollTo(destination: Destination) {
      const exists = destination.to === 'end' || messageIds.includes(destination.id)
      if (exists) destinations.push(destination)
      return exists
    },
  }
  const defaults = {
    scroll,
    previousPosition: undefined,
    firstNewId: undefined,
    linkedMessageId: undefined,
    hit: undefined,
  }
  const initialProps: ScrollOptions = { ...defaults, isFresh: true, ...options }
  const { rerender } = renderHook(useInitialScroll, { initialProps })
  return {
    destinations,
    rerenderWith: (more: Partial<ScrollOptions>) => rerender({ ...initialProps, ...more }),
  }
}

it('skips deleted messages', () => {
  expect(
    renderInitialScroll([1, 2], { linkedMessageId: 9, previousPosition: positionAt(1), firstNewId: 2 })
      .destinations,
  ).toEqual([{ to: 'new', id: 2 }])
  expect(renderInitialScroll([1, 2], { linkedMessageId: 9 }).destinations).toEqual([{ to: 'end' }])
  expect(
    renderInitialScroll([1, 2], { previousPosition: positionAt(9), firstNewId: 2 }).destinations,
  ).toEqual([{ to: 'new', id: 2 }])
  expect(
    renderInitialScroll([1, 2], { previousPosition: positionAt(1), firstNewId: 2 }).destinations,
  ).toEqual([{ to: 'row', id: 1, offset: 5 }])
})

it('scrolls to each search match, and not back on close', () => {
  const { destinations, rerenderWith } = renderInitialScroll([1, 2], { linkedMessageId: 1 })
  destinations.length = 0
  rerenderWith({ hit: { messageId: 2, stepCount: 0 } })
  rerenderWith({ hit: { messageId: 2, stepCount: 0 } })
  expect(destinations).toEqual([{ to: 'middle', id: 2 }])
  rerenderWith({ hit: { messageId: 2, stepCount: 1 } })
  expect(destinations).toHaveLength(2)
  rerenderWith({})
  expect(destinations).toHaveLength(2)
  rerenderWith({ linkedMessageId: 2 })
  expect(destinations).toHaveLength(3)
})
