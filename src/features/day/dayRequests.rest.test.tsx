import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'
import { hour, day as sampleDay, subject } from '../../testing/sampleDays.ts'

afterEach(() => vi.useRealTimers())

/** Records the requests to the service. */
function recordRequests(respond: (path: string) => Response | undefined = () => undefined) {
  const paths: string[] = []
  return {
    paths,
    /** Without settings, which belong to no screen. */
    takeSorted: () =>
      paths
        .splice(0)
        .filter(path => !path.includes('/me/settings'))
        .toSorted(),
    respond: ({ url }: Request) => {
      const { pathname } = new URL(url)
      const path = pathname.replace('/api/v2', '')
      if (path === pathname) return undefined
      paths.push(path)
      return respond(path)
    },
  }
}

it('opens with four requests', async () => {
  const { takeSorted, respond } = recordRequests()
  const { api } = await renderApp({ as: 'albrecht', at: '/day', respond })
  const today = await screen.findByRole('region', { name: /^Wednesday/ })
  await within(today).findAllByText('8b')
  // The number of the rail uses the same response.
  await screen.findByRole('link', { name: 'Homework 23 to mark in 8b' })
  await screen.findByRole('link', { name: /^Chats \d+ unread$/ })
  await waitFor(() => expect(api.queryClient.isFetching()).toBe(0))
  expect(takeSorted()).toEqual([
    '/chats',
    '/me/courses/memberships',
    '/me/homeworks',
    '/me/timetable/timeline',
  ])
})

it('spreads the requests of many classes over minutes if the service lacks the extensions', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const lessons = [hour(1, subject(1, 'Maths', '204', 'Albrecht'))]
  const { takeSorted, respond } = recordRequests(path => {
    if (/^\/courses\/\d+\/timetable/.test(path)) return Response.json([sampleDay('2026-11-18', lessons)])
    return /^\/courses\/\d+\/homeworks/.test(path) ? Response.json([]) : undefined
  })
  const ofClasses = (resource: string, ids: number[]) => ids.map(id => `/courses/${id}/${resource}`)
  const addedClasses = [1, 2, 3, 4, 5, 6, 7, 8]
  const { api } = await renderApp({
    as: 'albrecht',
    at: '/day',
    documentedOnly: true,
    storage: { 'staffroom.person.1': JSON.stringify({ addedClasses }) },
    respond,
  })
  const today = await screen.findByRole('region', { name: /^Wednesday/ })
  const expectLessons = (count: number) =>
    waitFor(() => expect(within(today).getAllByRole('link', { name: 'Maths' })).toHaveLength(count))
  // `waitFor` repeats with setInterval, which is mocked, or after changes of the document. A last response may cause none.
  const expectIdle = () => expect.poll(() => api.queryClient.isFetching(), { timeout: 20_000 }).toBe(0)

  await expectLessons(4)
  await screen.findByRole('link', { name: /^Chats \d+ unread$/ })
  await expectIdle()
  expect(takeSorted()).toEqual([
    '/chats',
    ...ofClasses('timetable/timeline', [1, 2, 3, 4]),
    '/me/courses/memberships',
    '/me/timetable/timeline',
  ])
  screen.getByText(/^4 more classes are loaded in a minute/)
  expect(within(today).getAllByText('Homework not loaded yet')).toHaveLength(4)
  expect(screen.queryByText(/^Nothing (?:due|to mark)/)).toBeNull()

  act(() => vi.advanceTimersByTime(60_000))
  await expectLessons(8)
  await waitFor(() => expect(within(today).getAllByText('Nothing due')).toHaveLength(2))
  await expectIdle()
  expect(takeSorted()).toEqual(
    [...ofClasses('homeworks', [1, 2]), ...ofClasses('timetable/timeline', [5, 6, 7, 8])].toSorted(),
  )
  screen.getAllByText('Not known yet: the homework of 6 classes is loaded in a minute.')

  act(() => vi.advanceTimersByTime(60_000))
  await waitFor(() => expect(within(today).getAllByText('Nothing due')).toHaveLength(8))
  expect(screen.queryByText(/loaded in a minute/)).toBeNull()
})
