import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'

const url = '/classes/1/timetable'

async function openLesson(name: RegExp) {
  const [cell] = await screen.findAllByRole('button', { name })
  await userEvent.click(cell ?? document.body)
  return screen.findByRole('dialog')
}

it('shows the homework due in a lesson, with progress for its teacher', async () => {
  await renderApp({ as: 'albrecht', at: `${url}?week=2026-W48` })
  const card = await openLesson(/^Maths/)
  const due = await within(card).findByRole('link', { name: /^Fractions p. 45, 2 and 4/ })
  expect(due.getAttribute('href')).toBe('/classes/1/homework/7/submissions')
  await within(card).findByText('21 missing · 7 to mark · 0 marked, of 28')
  const subject = within(card).getByRole('link', { name: 'Maths' })
  expect(subject.getAttribute('href')).toBe('/classes/1/subjects/1')
})

it('counts returns in the delivery as marked', async () => {
  const { router } = await renderApp({
    as: 'albrecht',
    at: '/classes/1/homework/7/submissions',
    respond: request =>
      request.method === 'POST' && request.url.includes('/todos/7/submissions/')
        ? new Promise<never>(() => undefined)
        : undefined,
  })
  const panel = await screen.findByRole('complementary', { name: 'Feedback' })
  const text = await within(panel).findByRole('textbox', { name: /^Feedback/ })
  await userEvent.type(text, 'Right.')
  await userEvent.click(within(panel).getByRole('button', { name: 'Return and stay here' }))
  const pupils = screen.getByRole('complementary', { name: 'Pupils' })
  await waitFor(() => expect(pupils.textContent).toMatch(/^1 of 28 marked/))
  await act(() => router.navigate(`${url}?week=2026-W48`))
  const card = await openLesson(/^Maths/)
  await within(card).findByText(/^2[01] missing · [67] to mark · 1 marked, of 28$/)
})

it('links to new homework for the next lesson', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: `${url}?week=2026-W48` })
  const card = await openLesson(/^Maths/)
  const link = await within(card).findByRole('link', { name: 'Set homework for the next lesson' })
  expect(link.getAttribute('href')).toBe('/classes/1/homework/new?subject=1&due=2026-11-24')
  expect(card.textContent).toContain('Next Maths: Tue 24 Nov')
  expect(router.state.location.pathname).toBe(url)
})

it('names the day for which homework is set if the next lesson is later today', async () => {
  await renderApp({ as: 'albrecht', at: url })
  const card = await openLesson(/^Maths/)
  expect(card.textContent).toContain('Next Maths: Wed 18 Nov')
  // The service would choose the first lesson of today, which has begun.
  const link = await within(card).findByRole('link', { name: 'Set homework for Thu 19 Nov' })
  expect(link.getAttribute('href')).toBe('/classes/1/homework/new?subject=1&due=2026-11-19')
})

it('loads the homework of the class once, without write actions for pupils', async () => {
  const requestedPaths: string[] = []
  await renderApp({
    as: 'sommer',
    at: `${url}?week=2026-W48`,
    respond: request => {
      requestedPaths.push(new URL(request.url).pathname)
      return undefined
    },
  })
  await screen.findAllByRole('button', { name: /^Maths/ })
  const lists = () => requestedPaths.filter(path => path.endsWith('/homeworks'))
  expect(lists()).toEqual([])
  const card = await openLesson(/^Maths/)
  const due = await within(card).findByRole('link', { name: /^Fractions p. 45/ })
  expect(due.getAttribute('href')).toBe('/classes/1/homework/7')
  await screen.findByRole('button', { name: /^Maths.* 1 homework due$/ })
  expect(lists()).toHaveLength(1)
  expect(requestedPaths.filter(path => path.endsWith('/submissions'))).toEqual([])
  expect(within(card).queryByRole('link', { name: /Set homework/ })).toBeNull()
})
