import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'

const homeworkId = 1
/** Pupil IDs. Mika and Aiko handed in, Leon's work is corrected by Jana Albrecht. */
const pupils = { mika: 13, aiko: 14, leon: 18 }

/** Opens the desk at one pupil of "Fractions p. 42". */
async function desk(pupil: keyof typeof pupils, options: RenderOptions = {}) {
  const requests: string[] = []
  const app = await renderApp({
    as: 'albrecht',
    at: `/classes/1/homework/${homeworkId}/submissions/${pupils[pupil]}`,
    ...options,
    instead: request => {
      const path = new URL(request.url).pathname
      if (path.startsWith('/api/')) requests.push(`${request.method} ${path.replace('/api/v2', '')}`)
      if (path.includes('/documents/')) return new Response(null, { status: 404 })
      return options.instead?.(request)
    },
  })
  const panel = within(await screen.findByRole('complementary', { name: /^(Feedback|Korrektur)$/ }))
  const text = () => panel.findByRole<HTMLTextAreaElement>('textbox', { name: /^(Feedback|Korrektur)/ })
  const points = () => panel.getByRole<HTMLInputElement>('textbox', { name: /^(Points|Punkte)/ })
  return { app, user: userEvent.setup(), panel, text, points, requests }
}

/** Returns the correction that the service has for a pupil. */
const held = ({ service }: Rendered, userId: number) =>
  service.db
    .selectFrom('submissions')
    .select(['teacher_correction', 'points', 'corrected_by_user_id'])
    .where('todo_id', '=', homeworkId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Stores a correction by another teacher directly in the database. */
const byRuiz = ({ service }: Rendered, userId: number) =>
  service.db
    .updateTable('submissions')
    .set({
      teacher_correction: 'Please redo no. 2.',
      points: 8,
      corrected_at: '2026-11-18T08:10:00.000Z',
      corrected_by_user_id: 2,
    })
    .where('todo_id', '=', homeworkId)
    .where('user_id', '=', userId)
    .execute()

describe('a conflict with another teacher', () => {
  const meet = async () => {
    const there = await desk('mika')
    await there.user.type(await there.text(), 'Neat work.')
    await byRuiz(there.app, pupils.mika)
    await there.user.click(there.panel.getByRole('button', { name: 'Return and stay here' }))
    expect(await there.panel.findByText('Omar Ruiz returned this Wed 09:10.')).toBeTruthy()
    expect(there.panel.getByRole('alert').textContent).toMatch(/Yours was not returned\. Nothing is lost/)
    expect(there.panel.getByText('Please redo no. 2.')).toBeTruthy()
    expect(there.panel.getByText('8 points')).toBeTruthy()
    expect(there.panel.getByText('Neat work.')).toBeTruthy()
    return there
  }

  it('keeps the other correction, and the user’s own as a draft', async () => {
    const { app, user, panel } = await meet()
    await user.click(panel.getByRole('button', { name: 'Keep theirs' }))
    expect(await panel.findByText('Returned by Omar Ruiz, Wed 09:10')).toBeTruthy()
    expect(panel.getByRole('region', { name: 'Your version, not returned' }).textContent).toContain(
      'Neat work.',
    )
    expect(await held(app, pupils.mika)).toMatchObject({ corrected_by_user_id: 2 })
    await user.click(panel.getByRole('button', { name: 'Continue with it' }))
    expect((await panel.findByRole<HTMLTextAreaElement>('textbox', { name: /^Feedback/ })).value).toBe(
      'Neat work.',
    )
  })

  it('shows the discarded draft again if the device can’t delete it', async () => {
    const { user, panel } = await meet()
    await user.click(panel.getByRole('button', { name: 'Keep theirs' }))
    const draft = () => panel.findByRole('region', { name: 'Your version, not returned' })
    await draft()
    const deletion = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    await user.click(panel.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(deletion).toHaveBeenCalled())
    expect((await draft()).textContent).toContain('Neat work.')
  })

  it('replaces the other correction on request', async () => {
    const { app, user, panel } = await meet()
    await user.click(panel.getByRole('button', { name: 'Return mine instead' }))
    expect(await panel.findByText(/^Returned by you/)).toBeTruthy()
    expect(await held(app, pupils.mika)).toMatchObject({
      teacher_correction: 'Neat work.',
      corrected_by_user_id: 1,
    })
  })

  it('lets the user edit their own correction first', async () => {
    const { app, user, panel, text } = await meet()
    await user.click(panel.getByRole('button', { name: 'Edit mine first' }))
    await user.type(await text(), ' See Mr Ruiz too.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    await waitFor(async () =>
      expect(await held(app, pupils.mika)).toMatchObject({
        teacher_correction: 'Neat work. See Mr Ruiz too.',
      }),
    )
  })
})

describe('errors', () => {
  it('detects after a lost response that the correction was stored', async () => {
    let lost = 0
    const there: { app?: Rendered } = {}
    const { app, user, panel, text, requests } = await desk('mika', {
      instead: request => {
        if (request.method !== 'POST' || !request.url.includes('/submissions/') || lost++ > 0)
          return undefined
        // The service stores the correction, but the response is lost.
        void there.app?.service.db
          .updateTable('submissions')
          .set({
            teacher_correction: 'Neat work.',
            points: null,
            corrected_at: '2026-11-18T09:20:00.000Z',
            corrected_by_user_id: 1,
          })
          .where('todo_id', '=', homeworkId)
          .where('user_id', '=', pupils.mika)
          .execute()
        return new Response('<h1>Gateway timeout</h1>', { status: 504 })
      },
    })
    there.app = app
    await user.type(await text(), 'Neat work.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect(await panel.findByText(/^Returned by you/)).toBeTruthy()
    expect(requests.filter(one => one.startsWith('POST'))).toHaveLength(1)
  })

  it('shows the reason of a refusal, and restores the draft on request', async () => {
    const { user, panel, text } = await desk('mika', {
      instead: request =>
        request.method === 'POST' && request.url.includes('/submissions/')
          ? Response.json({ error: { name: 'forbidden', message: 'No.', code: 403 } }, { status: 403 })
          : undefined,
    })
    await user.type(await text(), 'Neat work.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect((await panel.findByRole('alert')).textContent).toMatch(
      /^Not returned: The school’s service refused this: “No\.”/,
    )
    expect(panel.getByText('Neat work.')).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Back to draft' }))
    expect((await text()).value).toBe('Neat work.')
  })

  it('asks to sign in and sends no correction if the session ends while typing', async () => {
    const { app, user, text } = await desk('mika')
    await user.type(await text(), 'Neat')
    app.endSession()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('dialog')).toBeTruthy()
    app.sleep(10_000)
    expect(await held(app, pupils.mika)).toMatchObject({ teacher_correction: null })
  })
})

describe('files', () => {
  // jsdom can't put a file into a request. Tests of the service and the journeys cover real uploads.
  const uploading = (answer: () => Response) => (request: Request) =>
    request.method === 'POST' && request.url.endsWith('/documents') ? answer() : undefined
  const withFile = async (answer: () => Response) => {
    const there = await desk('mika', { instead: uploading(answer) })
    await there.user.type(await there.text(), 'See the file.')
    await there.user.upload(
      there.panel.getByLabelText('Files to return', { selector: 'input' }),
      new File(['a solution'], 'solution.txt', { type: 'text/plain' }),
    )
    expect(await there.panel.findByRole('button', { name: 'Remove solution.txt' })).toBeTruthy()
    await there.user.click(there.panel.getByRole('button', { name: 'Return and stay here' }))
    return there
  }

  it('are uploaded before their correction, once', async () => {
    const { panel, requests } = await withFile(() => Response.json({ id: 900, name: 'solution.txt' }))
    expect(await panel.findByText(/^Returned by you/)).toBeTruthy()
    expect(requests.filter(one => one.startsWith('POST'))).toEqual([
      'POST /documents',
      `POST /todos/1/submissions/${pupils.mika}`,
    ])
  })

  it('are refused above the size limit, and the correction is not sent', async () => {
    const message = 'This file is too large: at most 10 MB are possible.'
    const { app, panel, user, text } = await withFile(() =>
      Response.json({ error: { name: 'too_large', message, code: 413 } }, { status: 413 }),
    )
    expect((await panel.findByRole('alert')).textContent).toContain(message)
    expect(await held(app, pupils.mika)).toMatchObject({ teacher_correction: null })
    await user.click(panel.getByRole('button', { name: 'Back to draft' }))
    expect((await text()).value).toBe('See the file.')
    await user.click(await panel.findByRole('button', { name: 'Remove solution.txt' }))
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    await waitFor(async () =>
      expect(await held(app, pupils.mika)).toMatchObject({ teacher_correction: 'See the file.' }),
    )
  })

  it('can be dropped on the form and removed again', async () => {
    const { user, panel, text } = await desk('mika')
    const area = await text()
    const files = [new File(['x'], 'x.pdf')]
    fireEvent.drop(area, { dataTransfer: { files, types: ['Files'] } })
    await user.click(await panel.findByRole('button', { name: 'Remove x.pdf' }))
    expect(panel.queryByRole('button', { name: 'Remove x.pdf' })).toBeNull()
  })

  it('are omitted if the service has no uploads, and the text is sent', async () => {
    const { app, user, panel, text } = await desk('mika', { documentedOnly: true })
    await user.type(await text(), 'See the file.')
    await user.upload(
      panel.getByLabelText('Files to return', { selector: 'input' }),
      new File(['a solution'], 'solution.txt', { type: 'text/plain' }),
    )
    await panel.findByRole('button', { name: 'Remove solution.txt' })
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect(await panel.findByText(/^A file was not sent: your school/)).toBeTruthy()
    expect(await held(app, pupils.mika)).toMatchObject({ teacher_correction: 'See the file.' })
    await user.click(panel.getByRole('button', { name: 'Mark again' }))
    expect(await panel.findByText(/doesn’t accept files/)).toBeTruthy()
  })
})
