import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { paths } from '../paths.ts'
import { type RenderOptions, renderApp } from './renderApp.tsx'

/** Opens the desk of the first homework of 8b in the whole app. `calls` are its requests. */
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
      // jsdom can't render PDF files.
      if (pathname.includes('/documents/')) return new Response(null, { status: 404 })
      return instead?.(request)
    },
  })
  return { ...app, calls, user: userEvent.setup(), address: () => app.router.state.location.pathname }
}

export const pupilList = async () => within(await screen.findByRole('complementary', { name: 'Pupils' }))
export const pupilGroup = async (name: string) => within((await pupilList()).getByRole('region', { name }))
export const namesInGroup = async (name: string) =>
  (await pupilGroup(name)).getAllByRole('link').map(link => link.querySelector('bdi')?.textContent)
export const currentPupilLink = async () =>
  (await pupilList()).getAllByRole('link').find(link => link.getAttribute('aria-current') === 'true')
export const taskHeading = (name: string) => screen.findByRole('heading', { level: 2, name })
