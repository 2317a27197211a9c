import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { render } from '../../testing/render.tsx'
import { type UndoLine, UndoLines } from './UndoLines.tsx'

const createLine = (id: number, name: string): UndoLine => ({ id, stage: 'waiting', text: name, actions: [] })

const lines = (...shown: readonly UndoLine[]) => (
  <UndoLines
    lines={shown}
    label="Deleted"
    announcement="Deleted. You can undo it for 10 seconds."
    durationMs={10_000}
    onFocusLost={undefined}
  />
)

it('announces each deletion once', () => {
  const { rerender } = render(lines(createLine(1, 'a.pdf')))
  const announcement = () => screen.getByRole('status').firstElementChild
  const first = announcement()
  expect(first?.textContent).toContain('You can undo it')
  rerender(lines(createLine(1, 'a.pdf')))
  expect(announcement()).toBe(first)
  // Screen readers announce new elements only.
  rerender(lines(createLine(1, 'a.pdf'), createLine(2, 'b.pdf')))
  expect(announcement()).not.toBe(first)
  expect(announcement()?.textContent).toContain('You can undo it')
  const second = announcement()
  rerender(lines(createLine(1, 'a.pdf')))
  expect(announcement()).toBe(second)
  rerender(lines())
  expect(screen.getByRole('status').textContent).toBe('')
})
