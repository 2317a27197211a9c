import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useOpening } from './MessageRows.tsx'
import type { Destination } from './messageScroll.ts'

type Opening = Parameters<typeof useOpening>[0]
const sizes = {} as NonNullable<Opening['left']>['sizes']
const left = (topId: number) => ({ topId, gone: 5, sizes, count: 9 })

/** Opens a chat that has the messages `there`; answers with where it went, and what it is told later. */
function open(there: number[], told: Partial<Opening>) {
  const went: Destination[] = []
  const scroll = {
    touched: () => false,
    go(destination: Destination) {
      const isThere = destination.to === 'end' || there.includes(destination.id)
      if (isThere) went.push(destination)
      return isThere
    },
  }
  const opening = { scroll, left: undefined, newFrom: undefined, addressed: undefined, hit: undefined }
  const initialProps: Opening = { ...opening, isFresh: true, ...told }
  const { rerender } = renderHook(useOpening, { initialProps })
  return { went, tell: (more: Partial<Opening>) => rerender({ ...initialProps, ...more }) }
}

it('passes over what is gone: to the first unread, then to the end', () => {
  expect(open([1, 2], { addressed: 9, left: left(1), newFrom: 2 }).went).toEqual([{ to: 'new', id: 2 }])
  expect(open([1, 2], { addressed: 9 }).went).toEqual([{ to: 'end' }])
  expect(open([1, 2], { left: left(9), newFrom: 2 }).went).toEqual([{ to: 'new', id: 2 }])
  expect(open([1, 2], { left: left(1), newFrom: 2 }).went).toEqual([{ to: 'row', id: 1, gone: 5 }])
})

it('goes to what is found, again when asked again, and not back when the search is closed', () => {
  const { went, tell } = open([1, 2], { addressed: 1 })
  went.length = 0
  tell({ hit: { messageId: 2, asked: 0 } })
  // Others wrote, and it was looked for again.
  tell({ hit: { messageId: 2, asked: 0 } })
  expect(went).toEqual([{ to: 'middle', id: 2 }])
  tell({ hit: { messageId: 2, asked: 1 } })
  expect(went).toHaveLength(2)
  tell({})
  expect(went).toHaveLength(2)
  tell({ addressed: 2 })
  expect(went).toHaveLength(3)
})
