import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Role } from '../../contract/lessons.ts'
import { renderApp } from '../../testing/renderApp.tsx'
import { hour, mySlot, day as sampleDay, subject } from '../../testing/sampleDays.ts'

const day = (name: RegExp) => screen.findByRole('region', { name })
const part = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: new RegExp(`^${name}`) })
  const section = heading.parentElement
  if (!section) throw new Error(`no section ${name}`)
  return section
}

it('shows lessons of all classes', async () => {
  await renderApp({ as: 'albrecht', at: '/day' })
  const today = await day(/^Wednesday 18 November/)
  const lessons = within(today).getAllByRole('listitem')
  await waitFor(() => expect(lessons[0]?.textContent).toMatch(/8b.*Maths.*Fractions p\. 42: 16 to mark/))
  expect(today.textContent).toContain('Now, 20 min left')
  expect(today.textContent).toContain('6c')
  expect(today.textContent).toMatch(/instead of 204 B12/)
  await day(/^Thursday 19 November/)
  const [set] = await within(today).findAllByRole('link', { name: 'Set homework' })
  expect(set?.getAttribute('href')).toBe('/classes/1/homework/new?subject=1&due=2026-11-19')
})

it('lists submissions to mark over all classes, the oldest first, and unread chats', async () => {
  await renderApp({ as: 'albrecht', at: '/day' })
  const toMark = await part('To mark')
  // The name of each class is a request of its own.
  await waitFor(() =>
    expect(
      within(toMark)
        .getAllByRole('listitem')
        .map(row => row.textContent),
    ).toEqual([
      expect.stringMatching(/^6c\s*Angles p\. 17.*due 5 days ago8$/),
      expect.stringMatching(/^8b\s*Fractions p\. 42.*due 5 days ago16$/),
      expect.stringMatching(/7$/),
      expect.stringMatching(/2$/),
    ]),
  )
  expect(toMark.textContent).toContain('Homework due in the last 60 days.')
  const unread = within(await part('Unread'))
  const chat = await unread.findByRole('link', { name: /^Teachers 8b/ })
  expect(chat.getAttribute('href')).toMatch(/^\/chats\/\d+$/)
})

it('shows pupils lessons, homework to do and new feedback', async () => {
  await renderApp({ as: 'sommer', at: '/day' })
  const today = await day(/^Wednesday/)
  expect(within(today).queryByRole('link', { name: 'Set homework' })).toBeNull()
  await within(await part('To do')).findAllByRole('listitem')
  expect(screen.queryByRole('heading', { name: /^To mark/ })).toBeNull()
})

it('moves through the lessons with j and k, and sets homework with h', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: '/day' })
  const today = await day(/^Wednesday/)
  // Until the classes are loaded, no homework can be set.
  await within(today).findAllByRole('link', { name: 'Set homework' })
  await userEvent.keyboard('j')
  const [first, second] = within(today).getAllByRole('link', { name: 'Maths' })
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('kh')
  await waitFor(() => expect(router.state.location.pathname).toBe('/classes/1/homework/new'))
})

/** The Maths lesson of Thursday, in which homework 7 is due, with a change. */
async function renderThursday(
  change: object,
  { storage = {}, role }: { storage?: Record<string, string>; role?: Role } = {},
) {
  const lessons = [mySlot(hour(1, subject(1, 'Maths')), role)]
  const representations = [{ id: 1, lesson_id: 1, course_id: 1, ...change }]
  const timetable = [{ ...sampleDay('2026-11-19', []), lessons, representations }]
  const isDue = Promise.withResolvers<void>()
  const { service } = await renderApp({
    as: 'albrecht',
    at: '/day',
    storage,
    respond: async ({ url }) => {
      if (url.includes('/me/homeworks')) await isDue.promise
      return url.includes('/me/timetable/timeline') ? Response.json(timetable) : undefined
    },
  })
  const due_at = '2026-11-19T07:00:00.000Z'
  await service.db.updateTable('homeworks').set({ due_at }).where('id', '=', 7).execute()
  isDue.resolve()
  return day(/^Thursday/)
}

it('does not call a lesson off that a colleague takes', async () => {
  const thursday = await renderThursday({ kind: 'substituted', teacher: 'Ruiz' }, { role: 'given' })
  await within(thursday).findByText('Ruiz takes this lesson')
  await within(thursday).findByRole('link', { name: /^Fractions p\. 45/ })
  expect(thursday.textContent).toContain('due: 7 of 28 handed in')
  expect(within(thursday).queryByRole('link', { name: 'Move due date' })).toBeNull()
})

it('offers to move homework that is due in a cancelled lesson', async () => {
  const thursday = await renderThursday({ kind: 'cancelled' }, { role: 'cancelled' })
  await within(thursday).findByRole('link', { name: 'Move due date' })
  expect(thursday.textContent).toContain('was due here')
})

it('has no actions in a class to which a covering teacher does not belong', async () => {
  const { router } = await renderApp({ as: 'kern', at: '/day' })
  await screen.findByText(/^You cover German/)
  const row = screen.getAllByRole('listitem').find(item => /You cover German/.test(item.textContent ?? ''))
  if (!row) throw new Error('the cover has no row')
  await within(row).findByText('Homework unknown: 8b is not one of your classes')
  expect(within(row).queryAllByRole('link')).toEqual([])
  const changes = within(await part('Changed since yesterday'))
  changes.getByText(/8b German Thursday .* you cover/)
  expect(changes.queryByRole('link', { name: /you cover/ })).toBeNull()
  const name = within(row).getByText('German')
  for (let presses = 0; presses < 20 && document.activeElement !== name; presses++)
    await userEvent.keyboard('j')
  expect(document.activeElement).toBe(name)
  await userEvent.keyboard('h')
  expect(router.state.location.pathname).toBe('/day')
})

it('names the change of a lesson', async () => {
  const seen = ['own', '08:00', 'Maths', '204', 'Albrecht', true]
  const cells = { '1/2026-11-19/hour 1/1': JSON.stringify(seen) }
  await renderThursday(
    {},
    { storage: { 'staffroom:1:day:seen': JSON.stringify({ day: '2026-11-17', cells }) } },
  )
  const changes = await part('Changed since yesterday')
  expect(changes.textContent).toContain('8b Maths Thursday 08:00: takes place after all')
})

it('names the substitute to pupils', async () => {
  await renderApp({ as: 'sommer', at: '/day' })
  const today = await day(/^Wednesday/)
  within(today).getByText('Brandt instead of Thoma')
  const changes = await part('Changed since yesterday')
  expect(changes.textContent).toMatch(/Latin today .*: teacher instead of Thoma Brandt/)
})

it('says until when there are no lessons in holidays', async () => {
  const holidays = ['2026-11-18', '2026-11-29'].map(date => sampleDay(date, [], { is_unschooled: true }))
  await renderApp({
    as: 'albrecht',
    at: '/day',
    respond: ({ url }) => (url.includes('/me/timetable/timeline') ? Response.json(holidays) : undefined),
  })
  await screen.findByText(/^No lessons after today until Sunday 29 November\./)
})

const sampleHomework = (id: number, more: object = {}) => ({
  ...{
    id,
    course_id: 1,
    lesson_id: 1,
    text: `Task ${id}`,
    note: null,
    until_datetime: '2026-11-17 08:50:00',
  },
  ...{ can_edit: true, can_correct: true, is_submissionable: true },
  counts: { seen: 3, handed_in: 2, to_correct: 1, corrected: 1, of: 28 },
  ...more,
})

it('shows the first homework to mark, and more on demand', async () => {
  await renderApp({
    as: 'albrecht',
    at: '/day',
    respond: ({ url }) =>
      url.includes('/me/homeworks')
        ? Response.json(Array.from({ length: 70 }, (_, index) => sampleHomework(index + 1)))
        : undefined,
  })
  const toMark = within(await part('To mark'))
  await userEvent.click(await toMark.findByRole('button', { name: 'Show 64 more' }))
  await waitFor(() => expect(toMark.getAllByRole('listitem')).toHaveLength(56))
  await userEvent.click(toMark.getByRole('button', { name: 'Show 14 more' }))
  await waitFor(() => expect(toMark.getAllByRole('listitem')).toHaveLength(70))
  await userEvent.click(toMark.getByRole('button', { name: 'Show fewer' }))
  await waitFor(() => expect(toMark.getAllByRole('listitem')).toHaveLength(6))
})

it('shows homework due and submissions to mark in a lesson, with links to the rest', async () => {
  const dueToday = { until_datetime: '2026-11-18 08:50:00' }
  const homework = [
    ...[1, 2].map(id => sampleHomework(id)),
    ...[3, 4, 5].map(id => sampleHomework(id, dueToday)),
  ]
  await renderApp({
    as: 'albrecht',
    at: '/day',
    respond: ({ url }) => (url.includes('/me/homeworks') ? Response.json(homework) : undefined),
  })
  const today = await day(/^Wednesday/)
  const isFirst = (row: HTMLElement) => /period 2/.test(row.textContent ?? '')
  const row = within(today).getAllByRole('listitem').find(isFirst) as HTMLElement
  await within(row).findByRole('link', { name: 'Task 3' })
  expect(row.textContent).toContain('Task 3 due: 2 of 28 handed in and 2 more pieces of homework')
  expect(row.textContent).toContain('Task 1: 1 to mark and 1 more piece of homework')
  const rest = within(row).getByRole('link', { name: 'and 2 more pieces of homework' })
  expect(rest.getAttribute('href')).toBe('/classes/1/homework?subject=1')
})

it('opens the unsent items', async () => {
  const { router } = await renderApp({
    as: 'albrecht',
    at: '/chats/1',
    respond: ({ method, url }) =>
      method === 'POST' && url.includes('/messages') ? new Promise<never>(() => undefined) : undefined,
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), 'Later{Enter}')
  await screen.findByText('Later')
  await act(() => router.navigate('/day'))
  const unsent = within(await part('Not sent yet'))
  await userEvent.click(unsent.getByRole('button', { name: '1 waiting to be sent' }))
  const dialog = await screen.findByRole('dialog', { name: 'Not sent yet' })
  expect(await within(dialog).findAllByRole('listitem')).toHaveLength(1)
})

it('tells a user without a class why the day is empty', async () => {
  await renderApp({
    as: 'albrecht',
    at: '/day',
    respond: ({ url }) =>
      /\/me\/(?:courses\/memberships|timetable\/timeline)/.test(url) ? Response.json([]) : undefined,
  })
  await screen.findByText('You are not in a class yet')
  expect(screen.getByRole('link', { name: 'Add a class' }).getAttribute('href')).toBe('/')
})

it('tells a pupil what is due today', async () => {
  await renderApp({ as: 'sommer', at: '/day' })
  const toDo = within(await part('To do'))
  const poster = (await toDo.findByText('Poster: the food web of a pond')).closest('li')
  expect(poster?.textContent).toMatch(/due today$/)
})
