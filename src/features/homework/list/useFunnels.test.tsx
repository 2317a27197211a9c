import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../../testing/renderApp.tsx'

afterEach(() => vi.unstubAllGlobals())

it('fetches counts of recent homework, and others on screen', async () => {
  const visibleIds = new Set<string>()
  const notifiers: (() => void)[] = []
  class Observer {
    #rows: Element[] = []
    constructor(notify: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
      notifiers.push(() =>
        notify(
          this.#rows.map(target => ({
            target,
            isIntersecting: visibleIds.has(target.getAttribute('data-homework') ?? ''),
          })),
        ),
      )
    }
    observe(row: Element) {
      this.#rows.push(row)
    }
    disconnect() {
      this.#rows = []
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const paths: string[] = []
  const { service, session, router } = await renderApp({
    as: 'albrecht',
    respond: request => void paths.push(new URL(request.url).pathname),
  })
  const state = session.state()
  const user_id = 'user' in state ? state.user.id : 0
  const getCountRequests = () => paths.filter(path => path.endsWith('/submissions'))
  const now = new Date(service.clock()).toISOString()
  const past = Array.from({ length: 10 }, (_, index) => ({
    course_id: 1,
    lesson_id: 1,
    text: `No. ${index}`,
    note: '',
    due_at: `2026-10-${10 + index}T06:00:00.000Z`,
    is_submissionable: 1 as const,
    points: null,
    created_at: now,
  }))
  const inserted = await service.db.insertInto('homeworks').values(past).returning('id').execute()
  const ids = inserted.map(({ id }) => id).toSorted((a, b) => a - b)
  const grant = { resource_field: 'todo_id', user_id, is_write: 1, is_admin: 1 } as const
  await service.db
    .insertInto('permissions')
    .values(ids.map(id => ({ ...grant, resource_id: id, given_by_user_id: null, given_at: now })))
    .execute()
  const [oldest, second] = ids.map(id => `/api/v2/todos/${id}/submissions`)
  await act(() => router.navigate('/classes/1/homework?past=open'))
  await screen.findByRole('row', { name: /No. 9/ })
  // The eight most recent of twelve past tasks, and a later one.
  await waitFor(() => expect(getCountRequests()).toHaveLength(9))
  expect(getCountRequests()).not.toContain(oldest)
  expect(getCountRequests()).not.toContain(second)
  visibleIds.add(`${ids[0]}`)
  await waitFor(() => {
    for (const notify of notifiers) notify()
    expect(getCountRequests()).toContain(oldest)
  })
  expect(getCountRequests()).not.toContain(second)
})
