import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'

const at = '/classes/1/homework'

it('a row menu has its actions, and returns the focus', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: `${at}?sort=subject` })
  const button = await screen.findByRole('button', { name: 'More for “Fractions p. 42”' })
  await userEvent.click(button)
  const menu = await screen.findByRole('menu', { name: 'More for “Fractions p. 42”' })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(item => item.textContent),
  ).toEqual(['Change', 'Access', 'Use again', 'Paper tests'])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }))
  await screen.findByRole('dialog', { name: 'Change homework' })
  expect(router.state.location.pathname).toBe('/classes/1/homework/1/change')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('?sort=subject')
  await userEvent.click(await screen.findByRole('button', { name: 'More for “Fractions p. 42”' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Access' }))
  await screen.findByRole('dialog', { name: 'Access to “Fractions p. 42”' })
  expect(router.state.location.search).toBe('?sort=subject&access=todo_id.1')
})

it('only rows with actions have a menu', async () => {
  await renderApp({ as: 'sommer', at })
  await screen.findByRole('row', { name: /Questions on the source/ })
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull()
})
