import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { homework } from '../../contract/homework.ts'
import { type Rendered, renderApp } from '../../testing/renderApp.tsx'

const week = (name: string) => `/classes/1/timetable?week=${name}`
const findLesson = (name: RegExp) => screen.findByRole('button', { name })

async function setDue({ service }: Rendered, id: number, due_at: string): Promise<void> {
  await service.db.updateTable('homeworks').set({ due_at }).where('id', '=', id).execute()
}

it('marks lessons with due homework and submissions to mark, in both views and in German', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: week('2026-W48'), language: 'de' })
  await findLesson(/^Maths.* 1 Hausaufgabe fällig, 7 zu korrigieren$/)
  // The school of the test calls it "Break".
  expect(screen.getAllByText('Pause, 20 Min.')).toHaveLength(2)
  await router.navigate(`${week('2026-W48')}&view=day&day=2026-11-24`)
  await findLesson(/^Maths.* 1 Hausaufgabe fällig, 7 zu korrigieren$/)
})

it('marks due homework for pupils, without numbers of the class', async () => {
  const { router } = await renderApp({ as: 'sommer', at: '/classes/1/homework' })
  await screen.findAllByRole('row', { name: /Fractions p. 45/ })
  await router.navigate(week('2026-W48'))
  await findLesson(/^Maths.* 1 homework due/)
  expect(screen.queryByRole('button', { name: /to mark/ })).toBeNull()
})

it('writes to the pupils without work once the lesson has begun', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/chats' })
  await setDue(app, 1, '2026-11-16T07:00:00.000Z')
  await app.router.navigate(week('2026-W47'))
  await userEvent.click(await findLesson(/^Maths.* 1 homework due, \d+ to mark$/))
  const card = await screen.findByRole('dialog')
  await within(card).findByText('9 missing')
  await userEvent.click(await within(card).findByRole('button', { name: 'Write to these 9' }))
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/chats/new'))
  expect(app.router.state.location.state).toMatchObject({ courseId: 1, remindsOf: 1 })
})

it('warns in the list about a day without school, and moves the due date', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/chats' })
  await setDue(app, 7, '2026-11-20T07:00:00.000Z')
  await app.router.navigate('/classes/1/homework')
  const row = await screen.findByRole('row', { name: /Fractions p. 45/ })
  await within(row).findByText('There is no school on Fri 20 Nov.')
  await userEvent.click(within(row).getByRole('button', { name: /^Move to \w{3} 2\d Nov, period/ }))
  await screen.findByText(/^“Fractions p. 45, .* is now due \w{3} 2\d Nov\.$/)
  const { rows } = await app.api.call(homework.list, { course_id: 1 })
  expect(rows.find(({ id }) => id === 7)?.until_datetime).toMatch(/^2026-11-2[3-7]/)
  await waitFor(() => expect(screen.queryByText(/There is no school/)).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Move back to Fri 20 Nov' }))
  await screen.findByText('Due Fri 20 Nov again.')
  await screen.findByText('There is no school on Fri 20 Nov.')
})

it('moves the due date in the card of a cancelled lesson, back, and again', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/chats' })
  const { due_at } = await app.service.db
    .selectFrom('homeworks')
    .select('due_at')
    .where('id', '=', 7)
    .executeTakeFirstOrThrow()
  const cancelled = { course_id: 1, date: due_at.slice(0, 10) }
  await app.service.db
    .insertInto('representations')
    .values({ ...cancelled, body: JSON.stringify({ kind: 'cancelled', lesson_id: 1 }) })
    .execute()
  await app.router.navigate(week('2026-W48'))
  await userEvent.click(await findLesson(/^Maths.*Cancelled.* 1 homework due/))
  const card = await screen.findByRole('dialog')
  for (let moves = 0; moves < 2; moves++) {
    await userEvent.click(await within(card).findByRole('button', { name: /^Move to \w{3} 2\d Nov, period/ }))
    await userEvent.click(await within(card).findByRole('button', { name: /^Move back to \w{3} 2\d Nov$/ }))
    const result = await within(card).findByText(/^Due \w{3} 2\d Nov again\.$/)
    await waitFor(() => expect(document.activeElement).toBe(result))
    await findLesson(/^Maths.*Cancelled.* 1 homework due/)
  }
})

it('does not overwrite a due date that another user has changed', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/chats' })
  await setDue(app, 7, '2026-11-20T07:00:00.000Z')
  await app.router.navigate('/classes/1/homework')
  const button = await screen.findByRole('button', { name: /^Move to/ })
  await setDue(app, 7, '2026-11-27T07:00:00.000Z')
  await userEvent.click(button)
  await screen.findByText('Another person has changed the due date in the meantime.')
  const { rows } = await app.api.call(homework.list, { course_id: 1 })
  expect(rows.find(({ id }) => id === 7)?.until_datetime).toMatch(/^2026-11-27/)
})

it('shows pupils their own status in the card of the lesson', async () => {
  const app = await renderApp({ as: 'sommer', at: '/chats' })
  await setDue(app, 1, '2026-11-16T07:00:00.000Z')
  await app.router.navigate(week('2026-W47'))
  await userEvent.click(await findLesson(/^Maths.* 1 homework due/))
  const card = await screen.findByRole('dialog')
  await within(card).findByText(/^Handed in Fri 18:02/)
  expect(within(card).queryByRole('button', { name: /^Write to/ })).toBeNull()
})

it('marks a day without school, and leads to the list of homework', async () => {
  const app = await renderApp({ as: 'albrecht', at: '/chats' })
  await setDue(app, 7, '2026-11-20T07:00:00.000Z')
  await app.router.navigate(week('2026-W47'))
  await userEvent.click(await screen.findByRole('link', { name: '1 homework due' }))
  const row = await screen.findByRole('row', { name: /Fractions p. 45/ })
  await within(row).findByText('There is no school on Fri 20 Nov.')
})
