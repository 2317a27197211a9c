import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'

// Scrolling to a match waits for pending updates.
const click = (button: HTMLElement) => act(async () => button.click())
const type = (field: HTMLElement, value: string) =>
  act(async () => void fireEvent.change(field, { target: { value } }))
const press = (key: string, modifiers: { ctrlKey?: true; shiftKey?: true } = {}) =>
  act(async () => {
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
    document.activeElement?.dispatchEvent(pressed)
  })

it('moves between matches, and returns the focus on close', async () => {
  await renderApp({ as: 'albrecht', at: '/chats/1' })
  const open = await screen.findByRole('region', { name: 'Class 8b' })
  await within(open).findByRole('log')
  const button = within(open).getByRole('button', { name: 'Search in this chat' })
  button.focus()
  await press('/')
  const field = await screen.findByRole('searchbox', { name: 'Search in Class 8b' })
  expect(document.activeElement).toBe(field)
  const position = () =>
    within(screen.getByRole('search', { name: 'Search in Class 8b' })).getByRole('status').textContent

  await type(field, 'MUSEUM')
  await waitFor(() => expect(position()).toMatch(/^1 of \d+$/))
  const count = Number(position()?.slice(5))
  expect(count).toBeGreaterThan(2)
  await press('Enter')
  await press('Enter')
  expect(position()).toBe(`3 of ${count}`)
  await press('Enter', { shiftKey: true })
  expect(position()).toBe(`2 of ${count}`)
  await click(screen.getByRole('button', { name: 'Next newer match' }))
  await click(screen.getByRole('button', { name: 'Next newer match' }))
  expect(position()).toBe(`${count} of ${count}`)

  await type(field, 'xyzzy')
  await waitFor(() => expect(position()).toBe('Nothing found'))
  expect(screen.getByRole('button', { name: 'Next older match' }).getAttribute('aria-disabled')).toBe('true')
  await press('Escape')
  expect(screen.queryByRole('searchbox', { name: 'Search in Class 8b' })).toBeNull()
  expect(document.activeElement).toBe(button)
  const pen = await screen.findByRole('textbox', { name: /Message/ })
  act(() => pen.focus())
  await press('F', { ctrlKey: true, shiftKey: true })
  const again = await screen.findByRole('searchbox', { name: 'Search in Class 8b' })
  act(() => pen.focus())
  await press('F', { ctrlKey: true, shiftKey: true })
  expect(document.activeElement).toBe(again)
  await press('Escape')
  expect(document.activeElement).toBe(pen)
})
