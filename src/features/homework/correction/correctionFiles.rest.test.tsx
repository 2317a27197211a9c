import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { documents } from '../../../contract/documents.ts'
import { paths } from '../../../paths.ts'
import { type Rendered, renderApp } from '../../../testing/renderApp.tsx'
import { storeMarks } from '../../../testing/storeMarks.ts'
import { stubCanvas } from '../../../testing/stubCanvas.ts'
import { getCorrection, pupilIds } from '../../../testing/testDesk.tsx'

// pdf.js warns that jsdom is not a browser.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(words => {
    expect(words).toBe('Warning: Please use the `legacy` build in Node.js environments.')
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const copyName = 'page1-marked.jpg'
const otherCopy = 'the copy of Omar Ruiz'

/** Returns the files of Mika's correction, as `name: beginning of the content`. */
async function getFiles({ service }: Pick<Rendered, 'service'>): Promise<string[]> {
  const token = await service.signIn('albrecht')
  const documents = await service.db
    .selectFrom('documents')
    .select(['id', 'name'])
    .where('related_to', '=', `todo.1.user.${pupilIds.mika}.correction`)
    .orderBy('id')
    .execute()
  return Promise.all(
    documents.map(async ({ id, name }) => {
      const content = await service.send('GET', `/api/v2/documents/${id}/content`, { token })
      return (await content.text()) === otherCopy ? `${name}: ${otherCopy}` : name
    }),
  )
}

/** Another teacher returns a marked copy to Mika. The desk is not notified. */
async function returnAsOtherTeacher({ service, api }: Pick<Rendered, 'service' | 'api'>): Promise<void> {
  // The author of a file is not visible.
  await api.call(documents.upload, {
    body: {
      related_to: `todo.1.user.${pupilIds.mika}.correction`,
      file: new File([otherCopy], copyName, { type: 'image/jpeg' }),
    },
  })
  await setOtherCorrection({ service })
}

const setOtherCorrection = ({ service }: Pick<Rendered, 'service'>) =>
  service.db
    .updateTable('submissions')
    .set({
      teacher_correction: 'Please redo no. 2.',
      points: 8,
      corrected_at: '2026-11-18T08:10:00.000Z',
      corrected_by_user_id: 2,
    })
    .where('todo_id', '=', 1)
    .where('user_id', '=', pupilIds.mika)
    .execute()

/** Opens a draft with two marked pages and a text. */
async function openMarked() {
  stubCanvas()
  const indexedDB = new IDBFactory()
  const app = await renderApp({ as: 'albrecht', at: '/classes/1/timetable', indexedDB })
  await storeMarks(app, indexedDB, [{ userId: pupilIds.mika, text: 'Neat work.', strokes: [3, 1] }])
  await act(() => app.router.navigate(paths.desk(1, 1, pupilIds.mika)))
  await screen.findByDisplayValue('Neat work.')
  const user = userEvent.setup()
  return { app, user }
}

/** Returns it after another teacher has returned theirs. */
async function openConflict() {
  const { app, user } = await openMarked()
  await returnAsOtherTeacher(app)
  await user.click(await screen.findByRole('button', { name: /^Return and stay here/ }))
  const panel = within(await screen.findByRole('complementary', { name: 'Feedback' }))
  await panel.findByText(/^Omar Ruiz returned this/)
  expect(await getFiles(app)).toEqual([`${copyName}: ${otherCopy}`])
  return { app, user, panel }
}

describe('files of a correction that conflicts with another one', () => {
  it('are not sent, also if the other correction is kept', async () => {
    const { app, user, panel } = await openConflict()
    await user.click(panel.getByRole('button', { name: /^Discard: / }))
    expect(await panel.findByText(/^Returned by Omar Ruiz/)).toBeTruthy()
    expect(await getFiles(app)).toEqual([`${copyName}: ${otherCopy}`])
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ corrected_by_user_id: 2 })
  })

  it('replace it on request, with other names and without a second question', async () => {
    const { app, user, panel } = await openConflict()
    await user.click(panel.getByRole('button', { name: /^Replace it with mine/ }))
    expect(await panel.findByText(/^Returned by you/)).toBeTruthy()
    expect(await getFiles(app)).toEqual([
      `${copyName}: ${otherCopy}`,
      'page1-marked-2.jpg',
      'page2-marked.jpg',
    ])
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: 'Neat work.' })
  })

  it('get other names after the correction was edited', async () => {
    const { app, user, panel } = await openConflict()
    await user.click(panel.getByRole('button', { name: /^Edit: / }))
    await user.click(await panel.findByRole('button', { name: 'I have seen it' }))
    await user.type(await panel.findByRole('textbox', { name: /^Feedback/ }), ' See Mr Ruiz too.')
    await user.click(panel.getByRole('button', { name: 'Return and stay here' }))
    expect(await panel.findByText(/^Returned by you/)).toBeTruthy()
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({
      teacher_correction: 'Neat work. See Mr Ruiz too.',
    })
    expect(await getFiles(app)).toEqual([
      `${copyName}: ${otherCopy}`,
      'page1-marked-2.jpg',
      'page2-marked.jpg',
    ])
  })
})
