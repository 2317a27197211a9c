import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'
import { sizedPage } from '../../../testing/sizedPage.ts'

sizedPage()

it('shows no number of people before they are loaded, on a service without class members', async () => {
  const open = Promise.withResolvers<undefined>()
  await renderApp({
    as: 'albrecht',
    at: '/classes/1/access',
    instead({ url }) {
      const { pathname } = new URL(url)
      if (pathname === '/api/v2/courses/1/members') return new Response('', { status: 404 })
      return pathname === '/api/v2/permissions' ? open.promise : undefined
    },
  })
  const tools = await screen.findByRole('search')
  expect(tools.textContent).toMatch(/\d+ items?/)
  expect(tools.textContent).not.toMatch(/\bpeople\b/)
  open.resolve(undefined)
  await screen.findAllByText(/^[1-9]\d* people · /)
})
