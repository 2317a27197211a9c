import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { faultChatMembers, faultChats } from '../../../testing/faults/faults.ts'
import { renderApp } from '../../../testing/renderApp.tsx'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'

stubElementSizes()

it('shows a message without response once, above waiting ones', async () => {
  const chatId = faultChats.find(({ name }) => name === 'Never answered')?.id ?? 0
  const { service } = await renderApp({ as: faultChatMembers.admin, at: paths.chat(chatId), faults: true })
  const user = userEvent.setup()
  const field = await screen.findByRole('textbox', { name: 'Message' })
  const log = screen.getByRole('log')
  await waitFor(() => expect(within(log).queryAllByRole('article').length).toBeGreaterThan(0))
  await user.type(field, 'Hall A{Enter}')
  await within(log).findByText('Hall A')
  await user.type(field, 'Hall A{Enter}')
  await waitFor(() => expect(within(log).getAllByText('Hall A')).toHaveLength(2))
  // The poll finds the first message in the list.
  service.advance(30_000)
  window.dispatchEvent(new Event('online'))
  await within(log).findByRole('article', { name: /Hall A$/ })
  expect(within(log).getAllByText('Hall A')).toHaveLength(2)
  const waiting = within(log).getByRole('button', { name: 'Take back: Hall A' })
  expect(waiting.closest('[data-state]')?.getAttribute('data-state')).toBe('waiting')
})
