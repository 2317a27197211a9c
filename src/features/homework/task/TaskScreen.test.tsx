import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { submissions } from '../../../contract/submissions.ts'
import { faultHomeworkClass, hostileHomework } from '../../../testing/faults/faults.ts'
import { oddRendering } from '../../../testing/faults/hostile.ts'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'

/** Homework of 8b. */
const fractions = 1
const returned = 3
const reading = 4
const coming = 7

/** Homework of a service that has only api.md. */
const editable = {
  ...{ id: fractions, course_id: 1, lesson_id: 1, text: 'Fractions p. 42', note: '', time: 1_795_000_000 },
  ...{ until_datetime: '2026-11-13 08:50:00', related_members: [], is_private: false, is_restricted: false },
  ...{ can_edit: true, is_checked: false },
}

const pupilFile = {
  ...{
    id: 90_001,
    name: 'own page.jpg',
    content_type: 'image/jpeg',
    type: 'image',
    size: 3,
    sha1: '',
    hash: '',
  },
  ...{ url: '/api/v2/documents/90001/content', uploaded_at: '2026-11-12 18:00:00', related_to: '' },
}

type OpenOptions = Omit<RenderOptions, 'at'> & { id?: number }

// pdf.js warns that jsdom is not a browser.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(words => {
    expect(words).toBe('Warning: Please use the `legacy` build in Node.js environments.')
  })
})

async function open({ id = coming, ...options }: OpenOptions = {}) {
  const requests: string[] = []
  const app = await renderApp({
    as: 'tanaka',
    ...options,
    at: `/classes/1/homework/${id}`,
    respond: request => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return options.respond?.(request)
    },
  })
  const count = (call: string) => requests.filter(each => each === call).length
  return { app, requests, count, user: userEvent.setup() }
}

async function fetchAsTeacher({ service }: Rendered, todo: number, name: string) {
  const token = await service.signIn('albrecht')
  const response = await service.send('GET', `/api/v2/todos/${todo}/submissions`, { token })
  const entries = z.array(submissions.list.response.schema).parse(await response.json())
  const entry = entries.find(({ user }) => user.name === name)
  if (!entry) throw new Error(`${name} is not in the class`)
  return entry.submission
}

describe('the task', () => {
  it('shows text, due time, points, note and files', async () => {
    const { app } = await open({ id: fractions })
    expect(await screen.findByRole('heading', { level: 2, name: 'Fractions p. 42' })).toBeTruthy()
    expect(screen.getByText(/^Was due Fri 13 Nov, 08:50 · 5 days ago$/)).toBeTruthy()
    expect(screen.getByText('15 points at most')).toBeTruthy()
    expect(screen.getByText(/Bring a ruler for number 5\./)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: /Maths/ })).toBeTruthy()
    expect(document.title).toMatch(/Fractions p\. 42 · /)
    expect((await screen.findAllByText(/worksheet\.pdf/)).length).toBeGreaterThan(0)
    expect(app.router.state.location.pathname).toBe('/classes/1/homework/1')
  })

  it('has no form without hand-ins', async () => {
    await open({ id: reading })
    expect(await screen.findByText('No submission needed.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Hand in' })).toBeNull()
    expect(screen.getByRole('button', { name: 'I have seen it' })).toBeTruthy()
  })

  it('links correctors to desk and form, without own submission', async () => {
    const { count } = await open({ id: fractions, as: 'albrecht' })
    const link = await screen.findByRole('link', { name: 'Go to marking' })
    expect(link.getAttribute('href')).toBe('/classes/1/homework/1/submissions')
    expect(screen.getAllByRole('link', { name: 'Change' })[0]?.getAttribute('href')).toBe(
      '/classes/1/homework/1/change',
    )
    expect(screen.queryByRole('button', { name: 'Hand in' })).toBeNull()
    expect(count('GET /api/v2/todos/1/submissions/1')).toBe(0)
  })

  it.each([
    [true, true],
    [true, false],
    [false, false],
    [undefined, true],
  ])(
    'treats editors as no pupils: can_check %s, is_submissionable %s',
    async (can_check, is_submissionable) => {
      const { requests } = await open({
        as: 'albrecht',
        id: fractions,
        documentedOnly: true,
        respond: request => {
          if (!request.url.endsWith(`/homeworks/${fractions}`)) return undefined
          return Response.json({ ...editable, can_check, is_submissionable })
        },
      })
      await screen.findByRole('heading', { level: 2, name: 'Handed in' })
      expect(screen.queryByText(/the way your teacher asks|what you handed in before/)).toBeNull()
      expect(screen.queryByRole('button', { name: /^(?:Hand in|I have seen it)/ })).toBeNull()
      expect(requests.filter(call => /\/submissions\/\d+$/.test(call))).toEqual([])
    },
  )

  it('shows pupil files on request, never as attachments', async () => {
    const { user } = await open({
      as: 'sommer',
      id: fractions,
      async respond(request) {
        if (!request.url.endsWith(`/homeworks/${fractions}`)) return undefined
        const own = { ...pupilFile, related_to: `todo.${fractions}.user.13.submission` }
        return Response.json({ ...editable, can_edit: false, is_submissionable: true, documents: [own] })
      },
    })
    const files = await screen.findByRole('list', { name: 'Your files' })
    expect(screen.queryByRole('region', { name: 'Files' })).toBeNull()
    await user.click(within(files).getAllByRole('button')[0] as HTMLElement)
    const region = await screen.findByRole('region', { name: 'Files' })
    expect(within(region).getByRole('heading', { level: 2, name: /^Handed in by you/ })).toBeTruthy()
    expect(screen.queryByText(/^Attachments/)).toBeNull()
  })

  it('is read-only for teachers of other subjects, without refused requests', async () => {
    const { requests } = await open({ id: 6, as: 'albrecht' })
    expect(await screen.findByRole('heading', { level: 2, name: /^Questions on the source/ })).toBeTruthy()
    expect(await screen.findByText(/^Due \w+ \d+ Nov, \d\d:\d\d · (tomorrow|in \d days)$/)).toBeTruthy()
    expect(requests.filter(call => call.includes('/todos/6/submissions'))).toEqual([])
    expect(screen.queryByRole('link', { name: 'Go to marking' })).toBeNull()
  })

  it('shows “not found” with a link', async () => {
    await open({ id: 999_999 })
    expect(await screen.findByRole('heading', { name: 'This homework can’t be found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to the list' }).getAttribute('href')).toBe(
      '/classes/1/homework',
    )
  })

  it('reloads after an error', async () => {
    let isDown = true
    const { user } = await open({
      respond: request =>
        isDown && new URL(request.url).pathname.endsWith('/homeworks/7')
          ? new Response(null, { status: 400 })
          : undefined,
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await user.click(retry)
    expect(await screen.findByRole('heading', { level: 2, name: 'Fractions p. 45, 2 and 4' })).toBeTruthy()
  })

  it('is translated to German', async () => {
    await open({ language: 'de', as: 'sommer', id: fractions })
    expect(await screen.findByText(/^Abgabe war Fr\.? 13\. Nov\., 08:50 · vor 5 Tagen$/)).toBeTruthy()
    expect(await screen.findByText('9 Std. nach Abgabetermin')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Noch einmal abgeben' })).toBeTruthy()
  })
})

describe('marking as seen', () => {
  it('sends one request on a double click', async () => {
    const { app, user, count } = await open()
    const button = await screen.findByRole('button', { name: 'I have seen it' })
    await user.dblClick(button)
    expect(await screen.findByText(/^Seen Wed 10:20/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'I have seen it' })).toBeNull()
    expect(count('POST /api/v2/todos/7/acknowledge')).toBe(1)
    expect((await fetchAsTeacher(app, coming, 'Aiko Tanaka')).is_acknowledged).toBe(true)
  })

  it('shows an error, and retries', async () => {
    let isDown = true
    const { user } = await open({
      respond: request =>
        isDown && request.url.endsWith('/acknowledge') ? new Response(null, { status: 503 }) : undefined,
    })
    await user.click(await screen.findByRole('button', { name: 'I have seen it' }))
    expect(await screen.findByText(/Your teacher doesn’t know yet/)).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'I have seen it' }))
    expect(await screen.findByText(/^Seen Wed 10:20/)).toBeTruthy()
  })
})

describe('the correction', () => {
  it('shows points, text, teacher, time, and closes the hand-in', async () => {
    await open({ id: returned, as: 'sommer' })
    const section = await screen.findByRole('region', { name: 'Feedback' })
    expect(within(section).getByText('Very good. All steps are there.')).toBeTruthy()
    expect(section.textContent).toContain('9 of 10')
    expect(await within(section).findByText(/^Returned by Jana Albrecht, /)).toBeTruthy()
    expect(await screen.findByText('It has been marked. You can’t hand in any more.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Hand in/ })).toBeNull()
  })

  it('never runs markup or scripts', async () => {
    const trick = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    const app = await renderApp({ as: 'sommer', at: '/classes/1/timetable', faults: true })
    const { db, clock } = app.service
    const id = hostileHomework.renderings
    const corrected_at = new Date(clock()).toISOString()
    await db
      .updateTable('submissions')
      .set({ comment: oddRendering.trick, teacher_correction: trick, corrected_at })
      .where('todo_id', '=', id)
      .execute()
    await db.updateTable('homeworks').set({ note: trick }).where('id', '=', id).execute()
    await app.router.navigate(`/classes/${faultHomeworkClass}/homework/${id}`)
    const section = await screen.findByRole('region', { name: 'Feedback' })
    expect(within(section).getByText(trick)).toBeTruthy()
    expect(await screen.findByText('formatted by a service that escapes nothing')).toBeTruthy()
    expect(
      document.querySelectorAll('main script, main img, main [onerror], main a[href^="javascript"]'),
    ).toHaveLength(0)
    expect(document.body.innerHTML).not.toContain('evil.example')
  })
})

describe('with documented endpoints only', () => {
  it('shows the task, and that hand-ins are not offered', async () => {
    await open({ id: fractions, documentedOnly: true, as: 'sommer' })
    expect(await screen.findByRole('heading', { level: 2, name: 'Fractions p. 42' })).toBeTruthy()
    expect(await screen.findByText(/does not offer handing in and feedback in this app/)).toBeTruthy()
    expect(screen.getByText(/Bring a ruler for number 5\./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Hand in' })).toBeNull()
  })
})
