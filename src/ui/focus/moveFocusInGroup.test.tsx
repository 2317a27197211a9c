import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { render } from '../../testing/render.tsx'
import { moveFocusInGroup } from './moveFocusInGroup.ts'

it('moves through a group by arrow keys, wrapping around', async () => {
  const user = userEvent.setup()
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons have the focus.
    <div onKeyDown={event => moveFocusInGroup(event, 'button')}>
      <button type="button">One</button>
      <button type="button">Two</button>
      <button type="button">Three</button>
      <input aria-label="Other" />
    </div>,
  )
  const focused = () => document.activeElement?.textContent
  screen.getByText('One').focus()
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(focused()).toBe('Three')
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('One')
  await user.keyboard('{ArrowLeft}{ArrowUp}')
  expect(focused()).toBe('Two')
  const other = screen.getByLabelText('Other')
  other.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(other)
})
