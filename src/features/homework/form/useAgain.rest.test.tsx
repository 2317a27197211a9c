import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
import { sampleHomework } from '../../../testing/samples.ts'

// Homework 1 is “Fractions p. 42” of Maths, with 15 points and an attachment.

const again = '/classes/1/homework/new?from=1'
const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Task' })
const setButton = () => screen.getByRole('button', { name: 'Set homework' })
const isDownload = (request: Request) =>
  request.method === 'GET' && /document/.test(new URL(request.url).pathname)

/** Records uploads. The File classes of jsdom and Node differ, so uploads do not reach the service. */
async function open(options: Partial<RenderOptions> = {}) {
  const uploads: string[] = []
  const { respond, ...rest } = options
  const app = await renderApp({
    as: 'albrecht',
    at: again,
    ...rest,
    respond: async request => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'POST' || pathname !== '/api/v2/documents') return respond?.(request)
      uploads.push(await request.clone().text())
      return Response.json({ id: 501, name: 'worksheet.pdf', content_type: 'application/pdf', size: 9 })
    },
  })
  return { app, uploads }
}
const findStored = ({ service }: Rendered, task: string) =>
  service.db.selectFrom('homeworks').selectAll().where('text', '=', task).orderBy('id').execute()

describe('using homework again', () => {
  it('fills in the form from the row menu, and uploads the attachment again', async () => {
    const { app, uploads } = await open({ at: '/classes/1/homework' })
    await userEvent.click(await screen.findByRole('button', { name: 'More for “Fractions p. 42”' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Use again' }))
    expect((await text()).value).toBe('Fractions p. 42')
    const form = within(screen.getByRole('dialog', { name: 'New homework' }))
    expect(form.getByRole('option', { name: 'Maths', selected: true })).toBeTruthy()
    expect(form.getByRole<HTMLInputElement>('checkbox', { name: /Can be handed in/ }).checked).toBe(true)
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Maximum points' }).value).toBe('15')
    await form.findByRole('button', { name: /^Next Maths lesson: Thu 19 Nov/, pressed: true })
    await form.findByRole('button', { name: 'Remove worksheet.pdf' })
    await userEvent.click(setButton())
    await screen.findByText('Homework set: “Fractions p. 42”, due Thu 19 Nov.')
    const [, copy] = await findStored(app, 'Fractions p. 42')
    expect(copy).toMatchObject({ is_submissionable: 1, points: 15, course_id: 1 })
    expect(uploads).toHaveLength(1)
    expect(uploads[0]).toContain(`\r\ntodo.${copy?.id}\r\n`)
    expect(uploads[0]).toContain('filename="worksheet.pdf"')
  })

  it('names an attachment that could not be loaded, and waits until it is removed', async () => {
    let isBroken = true
    const { app, uploads } = await open({
      respond: request => (isBroken && isDownload(request) ? new Response('', { status: 404 }) : undefined),
    })
    await screen.findByText(/^1 attachment could not be loaded\./)
    await screen.findByText(/^not loaded: /)
    await userEvent.click(setButton())
    await waitFor(() => expect(setButton().getAttribute('aria-disabled')).not.toBe('true'))
    expect(await findStored(app, 'Fractions p. 42')).toHaveLength(1)
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
    await waitFor(() => expect(screen.queryByText(/^(not loaded: |loading$)/)).toBeNull())
    await userEvent.click(await screen.findByRole('button', { name: 'Remove worksheet.pdf' }))
    await userEvent.click(setButton())
    await screen.findByText(/^Homework set: “Fractions p. 42”/)
    expect(uploads).toHaveLength(0)
  })

  it('opens from the task and returns there', async () => {
    // Homework of another teacher.
    const { app } = await open({ at: '/classes/1/homework/6' })
    await userEvent.click(await screen.findByRole('link', { name: 'Use again' }))
    expect((await text()).value).toBe('Questions on the source, p. 61')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/classes/1/homework/6'))
  })

  it('does not replace the draft of other new homework', async () => {
    const { app } = await open({ at: '/classes/1/homework/new' })
    await userEvent.type(await text(), 'Fractions p. 80')
    await screen.findByText(/^Draft saved /)
    await app.router.navigate(again)
    await waitFor(async () => expect((await text()).value).toBe('Fractions p. 42'))
    await app.router.navigate('/classes/1/homework/new')
    await waitFor(async () => expect((await text()).value).toBe('Fractions p. 80'))
  })

  it('stores no draft until the user changes something', async () => {
    const { app } = await open()
    await screen.findByRole('button', { name: 'Remove worksheet.pdf' })
    await app.router.navigate('/classes/1/homework')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await app.router.navigate(again)
    expect((await text()).value).toBe('Fractions p. 42')
    expect(screen.queryByText(/^You started this /)).toBeNull()
  })

  it('is not offered to pupils', async () => {
    await open({ as: 'sommer', at: '/classes/1/homework/1' })
    await screen.findByRole('heading', { level: 2, name: 'Fractions p. 42' })
    expect(screen.queryByRole('link', { name: 'Use again' })).toBeNull()
  })

  it('says if the service does not show attachments', async () => {
    const source = { ...sampleHomework, id: 1, course_id: 1 }
    await open({
      respond: ({ method, url }) =>
        method === 'GET' && new URL(url).pathname.endsWith('/courses/1/homeworks/1')
          ? Response.json(source)
          : undefined,
    })
    await screen.findByText(/^Your school’s service does not show attachments\./)
  })
})
