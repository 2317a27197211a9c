import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import { openDesk } from '../../../testing/testDesk.tsx'

stubElementSizes()

const mika = 13
const getView = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Views' })).getByRole('link', { name })
const findTask = async () => within(await screen.findByRole('region', { name: 'Task' }))
const queryWork = () => screen.queryByRole('region', { name: 'What Mika Sommer handed in' })
const findFeedback = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Feedback/ })

/** Opens the desk at Mika Sommer. The homework has a note, points and an attachment. */
async function openMika(options: Parameters<typeof openDesk>[0] = {}) {
  const app = await openDesk({ to: paths.desk(1, 1, mika), ...options })
  await app.service.db
    .updateTable('homeworks')
    .set({ note: 'Write down every step.' })
    .where('id', '=', 1)
    .execute()
  await app.api.queryClient.invalidateQueries()
  return app
}

describe('the task view of the desk', () => {
  it('replaces the work but not the feedback', async () => {
    const { user, router } = await openMika()
    const field = await findFeedback()
    await user.type(field, 'Neat')
    await user.click(getView('Task'))
    expect(await (await findTask()).findByText('Write down every step.')).toBeTruthy()
    expect(queryWork()).toBeNull()
    // The same element, with all typed text.
    expect(await findFeedback()).toBe(field)
    await user.type(field, ' work.')
    expect(document.activeElement).toBe(field)
    expect(router.state.location.pathname + router.state.location.search).toBe(
      paths.desk(1, 1, mika, { view: 'task' }),
    )
    expect(getView('Task').getAttribute('aria-current')).toBe('page')
    await user.click(getView('Mark'))
    await waitFor(() => expect(queryWork()).not.toBeNull())
    expect(screen.queryByRole('region', { name: 'Task' })).toBeNull()
    expect(await findFeedback()).toBe(field)
    expect(field.value).toBe('Neat work.')
  })

  it('shows due date, subject, submission, points and attachments', async () => {
    await openMika({ to: paths.desk(1, 1, mika, { view: 'task' }) })
    const task = await findTask()
    const findFact = async (name: string) =>
      (await task.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent
    expect(await task.findByRole('heading', { level: 2, name: 'Fractions p. 42' })).toBeTruthy()
    expect(task.getByText(/^\d+ of 28 have seen it\.$/)).toBeTruthy()
    expect(await findFact('Due')).toMatch(/^\w{3} \d+ Nov/)
    expect(await findFact('Subject')).toBe('Maths')
    expect(await findFact('Submission')).toBe('Text, photos or files')
    expect(await findFact('Points')).toBe('15')
    expect(task.getByRole('heading', { level: 3, name: /^Attachments/ })).toBeTruthy()
  })

  it('leads to the paper tests, like the bar at every width', async () => {
    await openMika({ to: paths.desk(1, 1, mika, { view: 'task' }) })
    const link = (await findTask()).getByRole('link', { name: 'Paper tests' })
    expect(link.getAttribute('href')).toBe(paths.papers(1, 1))
    expect(screen.getAllByRole('link', { name: 'Paper tests' })).toHaveLength(2)
  })

  it('is in the URL until the next pupil opens', async () => {
    const { user, router } = await openMika({ to: paths.desk(1, 1, undefined, { view: 'task' }) })
    await findTask()
    expect(router.state.location.search).toBe('?view=task')
    await findFeedback()
    await user.click(getView('Overview'))
    await screen.findByRole('region', { name: 'In numbers' })
    await user.click(getView('Task'))
    await findTask()
    await user.click(getView('Mark'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Task' })).toBeNull())
    await router.navigate(-1)
    await findTask()
    await user.keyboard('j')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Task' })).toBeNull())
    expect(router.state.location.search).toBe('')
  })

  it('links to the form, and reopens after saving', async () => {
    const { user, router } = await openMika({ to: paths.desk(1, 1, mika, { view: 'task' }) })
    await user.click((await findTask()).getByRole('link', { name: 'Change homework' }))
    const form = within(await screen.findByRole('dialog', { name: 'Change homework' }))
    const note = await form.findByRole('textbox', { name: /^Note/ })
    await user.clear(note)
    await user.type(note, 'Number 5 is optional.')
    await user.click(form.getByRole('button', { name: 'Save changes' }))
    expect(await (await findTask()).findByText('Number 5 is optional.')).toBeTruthy()
    expect(router.state.location.pathname).toBe(paths.desk(1, 1, mika))
  })

  it('keeps the list filter', async () => {
    const { user, router } = await openMika({ to: `${paths.desk(1, 1, mika)}?show=toCorrect` })
    await findFeedback()
    await user.click(getView('Task'))
    await findTask()
    expect(new URLSearchParams(router.state.location.search).get('show')).toBe('toCorrect')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), 'All')
    await waitFor(() => expect(router.state.location.search).toBe('?view=task'))
    await findTask()
  })

  it('is translated to German', async () => {
    await openMika({ to: paths.desk(1, 1, mika, { view: 'task' }), language: 'de' })
    const task = within(await screen.findByRole('region', { name: 'Aufgabe' }))
    expect(await task.findByText('Abgabe bis', { selector: 'dt' })).toBeTruthy()
  })
})
