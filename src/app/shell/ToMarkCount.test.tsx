import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { submissions } from '../../contract/submissions.ts'
import { renderApp } from '../../testing/renderApp.tsx'

const homework = '/classes/1/homework'

it('shows the number of submissions to mark on every screen once the homework list was shown', async () => {
  const asked: string[] = []
  const { api, router } = await renderApp({
    as: 'albrecht',
    at: '/classes/1/timetable',
    instead: request => void asked.push(new URL(request.url).pathname),
  })
  await screen.findAllByRole('link', { name: /^Chats \d+ unread$/ })
  expect(screen.queryByRole('link', { name: /to mark$/ })).toBeNull()
  expect(asked.filter(path => /homeworks|submissions/.test(path))).toEqual([])

  await act(() => router.navigate(homework))
  const [link, inTabs] = await screen.findAllByRole('link', { name: 'Homework 23 to mark' })
  expect([link, inTabs].map(each => each?.getAttribute('href'))).toEqual([homework, homework])
  await act(() => router.navigate('/classes/1/timetable'))
  await screen.findByRole('heading', { level: 1, name: 'Timetable' })
  expect(screen.getAllByRole('link', { name: 'Homework 23 to mark' })).toHaveLength(2)

  // A correction is returned as the outbox returns it.
  const { rows } = await api.call(submissions.list, { todo_id: 1 })
  const handedIn = rows.find(({ submission }) => submission.is_submitted && !submission.is_corrected)
  const input = { todo_id: 1, user_id: handedIn?.user.id ?? 0, body: { teacher_correction: 'Well done.' } }
  const sentAt = Date.now()
  const answer = await api.call(submissions.correct, input)
  act(() => api.wrote({ endpoint: submissions.correct, input, sentAt }, answer))
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Homework 22 to mark' })).toHaveLength(2))
})

it('shows nothing to a pupil', async () => {
  await renderApp({ as: 'sommer', at: homework })
  await screen.findByRole('row', { name: /Questions on the source/ })
  await screen.findAllByRole('link', { name: /^Chats \d+ unread$/ })
  expect(screen.getAllByRole('link', { name: 'Homework' })).toHaveLength(2)
})
