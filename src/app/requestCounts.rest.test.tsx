import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { repeatedEventsMs } from '../contract/events.ts'
import { renderApp } from '../testing/renderApp.tsx'

it.each([
  { login: 'sommer', heading: 'Handed in 2' },
  { login: 'albrecht', heading: 'Overdue marking 1' },
])('the list of homework of $login needs at most ten requests, each once', async ({ login, heading }) => {
  const first = await renderApp({ as: 'ruiz', live: true })
  await expect.poll(() => first.api.live.isUp()).toBe(true)
  cleanup()
  const { service } = first
  // From then on the service repeats the events that a loading page has missed.
  service.advance(repeatedEventsMs)

  const requests: string[] = []
  const { api } = await renderApp({
    as: login,
    at: '/classes/1/homework',
    live: true,
    service,
    respond: ({ method, url }) => {
      const { pathname, search } = new URL(url)
      if (pathname.startsWith('/api/v2/')) requests.push(`${method} ${pathname.slice(7)}${search}`)
      return undefined
    },
  })
  await screen.findByRole('heading', { level: 2, name: heading })
  await screen.findByRole('link', { name: /^Homework \d+ to (?:hand in|mark)/ })
  await expect.poll(() => api.live.isUp()).toBe(true)
  // Then all requests are due that follow the opening of the stream. The focus event sends them.
  service.advance(30_000)
  await act(async () => window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(api.queryClient.isFetching()).toBe(0))

  expect(requests).toEqual([...new Set(requests)])
  expect(requests.filter(request => request.includes('/submissions'))).toEqual([])
  expect(requests.length).toBeLessThanOrEqual(10)
})
