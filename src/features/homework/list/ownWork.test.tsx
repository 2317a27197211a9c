import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { keyOf } from '../../../api/cache/query.ts'
import { homework } from '../../../contract/homework.ts'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'

const at = '/classes/1/homework'
const findGroup = (name: string) => screen.findByRole('heading', { level: 2, name })
const findRow = (name: RegExp) => screen.findByRole('row', { name })

/** Fetches the list again, as an event does. */
const refetchList = ({ api }: Rendered) =>
  act(() => api.queryClient.invalidateQueries({ queryKey: keyOf(homework.list, { course_id: 1 }) }))

const getUserId = ({ session }: Rendered) => {
  const state = session.state()
  return 'user' in state ? state.user.id : 0
}

const open = (options: Partial<RenderOptions> = {}) => renderApp({ as: 'sommer', at, ...options })

it('groups homework by status, with one status and action per row', async () => {
  await open()
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
})

it('the button of a row opens the form with the focus', async () => {
  const app = await open()
  await findGroup('Handed in 2')
  await userEvent.click(screen.getByRole('link', { name: 'Hand in again: “Essay: a day without a phone”' }))
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/classes/1/homework/2'))
  const comment = await screen.findByRole('textbox', { name: 'Comment' })
  await waitFor(() => expect(document.activeElement).toBe(comment))
  // After a visit elsewhere, Back shows the work.
  await act(async () => app.router.navigate('/classes/1/homework'))
  await findGroup('Handed in 2')
  await act(async () => app.router.navigate(-1))
  expect(await screen.findByRole('button', { name: 'Hand in again' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
})

it('follows a correction that is returned while the list is open', async () => {
  const app = await open()
  await findGroup('Returned 1')
  const user_id = getUserId(app)
  await app.service.db
    .updateTable('submissions')
    .set({ teacher_correction: 'Well done.', points: 12.5, corrected_at: '2026-11-18T09:15:00.000Z' })
    .where('todo_id', '=', 1)
    .where('user_id', '=', user_id)
    .execute()
  await refetchList(app)
  await findGroup('Returned 2')
  within(await findRow(/Fractions p. 42/)).getByText('12.5 of 15')
})

it('does not move rows while the focus is in the list', async () => {
  const app = await open()
  const handedIn = await findGroup('Handed in 2')
  const user_id = getUserId(app)
  const link = screen.getByRole('link', { name: 'Questions on the source, p. 61' })
  act(() => link.focus())
  await app.service.db
    .updateTable('submissions')
    .set({ submitted_at: '2026-11-18T09:15:00.000Z' })
    .where('todo_id', '=', 6)
    .where('user_id', '=', user_id)
    .execute()
  await refetchList(app)
  await within(await findRow(/Questions on the source/)).findByText('Handed in Wed 10:15')
  expect(handedIn.textContent).toBe('Handed in 2')
  act(() => link.blur())
  await findGroup('Handed in 3')
})

it('shows work that waits for a connection, and leaves its row in place', async () => {
  const app = await open({
    at: '/classes/1/homework/7',
    respond: request => {
      if (request.method !== 'POST' || !request.url.endsWith('/todos/7/submissions')) return undefined
      throw new TypeError('no network')
    },
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Number 4 was hard.')
  await userEvent.click(await screen.findByRole('button', { name: 'Hand in' }))
  await screen.findByText(/^No answer yet/)
  await act(() => app.router.navigate(at))
  await findGroup('To do 5')
  const row = await findRow(/Fractions p. 45/)
  await within(row).findByText('On its way')
  expect(within(row).queryByRole('link', { name: /^Hand in/ })).toBeNull()
})

it('lists by due date if the service does not send the own status', async () => {
  const task = { id: 7, course_id: 1, lesson_id: 1, text: 'Fractions p. 45', note: null, can_edit: false }
  const list = [{ ...task, until_datetime: '2026-11-19T08:00:00', is_submissionable: true }]
  const paths: string[] = []
  await open({
    respond: ({ url }) => {
      paths.push(new URL(url).pathname)
      return url.endsWith('/courses/1/homeworks') ? Response.json(list) : undefined
    },
  })
  await findGroup('Next 7 days 1')
  expect(screen.queryByRole('columnheader', { name: 'Status' })).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Order' })).toBeTruthy()
  expect(paths.filter(path => path.includes('/submissions'))).toEqual([])
})

it('is translated to German', async () => {
  await open({ language: 'de' })
  await findGroup('Zu erledigen 5')
  await findGroup('Zurückgegeben 1')
  within(await findRow(/Poster/)).getByText('Abzugeben, noch 1 Std. 30 Min.')
  screen.getByText('Abgegeben Fr 18:02, 9 Std. nach Termin')
})

it('tags homework and corrections as new until they are opened', async () => {
  const app = await open()
  await findGroup('Returned 1')
  expect(screen.queryByText('New')).toBeNull()
  const user_id = getUserId(app)
  await app.service.db
    .updateTable('submissions')
    .set({ corrected_at: '2026-11-18T09:15:00.000Z' })
    .where('todo_id', '=', 3)
    .where('user_id', '=', user_id)
    .execute()
  await refetchList(app)
  await within(await findRow(/Fractions p. 38/)).findByText('New')
  expect(screen.getAllByText('New')).toHaveLength(1)
  await userEvent.click(screen.getByRole('link', { name: /Fractions p. 38/ }))
  await screen.findByRole('heading', { name: /Fractions p. 38/ })
  await act(() => app.router.navigate(at))
  await findGroup('Returned 1')
  await waitFor(() => expect(screen.queryByText('New')).toBeNull())
})
