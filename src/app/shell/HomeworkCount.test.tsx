import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keyOf } from '../../api/cache/query.ts'
import { homework as homeworkOfClass } from '../../contract/homework.ts'
import { submissions } from '../../contract/submissions.ts'
import { renderApp } from '../../testing/renderApp.tsx'

const homework = '/classes/1/homework'

it('shows the number to mark, and reuses it in the list', async () => {
  const { getPaths, respond } = recordRequests()
  const { api, router } = await renderApp({ as: 'albrecht', at: '/classes/1/timetable', respond })
  const link = await screen.findByRole('link', { name: 'Homework 23 to mark in 8b' })
  expect(link.getAttribute('href')).toBe(homework)
  const once = ['/api/v2/courses/1/homeworks']
  expect(getPaths()).toEqual(once)
  await act(() => router.navigate(homework))
  await screen.findByRole('row', { name: /Fractions p. 42/ })
  await act(() => router.navigate('/classes/1/timetable'))
  await screen.findByRole('heading', { level: 1, name: 'Timetable' })
  screen.getByRole('link', { name: 'Homework 23 to mark in 8b' })
  expect(getPaths()).toEqual(once)

  const { rows } = await api.call(submissions.list, { todo_id: 1 })
  const handedIn = rows.find(({ submission }) => submission.is_submitted && !submission.is_corrected)
  const input = { todo_id: 1, user_id: handedIn?.user.id ?? 0, body: { teacher_correction: 'Well done.' } }
  const sentAt = Date.now()
  const response = await api.call(submissions.correct, input)
  act(() => api.recordWrite({ endpoint: submissions.correct, input, sentAt }, response))
  await screen.findByRole('link', { name: 'Homework 22 to mark in 8b' })
})

it('counts again after another user changed a submission', async () => {
  const { api } = await renderApp({ as: 'albrecht', at: '/classes/1/timetable' })
  await screen.findByRole('link', { name: 'Homework 23 to mark in 8b' })
  const { rows } = await api.call(submissions.list, { todo_id: 1 })
  const handedIn = rows.find(({ submission }) => submission.is_submitted && !submission.is_corrected)
  const body = { teacher_correction: 'Well done.' }
  await api.call(submissions.correct, { todo_id: 1, user_id: handedIn?.user.id ?? 0, body })
  await act(() =>
    api.queryClient.invalidateQueries({ queryKey: keyOf(homeworkOfClass.list, { course_id: 1 }) }),
  )
  await screen.findByRole('link', { name: 'Homework 22 to mark in 8b' })
})

it('shows a pupil the number to hand in, without requests for submissions', async () => {
  const { getPaths, respond } = recordRequests()
  const { api } = await renderApp({ as: 'sommer', at: '/classes/1/timetable', respond })
  const link = await screen.findByRole('link', { name: /^Homework \d+ to hand in for 8b$/ })
  const before = Number(/\d+/.exec(link.textContent)?.[0])
  expect(getPaths()).toEqual(['/api/v2/courses/1/homeworks'])

  const { rows } = await api.call(homeworkOfClass.mine, {})
  const toDo = rows.find(
    ({ course_id, is_submissionable, own_status, until_datetime }) =>
      course_id === 1 && is_submissionable && !own_status?.is_submitted && until_datetime > '2026-11-19',
  )
  const input = { todo_id: toDo?.id ?? 0, body: { comment: 'My answers' } }
  const sentAt = Date.now()
  const response = await api.call(submissions.handIn, input)
  act(() => api.recordWrite({ endpoint: submissions.handIn, input, sentAt }, response))
  const name = before > 1 ? `Homework ${before - 1} to hand in for 8b` : 'Homework'
  await screen.findByRole('link', { name })
})

it('shows no number if the service does not send it', async () => {
  const task = { id: 7, course_id: 1, lesson_id: 1, text: 'Task', note: null, can_edit: false }
  const list = [{ ...task, until_datetime: '2026-11-30 08:00:00', is_submissionable: true }]
  const { api } = await renderApp({
    as: 'sommer',
    at: '/classes/1/timetable',
    respond: ({ url }) => (url.endsWith('/courses/1/homeworks') ? Response.json(list) : undefined),
  })
  await screen.findByRole('link', { name: /^Chats \d+ unread$/ })
  const key = keyOf(homeworkOfClass.list, { course_id: 1 })
  await waitFor(() => expect(api.queryClient.getQueryData(key)?.rows).toHaveLength(1))
  screen.getByRole('link', { name: 'Homework' })
})

/** Records the requests for homework and submissions, sorted by path. */
function recordRequests() {
  const paths: string[] = []
  return {
    getPaths: () => paths.filter(path => /homeworks|submissions/.test(path)).toSorted(),
    respond: (request: Request) => void paths.push(new URL(request.url).pathname),
  }
}
