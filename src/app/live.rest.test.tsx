import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../testing/renderApp.tsx'
import { stubElementSizes } from '../testing/stubElementSizes.ts'

stubElementSizes()

type Change = {
  of: string
  as: string
  at: string
  /** Waits until the screen has loaded. */
  shows: () => Promise<unknown>
  by: string
  post: (send: (method: string, path: string, body?: unknown) => Promise<unknown>) => Promise<unknown>
  after: () => unknown
}

const changes: Change[] = [
  {
    of: 'a message',
    ...{ as: 'sommer', at: '/chats/1', by: 'albrecht' },
    shows: () => screen.findByRole('log'),
    post: send => send('POST', '/chats/1/messages', { text: 'Told at once' }),
    after: () => screen.getAllByText('Told at once'),
  },
  {
    of: 'a correction',
    ...{ as: 'sommer', at: '/classes/1/homework/1', by: 'albrecht' },
    shows: () => screen.findByText(/^Fractions p\. 42/),
    post: send => send('POST', '/todos/1/submissions/13', { teacher_correction: 'Neat work.', points: 12.5 }),
    after: () => screen.getByText('Neat work.'),
  },
  {
    of: 'homework',
    ...{ as: 'albrecht', at: '/classes/1/homework', by: 'ruiz' },
    shows: () => screen.findAllByText(/Fractions p\. 42/),
    post: send =>
      send('POST', '/courses/1/homeworks', { lesson_id: 1, text: 'New today', until_datetime: '2026-11-20' }),
    after: () => screen.getAllByText(/New today/),
  },
  {
    of: 'a file',
    ...{ as: 'albrecht', at: '/classes/1/files', by: 'ruiz' },
    shows: () => screen.findByRole('heading', { level: 1, name: 'Files' }),
    post: send => send('POST', '/course/1/files', { name: 'A folder of Omar', is_dir: true }),
    after: () => screen.getAllByText('A folder of Omar'),
  },
  {
    of: 'access',
    // By Jana Albrecht in another session. Until then Peter Kern can only read.
    ...{ as: 'albrecht', at: '/classes/1/homework?access=todo_id.1', by: 'albrecht' },
    shows: () => screen.findByRole('dialog', { name: 'Access to “Fractions p. 42”' }),
    post: send =>
      send('POST', '/permissions', {
        resource_ids: { todo_id: 1 },
        target_ids: { user_id: 3 },
        is_write: true,
      }),
    after: () =>
      within(screen.getByRole('dialog')).getByText(
        (_, row) => row?.tagName === 'LI' && /Peter KernTeacherWrite/.test(row.textContent ?? ''),
      ),
  },
]

// jsdom can’t render PDF files.
const noFiles = ({ url }: Request) =>
  url.includes('/documents/') ? new Response(null, { status: 404 }) : undefined

it.each(changes)('the open screen shows the change of another session: $of', async change => {
  const { api, service } = await renderApp({ as: change.as, at: change.at, live: true, respond: noFiles })
  await change.shows()
  await expect.poll(() => api.live.isUp()).toBe(true)
  // Advances both clocks. The focus event makes the page send its due requests.
  const pass = async (ms: number) => {
    service.advance(ms)
    await act(async () => window.dispatchEvent(new Event('focus')))
  }
  // Wait until the requests that follow the opening of a page are over.
  await pass(30_000)
  await expect.poll(() => api.queryClient.isFetching()).toBe(0)
  expect(change.after).toThrow()
  const token = await service.signIn(change.by)
  await change.post(async (method, path, body) => {
    const response = await service.send(method, `/api/v2${path}`, {
      token,
      ...(body !== undefined && { body }),
    })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    return response.json()
  })
  await expect
    .poll(
      async () => {
        await pass(500)
        return change.after()
      },
      { interval: 100 },
    )
    .toBeTruthy()
})
