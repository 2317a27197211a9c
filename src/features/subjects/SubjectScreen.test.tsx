import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/renderApp.tsx'

const maths = '/classes/1/subjects/1'
const part = (name: string) => screen.findByRole('region', { name })
const hrefs = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map(link => link.getAttribute('href'))

it('shows lessons, homework and access to teachers', async () => {
  await renderApp({ as: 'albrecht', at: maths })
  await screen.findByRole('heading', { level: 1, name: 'Maths' })
  const facts = await screen.findByText('Bring set squares on Wednesdays.')
  expect(facts.closest('dl')?.textContent).toContain('TeacherAlbrechtRoom204Gradescan be given')

  const lessons = within(await part('Next lessons'))
  const [today, tomorrow] = await lessons.findAllByRole('listitem')
  expect(today?.textContent).toMatch(/^Today10:45 – 11:30Period 4instead of 204 B12New room/)
  expect(today?.textContent).toContain('The usual room is used for an exam.')
  expect(tomorrow?.textContent).not.toContain('set squares')

  const homework = await part('Homework')
  await within(homework).findByText('Mon 23 Nov 08:00')
  expect(hrefs(homework)).toEqual([
    '/classes/1/homework?subject=1',
    '/classes/1/homework/7/submissions',
    '/classes/1/homework/1/submissions',
    '/classes/1/homework/3/submissions',
  ])
  const [newHomeworkLink] = await screen.findAllByRole('link', { name: 'New homework' })
  expect(newHomeworkLink?.getAttribute('href')).toBe('/classes/1/homework/new?subject=1')

  const access = await part('Access')
  await within(access).findByText('Jana Albrecht')
  expect(hrefs(access)).toEqual([`${maths}?access=lesson_id.1`])
})

it('shows a pupil no write actions and no access', async () => {
  await renderApp({ as: 'sommer', at: '/classes/1/subjects/5', language: 'de' })
  const [first] = await within(await part('Nächste Stunden')).findAllByRole('listitem')
  expect(first?.textContent).toMatch(/^Heute11:50 – 12:355\. StundeBio 2/)
  expect(await screen.findByText('Wer Zugriff auf dieses Fach hat, ist hier nicht sichtbar.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Neue Hausaufgabe/ })).toBeNull()
  const task = await within(await part('Hausaufgaben')).findByRole('link', { name: /food web/ })
  expect(task.getAttribute('href')).toMatch(/^\/classes\/1\/homework\/\d+$/)
})

it('links to the folder with the name of the subject', async () => {
  await renderApp({ as: 'albrecht', at: maths })
  const files = await part('Files')
  const folder = await within(files).findByRole('link', { name: 'Maths' })
  expect(folder.getAttribute('href')).toMatch(/^\/classes\/1\/files\/\d+$/)
  expect(within(files).getByText(/doesn’t link files to subjects/)).toBeTruthy()
})

it('reports a missing subject with a link', async () => {
  await renderApp({ as: 'albrecht', at: '/classes/1/subjects/987654' })
  expect(await screen.findByRole('heading', { name: 'This subject can’t be found' })).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Go to the timetable' })
  expect(back.getAttribute('href')).toBe('/classes/1/timetable')
})

it('shows a retry button in a failed part only', async () => {
  let isDown = true
  await renderApp({
    as: 'albrecht',
    at: maths,
    respond: ({ url }) =>
      isDown && url.includes('/timetable/timeline') ? Response.json({}, { status: 500 }) : undefined,
  })
  const lessons = within(await part('Next lessons'))
  const retryButton = await lessons.findByRole('button', { name: 'Try again' })
  expect(await screen.findByText('Mon 23 Nov 08:00')).toBeTruthy()
  isDown = false
  await userEvent.click(retryButton)
  expect(await lessons.findAllByRole('listitem')).toHaveLength(6)
})

it('hides loaded permissions once forbidden', async () => {
  let isRevoked = false
  const { api } = await renderApp({
    as: 'albrecht',
    at: maths,
    respond: ({ url }) =>
      isRevoked && url.includes('/permissions') ? Response.json({}, { status: 403 }) : undefined,
  })
  const access = within(await part('Access'))
  await access.findByText('Jana Albrecht')
  isRevoked = true
  await api.queryClient.invalidateQueries()
  expect(await access.findByText('The school’s service refused this.')).toBeTruthy()
  expect(access.queryByText('Jana Albrecht')).toBeNull()
})

it('finds a subject in the command palette', async () => {
  const { router } = await renderApp({ as: 'albrecht', at: maths })
  await within(await part('Next lessons')).findAllByRole('listitem')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox'), 'Biology')
  await userEvent.click(await screen.findByRole('option', { name: /^Biology/ }))
  expect(router.state.location.pathname).toBe('/classes/1/subjects/5')
})

it('reports a service that does not list homework', async () => {
  await renderApp({ as: 'albrecht', at: maths, documentedOnly: true })
  const homework = within(await part('Homework'))
  expect(await homework.findByText(/does not list homework/)).toBeTruthy()
  const byNumber = homework.getByRole('link', { name: 'Open homework by its number' })
  expect(byNumber.getAttribute('href')).toBe('/classes/1/homework')
})
