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

describe('a conflict with another teacher', () => {
  const openConflict = async () => {
    const opened = await openCorrection('mika')
    const { app, user, panel, findText } = opened
    await user.type(await findText(), 'Neat work.')
    await correctDirectly(app, pupilIds.mika)
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect(await panel.findByText('Omar Ruiz returned this Wed 09:10.')).toBeTruthy()
    expect(panel.getByRole('alert').textContent).toMatch(/Yours was not returned\./)
    expect(panel.getByText('Please redo no. 2.')).toBeTruthy()
    expect(panel.getByText('8 points')).toBeTruthy()
    expect(panel.getByText('Neat work.')).toBeTruthy()
    return opened
  }

  it('keeps the other correction', async () => {
    const { app, user, panel } = await openConflict()
    await user.click(panel.getByRole('button', { name: 'Discard: Feedback for Mika Sommer' }))
    expect(await panel.findByText('Returned by Omar Ruiz, Wed 09:10')).toBeTruthy()
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ corrected_by_user_id: 2 })
  })

  it('replaces the other correction on request', async () => {
    const { app, user, panel } = await openConflict()
    await user.click(panel.getByRole('button', { name: 'Replace it with mine: Feedback for Mika Sommer' }))
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
    await user.click(panel.getByRole('button', { name: 'Replace it with mine: Feedback for Mika Sommer' }))
    await panel.findByText(/^That could not be saved on this device/)
  })

  it('lets the user edit the own correction first', async () => {
    const { app, user, panel, findText } = await openConflict()
    await user.click(panel.getByRole('button', { name: 'Edit: Feedback for Mika Sommer' }))
    await user.click(await panel.findByRole('button', { name: 'I have seen it' }))
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
  it('shows why it was refused, and restores the draft', async () => {
    const { user, panel, findText } = await openCorrection('mika', {
      respond: request =>
        request.method === 'POST' && request.url.includes('/submissions/')
          ? Response.json({ error: { name: 'forbidden', message: 'No.', code: 403 } }, { status: 403 })
          : undefined,
    })
    await user.type(await findText(), 'Neat work.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect((await panel.findByRole('alert')).textContent).toMatch(/^Not sent\. No\./)
    expect(panel.getByText('Neat work.')).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Edit: Feedback for Mika Sommer' }))
    await waitFor(async () => expect((await findText()).value).toBe('Neat work.'))
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
    await user.click(panel.getByRole('button', { name: 'Edit: Feedback for Mika Sommer' }))
    await waitFor(async () => expect((await findText()).value).toBe('See the file.'))
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

  it('are reported if the service accepts none', async () => {
    const { app, user, panel, findText } = await openCorrection('mika', { documentedOnly: true })
    await user.type(await findText(), 'See the file.')
    await user.upload(
      panel.getByLabelText('Files to return', { selector: 'input' }),
      new File(['a solution'], 'solution.txt', { type: 'text/plain' }),
    )
    await panel.findByRole('button', { name: 'Remove solution.txt' })
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect((await panel.findByRole('alert')).textContent).toMatch(/^Not sent\./)
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: null })
  })
})
