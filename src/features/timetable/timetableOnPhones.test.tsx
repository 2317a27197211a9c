import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'

const at = '/classes/1/timetable'
const findView = (name: 'Day' | 'Week') => screen.findByRole<HTMLInputElement>('radio', { name })

beforeEach(() => {
  const media = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation(query => ({
    ...media(query),
    matches: query.includes('max-width: 47.99em'),
  }))
})

it('opens with the day, and remembers a chosen view in the URL', async () => {
  const { router } = await renderApp({ as: 'sommer', at })
  expect((await findView('Day')).checked).toBe(true)
  await screen.findByRole('region', { name: /^Wednesday 18 November/ })
  expect(router.state.location.search).toBe('')
  await userEvent.click(await findView('Week'))
  await screen.findByRole('table', { name: /^Timetable of the week/ })
  expect(router.state.location.search).toBe('?view=week')
  await userEvent.click(await findView('Day'))
  await waitFor(() => expect(router.state.location.search).toBe('?view=day'))
})

it('shows the week of a link', async () => {
  await renderApp({ as: 'sommer', at: `${at}?week=2026-W48&view=week` })
  await screen.findByRole('table', { name: /^Timetable of the week/ })
  expect((await findView('Week')).checked).toBe(true)
  await screen.findByRole('columnheader', { name: /Mon 23/ })
})
