import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import { openDesk } from '../../../testing/testDesk.tsx'

stubElementSizes()

const mika = 13
const view = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Views' })).getByRole('link', { name })
const task = async () => within(await screen.findByRole('region', { name: 'Task' }))
const work = () => screen.queryByRole('region', { name: 'What Mika Sommer handed in' })
const feedback = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Feedback/ })

/** Opens the desk at Mika Sommer, whose homework has a note, points and an attachment. */
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
  it('replaces only the work, so that the feedback can be written next to it', async () => {
    const { user, router } = await openMika()
    const field = await feedback()
    await user.type(field, 'Neat')
    await user.click(view('Task'))
    expect(await (await task()).findByText('Write down every step.')).toBeTruthy()
    expect(work()).toBeNull()
    // The form is still the same element, with all typed text.
    expect(await feedback()).toBe(field)
    await user.type(field, ' work.')
    expect(document.activeElement).toBe(field)
    expect(router.state.location.pathname + router.state.location.search).toBe(
      paths.desk(1, 1, mika, { view: 'task' }),
    )
    expect(view('Task').getAttribute('aria-current')).toBe('page')
    await user.click(view('Mark'))
    await waitFor(() => expect(work()).not.toBeNull())
    expect(screen.queryByRole('region', { name: 'Task' })).toBeNull()
    expect(await feedback()).toBe(field)
    expect(field.value).toBe('Neat work.')
  })

  it('shows due date, subject, submission, points and attachments', async () => {
    await openMika({ to: paths.desk(1, 1, mika, { view: 'task' }) })
    const shown = await task()
    const fact = async (name: string) =>
      (await shown.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent
    expect(await shown.findByRole('heading', { level: 2, name: 'Fractions p. 42' })).toBeTruthy()
    expect(shown.getByText(/^\d+ of 28 have seen it\.$/)).toBeTruthy()
    expect(await fact('Due')).toMatch(/^\w{3} \d+ Nov/)
    expect(await fact('Subject')).toBe('Maths')
    expect(await fact('Submission')).toBe('Text, photos or files')
    expect(await fact('Points')).toBe('15')
    expect(shown.getByRole('heading', { level: 3, name: /^Attachments/ })).toBeTruthy()
  })

  it('is part of the URL: Back and the overview return to it, the next pupil opens with their work', async () => {
    const { user, router } = await openMika({ to: paths.desk(1, 1, undefined, { view: 'task' }) })
    await task()
    expect(router.state.location.search).toBe('?view=task')
    await feedback()
    await user.click(view('Overview'))
    await screen.findByRole('region', { name: 'In numbers' })
    await user.click(view('Task'))
    await task()
    await user.click(view('Mark'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Task' })).toBeNull())
    await router.navigate(-1)
    await task()
    await user.keyboard('j')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Task' })).toBeNull())
    expect(router.state.location.search).toBe('')
  })

  it('links to the form that changes the homework, and opens again after saving', async () => {
    const { user, router } = await openMika({ to: paths.desk(1, 1, mika, { view: 'task' }) })
    await user.click((await task()).getByRole('link', { name: 'Change homework' }))
    const form = within(await screen.findByRole('dialog', { name: 'Change homework' }))
    const note = await form.findByRole('textbox', { name: /^Note/ })
    await user.clear(note)
    await user.type(note, 'Number 5 is optional.')
    await user.click(form.getByRole('button', { name: 'Save changes' }))
    expect(await (await task()).findByText('Number 5 is optional.')).toBeTruthy()
    expect(router.state.location.pathname).toBe(paths.desk(1, 1, mika))
  })

  it('keeps the filter of the list', async () => {
    const { user, router } = await openMika({ to: `${paths.desk(1, 1, mika)}?show=toCorrect` })
    await feedback()
    await user.click(view('Task'))
    await task()
    expect(new URLSearchParams(router.state.location.search).get('show')).toBe('toCorrect')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), 'All')
    await waitFor(() => expect(router.state.location.search).toBe('?view=task'))
    await task()
  })

  it('is translated to German', async () => {
    await openMika({ to: paths.desk(1, 1, mika, { view: 'task' }), language: 'de' })
    const shown = within(await screen.findByRole('region', { name: 'Aufgabe' }))
    expect(await shown.findByText('Abgabe bis', { selector: 'dt' })).toBeTruthy()
  })
})
