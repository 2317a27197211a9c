import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
import { stubBlobUrls } from '../../../testing/stubBlobUrls.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import { getCorrection, openCorrection, pupilIds } from '../../../testing/testDesk.tsx'
import {
  findPart,
  findPointsField,
  findPupilField,
  findReturnButton,
  openPapers,
  photos,
  stubPhotoWorkers,
} from '../../../testing/testPapers.tsx'

stubElementSizes()
stubBlobUrls()
stubPhotoWorkers()

/** Returns the part of Mika with these points, cancels that, and takes the part out of the draft again. */
async function returnAndRemove(points: string, indexedDB: IDBFactory) {
  const { user } = await openPapers(photos(2), { indexedDB })
  await user.click(await findPupilField(1))
  await user.keyboard(`somm{Tab}${points}`)
  await user.click(await findReturnButton(1))
  await screen.findByText(/^Returning 1 draft in/)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await user.click(await (await findPart(1)).findByRole('button', { name: 'Change' }))
  const field = await findPointsField(1)
  await waitFor(() => expect(field.readOnly).toBe(false))
  cleanup()
}

it.each([
  ['text and points', 'Well done.', '9', '12'],
  ['only points', '', '9', '12'],
  ['points, and the part has none', '', '9', ''],
])('“Change” restores a draft with %s', async (_what, text, points, partPoints) => {
  const indexedDB = new IDBFactory()
  const first = await openCorrection('mika', { indexedDB })
  if (text) await first.user.type(await first.findText(), text)
  await first.user.type(await first.findPoints(), points)
  await screen.findByText(/^Draft saved/)
  cleanup()
  await returnAndRemove(partPoints, indexedDB)
  const { findText, findPoints } = await openCorrection('mika', { indexedDB })
  await waitFor(async () => expect((await findPoints()).value).toBe(points))
  expect((await findText()).value).toBe(text)
  expect(screen.queryByText('Page 1.jpg')).toBeNull()
})

it('“Change” leaves no draft to a pupil without one, even if the points are formatted differently', async () => {
  const indexedDB = new IDBFactory()
  await returnAndRemove('07,50', indexedDB)
  const { findText, findPoints } = await openCorrection('mika', { indexedDB })
  expect((await findText()).value).toBe('')
  expect((await findPoints()).value).toBe('')
  expect(await screen.findByRole('button', { name: 'Return all drafts (0)' })).toBeTruthy()
})

it('a new version of a returned correction is not sent with the other parts', async () => {
  const { service } = await renderApp()
  cleanup()
  const options: RenderOptions = {
    indexedDB: new IDBFactory(),
    service,
    // jsdom can't render PDF files.
    respond: ({ method, url }) =>
      method === 'GET' && url.includes('/documents/') ? new Response(null, { status: 404 }) : undefined,
  }
  const { app, user } = await openPapers(photos(4), options)
  await user.click(await findPupilField(1))
  await user.keyboard('somm{Tab}5')
  await user.click(await findReturnButton(1))
  await screen.findByText(/^Returning 1 draft in/)
  app.sleep(10_000)
  expect(await (await findPart(1)).findByText('Returned')).toBeTruthy()
  await act(() => app.router.navigate(paths.desk(1, 1, pupilIds.mika)))
  await user.click(await screen.findByRole('button', { name: 'Mark again' }))
  await user.type(await screen.findByRole('textbox', { name: /^Feedback/ }), ' And half a sen')
  await screen.findByText(/^Draft saved/)
  cleanup()
  // The list of submissions must be newer than the returned correction.
  app.sleep(60_000)
  const later = await openPapers([], options)
  expect(await (await findPart(1)).findByText('Returned')).toBeTruthy()
  await later.user.click(await findPupilField(2))
  await later.user.keyboard('tanak{Enter}')
  await later.user.click(await findReturnButton(1))
  await screen.findByText(/^Returning 1 draft in/)
  later.app.sleep(10_000)
  await waitFor(async () =>
    expect(await getCorrection(app, pupilIds.aiko)).toMatchObject({
      teacher_correction: 'Your marked test is attached.',
    }),
  )
  expect(await getCorrection(app, pupilIds.mika)).toMatchObject({
    teacher_correction: 'Your marked test is attached.',
    points: 5,
  })
})
