import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { useMarkCursor } from './useMarkCursor.ts'

const page = { index: 0, size: { width: 600, height: 900 }, scale: 1, rotation: 0 } as const

function TestPage() {
  const surface = useRef<HTMLDivElement>(null)
  const { cursor, cursorProps } = useMarkCursor({
    ...{ page, surface, drawsLines: false },
    onPreview: () => undefined,
    onPlace: () => undefined,
  })
  return (
    <>
      <div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as in MarkSurface. */}
        <div ref={surface} role="application" tabIndex={0} {...cursorProps} />
        <textarea aria-label="text" />
        {cursor && <i>cursor</i>}
      </div>
      <button type="button">other</button>
    </>
  )
}

it('shows no cursor after a mark of the pointer until a key moves it or the focus comes from elsewhere', () => {
  render(<TestPage />)
  const focus = (element: HTMLElement) => act(() => element.focus())
  const press = (element: HTMLElement) => act(() => void fireEvent.pointerDown(element))
  const surface = screen.getByRole('application')
  const getCursor = () => screen.queryByText('cursor')
  focus(surface)
  expect(getCursor()).toBeTruthy()
  press(surface)
  expect(getCursor()).toBeNull()
  // A text was written at the pointer.
  focus(screen.getByRole('textbox'))
  focus(surface)
  expect(getCursor()).toBeNull()
  act(() => void fireEvent.keyDown(surface, { key: 'ArrowRight' }))
  expect(getCursor()).toBeTruthy()
  press(surface)
  focus(screen.getByRole('button'))
  focus(surface)
  expect(getCursor()).toBeTruthy()
})
