import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { type Rendered, renderApp } from '../../../testing/renderApp.tsx'
import { stubBlobUrls } from '../../../testing/stubBlobUrls.ts'
import { stubElementSizes } from '../../../testing/stubElementSizes.ts'
import { getCorrection, pupilIds } from '../../../testing/testDesk.tsx'
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

/** Returns the files of the feedback of a pupil, as `name: content`. */
async function getReturnedFiles({ service }: Rendered, userId: number): Promise<string[]> {
  const token = await service.signIn('albrecht')
  const response = await service.send('GET', `/api/v2/todos/1/submissions/${userId}`, { token })
  const entry: unknown = await response.json()
  const { submission } = entry as { submission: { correction_files: { id: number; name: string }[] } }
  return Promise.all(
    submission.correction_files.map(async ({ id, name }) => {
      const content = await service.send('GET', `/api/v2/documents/${id}/content`, { token })
      return `${name}: ${new TextDecoder('latin1').decode(await content.arrayBuffer()).replace(/^.*of /s, '')}`
    }),
  )
}
const findUnmarkedPupil = async ({ service }: Rendered) => {
  const handedIn = await service.db
    .selectFrom('submissions')
    .select('user_id')
    .where('todo_id', '=', 1)
    .where('submitted_at', 'is not', null)
    .execute()
  const pupil = await service.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.name'])
    .where('memberships.course_id', '=', 1)
    .where('users.is_teacher', '=', 0)
    .where(
      'users.id',
      'not in',
      handedIn.map(({ user_id }) => user_id),
    )
    .executeTakeFirstOrThrow()
  return pupil
}

describe('a scan of photos', () => {
  it('is split, assigned by keyboard and returned', async () => {
    const { app, user } = await openPapers(photos(6))
    const { id, name } = await findUnmarkedPupil(app)
    await user.click(await findPupilField(1))
    await user.keyboard('somm')
    expect(await screen.findByRole('option', { name: /^Mika Sommer/ })).toBeTruthy()
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(document.activeElement).toBe(await findPupilField(2)))
    expect((await findPupilField(1)).value).toBe('Mika Sommer')
    await user.keyboard('somm')
    expect(await screen.findByText('No pupil without a part has a name like this.')).toBeTruthy()
    await user.keyboard('{Escape}tanak{Tab}12,5{Enter}')
    await waitFor(async () => expect(document.activeElement).toBe(await findPupilField(3)))
    await user.keyboard(`${name}{Enter}`)
    const button = await findReturnButton(3)
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.keyboard('{Enter}')
    await screen.findByText(/^Returning 3 drafts in/)
    // The foot states one thing.
    expect(screen.queryByText(/ready$|^Draft saved/)).toBeNull()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(await getReturnedFiles(app, pupilIds.mika)).toEqual([])
    app.sleep(10_000)
    await waitFor(async () =>
      expect(await getReturnedFiles(app, id)).toEqual(['Page 1.jpg: IMG_5.jpg', 'Page 2.jpg: IMG_6.jpg']),
    )
    await waitFor(async () =>
      expect(await getCorrection(app, pupilIds.aiko)).toMatchObject({
        teacher_correction: 'Your marked test is attached.',
        points: 12.5,
      }),
    )
    expect(await getReturnedFiles(app, pupilIds.mika)).toEqual([
      'Page 1.jpg: IMG_1.jpg',
      'Page 2.jpg: IMG_2.jpg',
    ])
    // Everything is returned, so the scan is deleted.
    const title = await screen.findByRole('heading', { level: 2, name: '3 tests returned' })
    expect(document.activeElement).toBe(title)
    expect(screen.getByText(/6 of 6 pages used\.$/)).toBeTruthy()
    // One pupil has other feedback.
    screen.getByText(/points and feedback\.$/)
    const row = within(screen.getByRole('row', { name: /^Aiko Tanaka/ }))
    expect([...row.getAllByRole('cell')].map(cell => cell.textContent)).toContain('12.5 of 15')
    expect(screen.getByRole('link', { name: 'Open marking' }).getAttribute('href')).toBe(paths.desk(1, 1))
    await user.click(screen.getByRole('button', { name: 'Another scan' }))
    expect(await screen.findByLabelText('Scan of the pile')).toBeTruthy()
  })

  it('continues after a reload, without sending anything before', async () => {
    const indexedDB = new IDBFactory()
    const first = await openPapers(photos(4), { indexedDB })
    await first.user.click(await findPupilField(1))
    await first.user.keyboard('somm{Enter}tan{Tab}7')
    await waitFor(async () => expect((await findPointsField(2)).value).toBe('7'))
    await screen.findByText(/^Draft saved/)
    cleanup()
    const { app, user } = await openPapers([], { indexedDB })
    expect((await findPupilField(1)).value).toBe('Mika Sommer')
    expect((await findPupilField(2)).value).toBe('Aiko Tanaka')
    expect((await findPointsField(2)).value).toBe('7')
    expect(await getReturnedFiles(app, pupilIds.mika)).toEqual([])
    await user.click(await findReturnButton(2))
    await screen.findByText(/^Returning 2 drafts in/)
    app.sleep(10_000)
    await waitFor(async () =>
      expect(await getReturnedFiles(app, pupilIds.aiko)).toEqual([
        'Page 1.jpg: IMG_3.jpg',
        'Page 2.jpg: IMG_4.jpg',
      ]),
    )
  })

  it('is split again and at other pages', async () => {
    const { user } = await openPapers(photos(6))
    await user.click(await findPupilField(3))
    await user.keyboard('somm{Enter}')
    const size = await screen.findByRole('textbox', { name: 'Pages per part' })
    await user.clear(size)
    await user.type(size, 'x')
    expect(await screen.findByText('A whole number from 1.')).toBeTruthy()
    await user.clear(size)
    await user.type(size, '4{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Split again' }))
    expect((await findPupilField(2)).value).toBe('Mika Sommer')
    expect(screen.queryByRole('combobox', { name: 'Pupil of part 3' })).toBeNull()
    await user.click((await findPart(1)).getByRole('button', { name: /^Page 3\b/ }))
    await user.click(await screen.findByRole('button', { name: 'New part from here' }))
    expect((await findPupilField(3)).value).toBe('Mika Sommer')
    await user.click(await screen.findByRole('button', { name: 'Join with previous: part 3' }))
    expect((await findPupilField(2)).value).toBe('Mika Sommer')
    await user.click((await findPart(2)).getByRole('button', { name: /^Page 6\b/ }))
    await user.click(await screen.findByRole('button', { name: 'Leave out' }))
    expect((await findPart(2)).getByText('pages 3 to 5')).toBeTruthy()
  })
})

describe('pupils with feedback', () => {
  it('keep it, and get the paper in addition', async () => {
    const { app, user } = await openPapers(photos(2))
    const marked = await app.service.db
      .selectFrom('submissions')
      .innerJoin('users', 'users.id', 'submissions.user_id')
      .select(['users.id', 'users.name', 'teacher_correction', 'points'])
      .where('todo_id', '=', 1)
      .where('corrected_at', 'is not', null)
      .where('points', 'is not', null)
      .executeTakeFirstOrThrow()
    await user.click(await findPupilField(1))
    await user.keyboard(`${marked.name}{Tab}`)
    expect(
      await screen.findByText('Marked already. The paper is added, and the feedback stays.'),
    ).toBeTruthy()
    await user.keyboard('3')
    expect(await screen.findByText(/the points change from .* to 3\.$/)).toBeTruthy()
    await user.click(await findReturnButton(1))
    await screen.findByText(/^Returning 1 draft in/)
    app.sleep(10_000)
    await waitFor(async () => expect(await getCorrection(app, marked.id)).toMatchObject({ points: 3 }))
    expect(await getCorrection(app, marked.id)).toMatchObject({
      teacher_correction: marked.teacher_correction,
    })
    expect(await getReturnedFiles(app, marked.id)).toContain('Page 1.jpg: IMG_1.jpg')
  })

  it('get it with the paper if it is a draft', async () => {
    const indexedDB = new IDBFactory()
    await renderApp({ as: 'albrecht', at: paths.desk(1, 1, pupilIds.mika), indexedDB })
    await userEvent.setup().type(await screen.findByRole('textbox', { name: /^Feedback/ }), 'Neat work.')
    await screen.findByText(/^Draft saved/)
    cleanup()
    const { app, user } = await openPapers(photos(2), { indexedDB })
    await user.click(await findPupilField(1))
    await user.keyboard('somm{Enter}')
    expect(await screen.findByText('Your draft of the feedback is returned with it.')).toBeTruthy()
    await user.click(await findReturnButton(1))
    // Undo restores the draft as it was.
    await user.click(await screen.findByRole('button', { name: 'Undo all' }))
    await user.click(await findReturnButton(1))
    await screen.findByText(/^Returning 1 draft in/)
    app.sleep(10_000)
    await waitFor(async () =>
      expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: 'Neat work.' }),
    )
    expect(await getReturnedFiles(app, pupilIds.mika)).toContain('Page 1.jpg: IMG_1.jpg')
  })
})

describe('joining parts', () => {
  it('asks first if a pupil would lose the part', async () => {
    const { user } = await openPapers(photos(6))
    await user.click(await findPupilField(1))
    await user.keyboard('somm{Tab}7.5')
    await user.click(await findPupilField(2))
    await user.keyboard('tanak{Tab}6')
    const join = () => screen.findByRole('button', { name: 'Join with previous: part 2' })
    await user.click(await join())
    const dialog = within(await screen.findByRole('dialog', { name: 'Join parts 1 and 2?' }))
    expect(dialog.getByText('The joined part belongs to: Mika Sommer, points: 7.5.')).toBeTruthy()
    expect(dialog.getByText('This is removed: Aiko Tanaka, points: 6.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Keep both' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await findPupilField(2)).value).toBe('Aiko Tanaka')
    await user.click(await join())
    await user.click(await screen.findByRole('button', { name: 'Join' }))
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Pupil of part 3' })).toBeNull())
    expect((await findPupilField(1)).value).toBe('Mika Sommer')
    expect((await findPupilField(2)).value).toBe('')
  })
})

it('a double click on “Return all” returns the parts', async () => {
  const { app, user } = await openPapers(photos(4))
  await user.click(await findPupilField(1))
  await user.keyboard('somm{Enter}tanak{Enter}')
  const button = await findReturnButton(2)
  await user.dblClick(button)
  await screen.findByText(/^Returning 2 drafts in/)
  expect(button.isConnected).toBe(true)
  expect(await screen.findByText(/^Some parts are already on their way/)).toBeTruthy()
  app.sleep(10_000)
  await waitFor(async () =>
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({
      teacher_correction: 'Your marked test is attached.',
    }),
  )
})

describe('a return that was undone', () => {
  it('leaves the parts, which can be changed and returned again', async () => {
    const { app, user } = await openPapers(photos(2))
    await user.click(await findPupilField(1))
    await user.keyboard('somm{Tab}5')
    await user.click(await findReturnButton(1))
    await screen.findByText(/^Returning 1 draft in/)
    // A change would not reach the queued correction.
    expect((await findPart(1)).getByText('Being returned …')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Undo all' }))
    const points = await findPointsField(1)
    await waitFor(() => expect(points.readOnly).toBe(false))
    await user.clear(points)
    await user.type(points, '6')
    await user.click(await findReturnButton(1))
    await screen.findByText(/^Returning 1 draft in/)
    app.sleep(10_000)
    await waitFor(async () => expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ points: 6 }))
    expect(await getReturnedFiles(app, pupilIds.mika)).toEqual([
      'Page 1.jpg: IMG_1.jpg',
      'Page 2.jpg: IMG_2.jpg',
    ])
  })
})

it('reports the paper that the service refuses, and returns the others', async () => {
  const { app, user } = await openPapers(photos(4), {
    respond: async request => {
      if (!(request.method === 'POST' && request.url.endsWith('/documents'))) return undefined
      const body = await request.clone().text()
      if (!body.includes(`user.${pupilIds.mika}.`)) return undefined
      return Response.json(
        { error: { code: 'not_found', message: 'Nothing was handed in.' } },
        { status: 422 },
      )
    },
  })
  await user.click(await findPupilField(1))
  await user.keyboard('somm{Enter}tanak{Enter}')
  await user.click(await findReturnButton(2))
  await screen.findByText(/^Returning 2 drafts in/)
  app.sleep(10_000)
  expect(await (await findPart(1)).findByText(/^Not sent\. Nothing was handed in/)).toBeTruthy()
  expect(await (await findPart(2)).findByText('Returned')).toBeTruthy()
  expect(await getReturnedFiles(app, pupilIds.aiko)).toHaveLength(2)
})
