import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { MantineRoot } from '../MantineRoot.tsx'
import { WhyDisabled } from './WhyDisabled.tsx'

function show(reason: string | undefined) {
  const onClick = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const getForm = (reason: string | undefined) => (
    <MantineRoot>
      <form onSubmit={onSubmit}>
        <WhyDisabled reason={reason}>
          <button type="submit" title="Sends the form" onClick={onClick}>
            Send
          </button>
        </WhyDisabled>
      </form>
    </MantineRoot>
  )
  const { rerender } = render(getForm(reason))
  return {
    onClick,
    onSubmit,
    button: screen.getByRole('button'),
    setReason: (next: string | undefined) => rerender(getForm(next)),
  }
}

it('says on hover and on focus why a button can’t act, and ignores presses', async () => {
  const { button, onClick, onSubmit } = show('Write a message first.')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.title).toBe('')
  await userEvent.hover(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Write a message first.')
  await userEvent.click(button)
  await userEvent.unhover(button)
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  button.blur()
  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  const tooltip = await screen.findByRole('tooltip')
  expect(button.getAttribute('aria-describedby')).toContain(tooltip.id)
  await userEvent.keyboard('{Enter}')
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})

it('keeps the button and its focus when the button can act', async () => {
  const { button, onClick, onSubmit, setReason } = show('Write a message first.')
  await userEvent.tab()
  setReason(undefined)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBeNull()
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  await userEvent.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledOnce()
  expect(onSubmit).toHaveBeenCalledOnce()
})
