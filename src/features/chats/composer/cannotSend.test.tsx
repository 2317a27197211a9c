import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

const at = paths.chat(1)
const findField = () => screen.findByRole('textbox', { name: 'Message' })

it('says why an empty message can’t be sent', async () => {
  await renderApp({ as: 'albrecht', at })
  const field = await findField()
  const send = screen.getByRole('button', { name: 'Send' })
  const sendLater = await screen.findByRole('button', { name: 'Send later' })
  for (const button of [send, sendLater]) {
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toBe('Write a message first.')
    await userEvent.click(button)
    await userEvent.unhover(button)
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.type(field, 'Hello')
  for (const button of [send, sendLater]) expect(button.getAttribute('aria-disabled')).toBeNull()
})

it('asks for confirmation if that is chosen before the text', async () => {
  await renderApp({ as: 'albrecht', at })
  const field = await findField()
  const button = screen.getByRole('button', { name: 'Please confirm' })
  await userEvent.click(button)
  await screen.findByText(/^Everyone is asked to press/)
  await userEvent.type(field, 'Bring your passport.')
  expect(button.getAttribute('aria-pressed')).toBe('true')
})

it('offers pupils no request for confirmation', async () => {
  await renderApp({ as: 'sommer', at })
  await findField()
  screen.getByRole('button', { name: 'Poll' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Please confirm' })).toBeNull())
})
