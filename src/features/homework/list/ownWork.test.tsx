import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { keyOf } from '../../../api/cache/query.ts'
import { homework } from '../../../contract/homework.ts'
import { submissions } from '../../../contract/submissions.ts'
import { type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'

const at = '/classes/1/homework'
const findGroup = (name: string) => screen.findByRole('heading', { level: 2, name })
const findRow = (name: RegExp) => screen.findByRole('row', { name })

/** Path of an own submission. */
const ownPath = /\/todos\/(\d+)\/submissions\/\d+$/
const getTodoId = (request: Request) => Number(ownPath.exec(new URL(request.url).pathname)?.[1])
const isOwnRead = (request: Request) => request.method === 'GET' && !Number.isNaN(getTodoId(request))

async function open(options: Partial<RenderOptions> = {}) {
  const ids: number[] = []
  const app = await renderApp({
    as: 'sommer',
    at,
    ...options,
    respond: request => {
      if (isOwnRead(request)) ids.push(getTodoId(request))
      return options.respond?.(request)
    },
  })
  return { app, ids }
}

it('groups homework by status, with one status and action per row', async () => {
  const { ids } = await open()
  await findGroup('To do 5')
  await findGroup('Handed in 2')
  await findGroup('Returned 1')
  expect(screen.getByRole('button', { name: 'Past 1' })).toBeTruthy()
  within(await findRow(/Poster/)).getByText('To hand in, 1 h 30 min left')
  within(await findRow(/Vocabulary/)).getByText('Nothing to hand in')
  within(await findRow(/Essay/)).getByText('Handed in Sun 21:05')
  within(await findRow(/Fractions p. 42/)).getByText('Handed in Fri 18:02, 9 h after due')
  const returned = within(await findRow(/Fractions p. 38/))
  expect(returned.getByText('9 of 10').parentElement?.textContent).toBe('Marked 9 of 10')
  expect(returned.queryByRole('link', { name: /Hand in/ })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull()
  // One request for each homework that decides a group.
  expect(ids.toSorted()).toEqual([1, 2, 3, 5, 6, 7, 8, 9])
})

it('the button of a row opens the form with the focus', async () => {
  const { app } = await open()
  await findGroup('Handed in 2')
  await userEvent.click(screen.getByRole('link', { name: 'Hand in again: “Essay: a day without a phone”' }))
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/classes/1/homework/2'))
  const comment = await screen.findByRole('textbox', { name: 'Comment' })
  await waitFor(() => expect(document.activeElement).toBe(comment))
})

it('shows unknown work as unknown', async () => {
  await open({
    respond: request => (getTodoId(request) === 7 ? new Response(null, { status: 500 }) : undefined),
  })
  await findGroup('To do 4')
  await findGroup('Status not known 1')
  const row = await findRow(/Fractions p. 45/)
  await within(row).findByText('Could not be checked')
  expect(within(row).queryByRole('link', { name: /^Hand in/ })).toBeNull()
})

it('follows a correction that is returned while the list is open', async () => {
  const { app, ids } = await open()
  await findGroup('Returned 1')
  const state = app.session.state()
  const user_id = 'user' in state ? state.user.id : 0
  await app.service.db
    .updateTable('submissions')
    .set({ teacher_correction: 'Well done.', points: 12.5, corrected_at: '2026-11-18T09:15:00.000Z' })
    .where('todo_id', '=', 1)
    .where('user_id', '=', user_id)
    .execute()
  const countBefore = ids.length
  // As an event does.
  await act(() =>
    app.api.queryClient.invalidateQueries({ queryKey: keyOf(submissions.get, { todo_id: 1, user_id }) }),
  )
  await findGroup('Returned 2')
  within(await findRow(/Fractions p. 42/)).getByText('12.5 of 15')
  expect(ids.length).toBe(countBefore + 1)
})

it('does not move rows while the focus is in the list', async () => {
  const { app } = await open()
  const handedIn = await findGroup('Handed in 2')
  const state = app.session.state()
  const user_id = 'user' in state ? state.user.id : 0
  const link = screen.getByRole('link', { name: 'Questions on the source, p. 61' })
  act(() => link.focus())
  await app.service.db
    .updateTable('submissions')
    .set({ submitted_at: '2026-11-18T09:15:00.000Z' })
    .where('todo_id', '=', 6)
    .where('user_id', '=', user_id)
    .execute()
  await act(() =>
    app.api.queryClient.invalidateQueries({ queryKey: keyOf(submissions.get, { todo_id: 6, user_id }) }),
  )
  await within(await findRow(/Questions on the source/)).findByText('Handed in Wed 10:15')
  expect(handedIn.textContent).toBe('Handed in 2')
  act(() => link.blur())
  await findGroup('Handed in 3')
})

it('shows work that waits for a connection, and leaves its row in place', async () => {
  const { app } = await open({
    at: '/classes/1/homework/7',
    respond: request => {
      if (request.method !== 'POST' || !request.url.endsWith('/todos/7/submissions')) return undefined
      throw new TypeError('no network')
    },
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Number 4 was hard.')
  await userEvent.click(await screen.findByRole('button', { name: 'Hand in' }))
  await screen.findByRole('heading', { name: 'On its way' })
  await act(() => app.router.navigate(at))
  await findGroup('To do 5')
  const row = await findRow(/Fractions p. 45/)
  await within(row).findByText('On its way')
  expect(within(row).queryByRole('link', { name: /^Hand in/ })).toBeNull()
})

it('lists by due date if the service does not show submissions, and stops asking', async () => {
  const { app, ids } = await open({
    respond: request => (isOwnRead(request) ? new Response(null, { status: 404 }) : undefined),
  })
  await screen.findByText(/^Your school’s service does not show here what you have handed in/)
  await findGroup('Due today 1')
  expect(screen.queryByRole('columnheader', { name: 'Status' })).toBeNull()
  expect(screen.queryByRole('heading', { name: /^To do/ })).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Order' })).toBeTruthy()
  await waitFor(() => expect(app.api.queryClient.isFetching()).toBe(0))
  // Three responses prove that the endpoint is missing. Three more requests may be in flight by then.
  expect(ids.length).toBeLessThanOrEqual(6)
})

it('is translated to German', async () => {
  await open({ language: 'de' })
  await findGroup('Zu erledigen 5')
  await findGroup('Zurückgegeben 1')
  within(await findRow(/Poster/)).getByText('Abzugeben, noch 1 Std. 30 Min.')
  screen.getByText('Abgegeben Fr 18:02, 9 Std. nach Termin')
})

it('tags homework and corrections as new until they are opened', async () => {
  const { app } = await open()
  await findGroup('Returned 1')
  expect(screen.queryByText('New')).toBeNull()
  const state = app.session.state()
  const user_id = 'user' in state ? state.user.id : 0
  await app.service.db
    .updateTable('submissions')
    .set({ corrected_at: '2026-11-18T09:15:00.000Z' })
    .where('todo_id', '=', 3)
    .where('user_id', '=', user_id)
    .execute()
  await act(() =>
    app.api.queryClient.invalidateQueries({ queryKey: keyOf(submissions.get, { todo_id: 3, user_id }) }),
  )
  await within(await findRow(/Fractions p. 38/)).findByText('New')
  expect(screen.getAllByText('New')).toHaveLength(1)
  await userEvent.click(screen.getByRole('link', { name: /Fractions p. 38/ }))
  await screen.findByRole('heading', { name: /Fractions p. 38/ })
  await act(() => app.router.navigate(at))
  await findGroup('Returned 1')
  await waitFor(() => expect(screen.queryByText('New')).toBeNull())
})

it('a service that does not show submissions marks opened homework as seen, too', async () => {
  const { app } = await open({
    respond: request => (isOwnRead(request) ? new Response(null, { status: 404 }) : undefined),
  })
  await findRow(/Vocabulary/)
  await app.service.db
    .updateTable('homeworks')
    .set({ created_at: '2026-11-18T09:15:00.000Z' })
    .where('text', 'like', 'Vocabulary%')
    .execute()
  await act(() => app.api.queryClient.invalidateQueries({ queryKey: keyOf(homework.list, { course_id: 1 }) }))
  await within(await findRow(/Vocabulary/)).findByText('New')
  await userEvent.click(screen.getByRole('link', { name: /Vocabulary/ }))
  await screen.findByRole('heading', { name: /Vocabulary/ })
  await screen.findByText(/does not offer handing in/)
  await act(() => app.router.navigate(at))
  await findRow(/Vocabulary/)
  await waitFor(() => expect(screen.queryByText('New')).toBeNull())
})
