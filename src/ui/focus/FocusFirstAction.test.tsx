import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { render } from '../../testing/render.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { Drawer } from '../layout/Drawer.tsx'

const close = { label: 'Close', run: () => undefined }
const focused = () => document.activeElement?.textContent
const dialogs = [
  ['drawer', Drawer],
  ['dialog', Dialog],
] as const

it.each(dialogs)('focuses the first action of a %s, not its close button', async (_, Float) => {
  render(
    <Float title="Access" close={close}>
      <button type="button" disabled>
        Not now
      </button>
      <button type="button">Add people</button>
      <button type="button">Remove</button>
    </Float>,
  )
  await waitFor(() => expect(focused()).toBe('Add people'))
})

it.each(dialogs)('keeps the focus on a control with autofocus: %s', async (_, Float) => {
  render(
    <Float title="Access" close={close}>
      <button type="button">Add people</button>
      <button type="button" data-autofocus>
        Keep
      </button>
    </Float>,
  )
  await waitFor(() => expect(focused()).toBe('Keep'))
})

it('focuses the close button without an action', async () => {
  render(
    <Drawer title="About" close={close}>
      <p>Nothing to do.</p>
    </Drawer>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })))
})
