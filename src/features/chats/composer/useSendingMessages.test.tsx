import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paths } from '../../../app/paths.ts'
import { renderApp } from '../../../app/renderApp.tsx'
import { faultChatMembers, faultChats } from '../../../service/faultChats.ts'

const patient = { timeout: 20_000 }
vi.setConfig({ testTimeout: 90_000 })

/** What jsdom lacks and a list that draws what is in view asks for: sizes. */
class SizedObserver {
  readonly #tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element) {
    const height = target.getAttribute('role') === 'log' ? 600 : 60
    const entry = { target, contentRect: { width: 500, height } }
    queueMicrotask(() => this.#tell([entry as ResizeObserverEntry], this))
  }
  unobserve() {}
  disconnect() {}
}
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', SizedObserver)
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('shows a message once while its answer is missing, and what waits behind it with the same words', async () => {
  const chatId = faultChats.find(({ name }) => name === 'Never answered')?.id ?? 0
  const { service } = await renderApp({ as: faultChatMembers.admin, at: paths.chat(chatId) })
  const user = userEvent.setup()
  const field = await screen.findByRole('textbox', { name: 'Message' }, patient)
  const log = screen.getByRole('log')
  await waitFor(() => expect(within(log).queryAllByRole('article').length).toBeGreaterThan(0), patient)
  await user.type(field, 'Hall A{Enter}')
  await within(log).findByText('Hall A', {}, patient)
  await user.type(field, 'Hall A{Enter}')
  await waitFor(() => expect(within(log).getAllByText('Hall A')).toHaveLength(2), patient)
  // The poll finds the first among the messages.
  service.advance(30_000)
  window.dispatchEvent(new Event('online'))
  await within(log).findByRole('article', { name: /Hall A$/ }, patient)
  expect(within(log).getAllByText('Hall A')).toHaveLength(2)
  const waiting = within(log).getByRole('button', { name: 'Take back: Hall A' })
  expect(waiting.closest('[data-state]')?.getAttribute('data-state')).toBe('waiting')
})
