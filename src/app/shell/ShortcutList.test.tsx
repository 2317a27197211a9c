import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'

const find = { en: 'Find', de: 'Suchen' } as const
const title = { en: 'Keyboard shortcuts', de: 'Tastenkürzel' } as const

/** Labels of the search button and of the listed shortcuts, on the screen of the chats. */
async function getLabels(language: 'en' | 'de') {
  await renderApp({ as: 'albrecht', at: '/chats/1', language })
  const button = await screen.findByRole('button', { name: find[language] })
  await screen.findByRole('region', { name: /8b/ })
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: title[language] })
  const keys = [...dialog.querySelectorAll('kbd')].map(key => key.textContent)
  return { button: within(button).getByText(/K$/).textContent, keys, dialog }
}

it('labels the command key with Ctrl in English', async () => {
  const { button, keys, dialog } = await getLabels('en')
  expect(button).toBe('Ctrl K')
  expect(keys).toEqual(expect.arrayContaining(['Ctrl K', 'Ctrl Shift F', 'Alt ↑']))
  expect(dialog.textContent).toContain('except those with Ctrl or Alt.')
})

it('labels the command key with Strg in German', async () => {
  const { button, keys, dialog } = await getLabels('de')
  expect(button).toBe('Strg K')
  expect(keys).toEqual(expect.arrayContaining(['Strg K', 'Strg Umschalt F', 'Alt ↑']))
  expect(dialog.textContent).toContain('außer denen mit Strg oder Alt.')
  expect(dialog.textContent).not.toContain('Ctrl')
})

it('labels the command key with ⌘ on Apple computers', async () => {
  const platform = vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
  onTestFinished(() => platform.mockRestore())
  const { button, keys } = await getLabels('de')
  expect(button).toBe('⌘K')
  expect(keys).toContain('⌘Umschalt F')
})
