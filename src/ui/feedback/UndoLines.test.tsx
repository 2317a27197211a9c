import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { render } from '../../testing/render.tsx'
import { type UndoLine, UndoLines } from './UndoLines.tsx'

const deleted = (id: number, name: string): UndoLine => ({ id, stage: 'waiting', text: name, actions: [] })

const lines = (...shown: readonly UndoLine[]) => (
  <UndoLines
    lines={shown}
    label="Deleted"
    within="Deleted. You can undo it for 10 seconds."
    lasts={10_000}
    focusBack={undefined}
  />
)

it('says of each thing that it can be undone, also of one that goes while another still can', () => {
  const { rerender } = render(lines(deleted(1, 'a.pdf')))
  const said = () => screen.getByRole('status').firstElementChild
  const first = said()
  expect(first?.textContent).toContain('You can undo it')
  rerender(lines(deleted(1, 'a.pdf')))
  expect(said()).toBe(first)
  // Words put in anew are read out, words that stay are not.
  rerender(lines(deleted(1, 'a.pdf'), deleted(2, 'b.pdf')))
  expect(said()).not.toBe(first)
  expect(said()?.textContent).toContain('You can undo it')
  const second = said()
  rerender(lines(deleted(1, 'a.pdf')))
  expect(said()).toBe(second)
  rerender(lines())
  expect(screen.getByRole('status').textContent).toBe('')
})
