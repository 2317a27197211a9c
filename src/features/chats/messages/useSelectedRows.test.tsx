import { act, render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { useSelectedRows } from './useSelectedRows.ts'

const rows = Array.from({ length: 2000 }, (_, index) => ({ id: index + 10 }))

/** Shows three of the rows and text next to them, and returns the selected rows of the last render. */
function show() {
  let selectedRows: readonly number[] = []
  function List() {
    const scroller = useRef<HTMLDivElement>(null)
    selectedRows = useSelectedRows(scroller, rows)
    return (
      <>
        <div ref={scroller}>
          {[12, 15, 2005].map(id => (
            <p key={id} data-message={id}>
              {id}
            </p>
          ))}
        </div>
        <p>outside</p>
      </>
    )
  }
  const { getByText } = render(<List />)
  return (from: string, to: string) => {
    const [anchor, focus] = [getByText(from).firstChild, getByText(to).firstChild]
    if (!anchor || !focus) throw new Error('no text')
    act(() => {
      document.getSelection()?.setBaseAndExtent(anchor, 0, focus, 1)
      document.dispatchEvent(new Event('selectionchange'))
    })
    return selectedRows
  }
}

it('returns all messages from the start to the end of a selection, in both directions', () => {
  const select = show()
  expect(select('12', '15')).toEqual([2, 3, 4, 5])
  expect(select('15', '12')).toEqual([2, 3, 4, 5])
  expect(select('12', '2005')).toHaveLength(1000)
})

it('returns none outside the list, and for a selection without text', () => {
  const select = show()
  expect(select('outside', 'outside')).toEqual([])
  expect(select('12', '12')).toEqual([2])
  act(() => {
    document.getSelection()?.collapseToEnd()
    document.dispatchEvent(new Event('selectionchange'))
  })
  expect(select('outside', 'outside')).toEqual([])
})
