import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

it('has one button per label; Escape runs the first', async () => {
  const keep = vi.fn()
  render(
    <ConfirmDialog
      title="Delete the file?"
      cancel={{ label: 'Keep it', run: keep }}
      confirm={{ label: 'Delete it', run: () => undefined }}
    >
      <p>It goes for everybody.</p>
    </ConfirmDialog>,
  )
  expect(screen.getAllByRole('button').map(button => button.textContent)).toEqual(['Keep it', 'Delete it'])
  await userEvent.keyboard('{Escape}')
  expect(keep).toHaveBeenCalledOnce()
})
