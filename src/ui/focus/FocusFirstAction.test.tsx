import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
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

function createLazyContent(loaded = <button type="button">Add people</button>) {
  let finish = () => {}
  function Late() {
    const [isLoaded, setLoaded] = useState(false)
    finish = () => setLoaded(true)
    return isLoaded ? loaded : <p>Loading</p>
  }
  return { content: <Late />, finish: () => finish() }
}

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

it.each(dialogs)('focuses the first action of a late %s', async (_, Float) => {
  const { content, finish } = createLazyContent()
  render(
    <Float title="Access" close={close}>
      {content}
    </Float>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })))
  finish()
  await waitFor(() => expect(focused()).toBe('Add people'))
})

it.each(dialogs)('focuses the autofocus control of a late %s', async (_, Float) => {
  const { content, finish } = createLazyContent(
    <>
      <button type="button">Add people</button>
      <fieldset disabled>
        <input data-autofocus />
      </fieldset>
      <button type="button" data-autofocus>
        Keep
      </button>
    </>,
  )
  render(
    <Float title="Access" close={close}>
      {content}
    </Float>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })))
  finish()
  await waitFor(() => expect(focused()).toBe('Keep'))
})

it.each(dialogs)('moves no focus in a %s after a key press', async (_, Float) => {
  const { content, finish } = createLazyContent()
  render(
    <Float title="Access" close={close}>
      {content}
    </Float>,
  )
  const button = screen.getByRole('button', { name: 'Close' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  await userEvent.keyboard('{Shift}')
  finish()
  await screen.findByText('Add people')
  expect(document.activeElement).toBe(button)
})

it('focuses the close button without an action', async () => {
  render(
    <Drawer title="About" close={close}>
      <p>Nothing to do.</p>
    </Drawer>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })))
})
