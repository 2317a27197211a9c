import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { paths } from '../paths.ts'
import { type RenderOptions, renderApp } from './renderApp.tsx'

/**
 * Opens the desk of the first homework of 8b, or the URL `to`, in the whole app. `calls` are the requests to the API.
 */
export async function openDesk(options: RenderOptions & { to?: string } = {}) {
  const calls: string[] = []
  const { to = paths.desk(1, 1), instead, ...rest } = options
  const app = await renderApp({
    as: 'albrecht',
    at: to,
    ...rest,
    instead: request => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/api/')) calls.push(`${request.method} ${pathname.replace('/api/v2', '')}`)
      // jsdom can’t render PDF files.
      if (pathname.includes('/documents/')) return new Response(null, { status: 404 })
      return instead?.(request)
    },
  })
  return { ...app, calls, user: userEvent.setup(), address: () => app.router.state.location.pathname }
}

export const list = async () => within(await screen.findByRole('complementary', { name: 'Pupils' }))
export const group = async (name: string) => within((await list()).getByRole('region', { name }))
export const namesIn = async (name: string) =>
  (await group(name)).getAllByRole('link').map(link => link.querySelector('bdi')?.textContent)
export const current = async () =>
  (await list()).getAllByRole('link').find(link => link.getAttribute('aria-current') === 'true')
export const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
