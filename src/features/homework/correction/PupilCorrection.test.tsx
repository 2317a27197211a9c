import { fireEvent, screen, waitFor } from '@testing-library/react'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Rendered } from '../../../testing/renderApp.tsx'
import { getCorrection, openCorrection, pupilIds } from '../../../testing/testDesk.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const correctDirectly = ({ service }: Pick<Rendered, 'service'>, userId: number, changes = {}) =>
  service.db
    .updateTable('submissions')
    .set({
      teacher_correction: 'Please redo no. 2.',
      points: 8,
      corrected_at: '2026-11-18T08:10:00.000Z',
      corrected_by_user_id: 2,
      ...changes,
    })
    .where('todo_id', '=', 1)
    .where('user_id', '=', userId)
    .execute()

it('shows the sent correction until the list is read', async () => {
  const release = Promise.withResolvers<void>()
  let lists = 0
  let isSent = false
  let service: Rendered['service'] | undefined
  const { app, user, panel, findText } = await openCorrection('mika', {
    withoutKeys: true,
    async respond({ method, url }) {
      const { pathname } = new URL(url)
      if (method === 'POST' && pathname.endsWith('/todos/1/submissions/13')) {
        const text = { teacher_correction: 'Neat work.', corrected_by_user_id: 1 }
        if (service) await correctDirectly({ service }, pupilIds.mika, { ...text, points: null })
        isSent = true
        return new Response(null, { status: 502 })
      }
      if (isSent && method === 'GET' && pathname.endsWith('/todos/1/submissions')) {
        lists += 1
        await release.promise
      }
      return undefined
    },
  })
  service = app.service
  await user.type(await findText(), 'Neat work.')
  await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
  await waitFor(() => expect(lists).toBeGreaterThan(0))
  expect(panel.getByText('Neat work.').closest('textarea')).toBeNull()
  expect(panel.queryByRole('textbox', { name: /^Feedback/ })).toBeNull()
  release.resolve()
  expect(await panel.findByText(/^Returned by you/)).toBeTruthy()
})

describe('a conflict with another teacher', () => {
  const openConflict = async () => {
    const opened = await openCorrection('mika')
    const { app, user, panel, findText } = opened
    await user.type(await findText(), 'Neat work.')
    await correctDirectly(app, pupilIds.mika)
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect(await panel.findByText('Omar Ruiz returned this Wed 09:10.')).toBeTruthy()
    expect(panel.getByRole('alert').textContent).toMatch(/Yours was not returned\. Nothing is lost/)
    expect(panel.getByText('Please redo no. 2.')).toBeTruthy()
    expect(panel.getByText('8 points')).toBeTruthy()
    expect(panel.getByText('Neat work.')).toBeTruthy()
    return opened
  }

  it('keeps the other correction, and the own one as draft', async () => {
    const { app, user, panel } = await openConflict()
    await user.click(panel.getByRole('button', { name: 'Keep theirs' }))
    expect(await panel.findByText('Returned by Omar Ruiz, Wed 09:10')).toBeTruthy()
    expect(panel.getByRole('region', { name: 'Your version, not returned' }).textContent).toContain(
      'Neat work.',
    )
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ corrected_by_user_id: 2 })
    await user.click(panel.getByRole('button', { name: 'Continue with it' }))
    expect((await panel.findByRole<HTMLTextAreaElement>('textbox', { name: /^Feedback/ })).value).toBe(
      'Neat work.',
    )
  })

  it('shows the draft again if it can’t be discarded', async () => {
    const { user, panel } = await openConflict()
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
    const { app, user, panel } = await openConflict()
    await user.click(panel.getByRole('button', { name: 'Return mine instead' }))
    expect(await panel.findByText(/^Returned by you/)).toBeTruthy()
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({
      teacher_correction: 'Neat work.',
      corrected_by_user_id: 1,
    })
  })

  it('reports a decision that could not be stored', async () => {
    const { user, panel } = await openConflict()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await user.click(panel.getByRole('button', { name: 'Return mine instead' }))
    await panel.findByText(/^It could not be saved on this device/)
  })

  it('lets the user edit the own correction first', async () => {
    const { app, user, panel, findText } = await openConflict()
    await user.click(panel.getByRole('button', { name: 'Edit mine first' }))
    await user.type(await findText(), ' See Mr Ruiz too.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    await waitFor(async () =>
      expect(await getCorrection(app, pupilIds.mika)).toMatchObject({
        teacher_correction: 'Neat work. See Mr Ruiz too.',
      }),
    )
  })
})

describe('errors', () => {
  it('detects a stored correction after a lost response', async () => {
    let requests = 0
    const opened: { app?: Pick<Rendered, 'service'> } = {}
    const { app, user, panel, findText, calls } = await openCorrection('mika', {
      respond: request => {
        if (request.method !== 'POST' || !request.url.includes('/submissions/') || requests++ > 0)
          return undefined
        // The service stores the correction, but the response is lost.
        void opened.app?.service.db
          .updateTable('submissions')
          .set({
            teacher_correction: 'Neat work.',
            points: null,
            corrected_at: '2026-11-18T09:20:00.000Z',
            corrected_by_user_id: 1,
          })
          .where('todo_id', '=', 1)
          .where('user_id', '=', pupilIds.mika)
          .execute()
        return new Response('<h1>Gateway timeout</h1>', { status: 504 })
      },
    })
    opened.app = app
    await user.type(await findText(), 'Neat work.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect(await panel.findByText(/^Returned by you/)).toBeTruthy()
    expect(calls.filter(call => call.startsWith('POST'))).toHaveLength(1)
  })

  it('shows why it was refused, and restores the draft', async () => {
    const { user, panel, findText } = await openCorrection('mika', {
      respond: request =>
        request.method === 'POST' && request.url.includes('/submissions/')
          ? Response.json({ error: { name: 'forbidden', message: 'No.', code: 403 } }, { status: 403 })
          : undefined,
    })
    await user.type(await findText(), 'Neat work.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect((await panel.findByRole('alert')).textContent).toMatch(
      /^Not returned: The school’s service refused this: “No\.”/,
    )
    expect(panel.getByText('Neat work.')).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Back to draft' }))
    expect((await findText()).value).toBe('Neat work.')
  })

  it('asks to sign in, unsent, if the session ends', async () => {
    const { app, user, findText } = await openCorrection('mika')
    await user.type(await findText(), 'Neat')
    app.endSession()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('dialog')).toBeTruthy()
    app.sleep(10_000)
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: null })
  })
})

describe('files', () => {
  // jsdom can't send a file. Service tests and journeys cover uploads.
  const returnFile = async (respond: () => Response) => {
    const opened = await openCorrection('mika', {
      respond: request =>
        request.method === 'POST' && request.url.endsWith('/documents') ? respond() : undefined,
    })
    const { user, panel, findText } = opened
    await user.type(await findText(), 'See the file.')
    await user.upload(
      panel.getByLabelText('Files to return', { selector: 'input' }),
      new File(['a solution'], 'solution.txt', { type: 'text/plain' }),
    )
    expect(await panel.findByRole('button', { name: 'Remove solution.txt' })).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    return opened
  }

  it('are uploaded once, before the correction', async () => {
    const { panel, calls } = await returnFile(() => Response.json({ id: 900, name: 'solution.txt' }))
    expect(await panel.findByText(/^Returned by you/)).toBeTruthy()
    expect(calls.filter(call => call.startsWith('POST'))).toEqual([
      'POST /documents',
      `POST /todos/1/submissions/${pupilIds.mika}`,
    ])
  })

  it('block the correction above the size limit', async () => {
    const message = 'This file is too large: at most 10 MB are possible.'
    const { app, panel, user, findText } = await returnFile(() =>
      Response.json({ error: { name: 'too_large', message, code: 413 } }, { status: 413 }),
    )
    expect((await panel.findByRole('alert')).textContent).toContain(message)
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: null })
    await user.click(panel.getByRole('button', { name: 'Back to draft' }))
    expect((await findText()).value).toBe('See the file.')
    await user.click(await panel.findByRole('button', { name: 'Remove solution.txt' }))
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    await waitFor(async () =>
      expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: 'See the file.' }),
    )
  })

  it('can be dropped and removed', async () => {
    const { user, panel, findText } = await openCorrection('mika')
    const field = await findText()
    const files = [new File(['x'], 'x.pdf')]
    fireEvent.drop(field, { dataTransfer: { files, types: ['Files'] } })
    await user.click(await panel.findByRole('button', { name: 'Remove x.pdf' }))
    expect(panel.queryByRole('button', { name: 'Remove x.pdf' })).toBeNull()
  })

  it('are omitted without uploads; the text is sent', async () => {
    const { app, user, panel, findText } = await openCorrection('mika', { documentedOnly: true })
    await user.type(await findText(), 'See the file.')
    await user.upload(
      panel.getByLabelText('Files to return', { selector: 'input' }),
      new File(['a solution'], 'solution.txt', { type: 'text/plain' }),
    )
    await panel.findByRole('button', { name: 'Remove solution.txt' })
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect(await panel.findByText(/^A file was not sent: your school/)).toBeTruthy()
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: 'See the file.' })
    await user.click(panel.getByRole('button', { name: 'Mark again' }))
    expect(await panel.findByText(/doesn’t accept files/)).toBeTruthy()
  })
})
