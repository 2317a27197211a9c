import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { submissions } from '../../../contract/submissions.ts'
import { paths } from '../../../paths.ts'
import { stubMicrophone } from '../../../testing/fakeMicrophone.ts'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
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

type Options = Pick<RenderOptions, 'respond' | 'documentedOnly' | 'language'> & {
  corrections?: Parameters<typeof storeMarks>[2]
}

/** Opens the desk at Mika Sommer, after marks were drawn in a tab that was closed. */
async function open({ corrections = [mika], ...options }: Options = {}) {
  const indexedDB = new IDBFactory()
  const app = await renderApp({ as: 'albrecht', at: '/classes/1/timetable', indexedDB, ...options })
  await storeMarks(app, indexedDB, corrections)
  await act(() => app.router.navigate(paths.desk(1, 1, pupilIds.mika)))
  const findButton = (name: RegExp) => screen.findByRole('button', { name })
  await screen.findByRole('button', { name: /^Return and next/ })
  if (corrections[0]?.text) await screen.findByDisplayValue(corrections[0].text)
  return { app, user: userEvent.setup(), findButton }
}
const mika = { userId: pupilIds.mika, text: 'Neat work.', strokes: [3] }
/** Handed in one photo. */
const other = { userId: 21, text: 'Well done.', strokes: [1] }

/** Names of the files that the service has for a pupil. */
async function fetchFiles(
  { api }: Pick<Rendered, 'api'>,
  user_id: number,
  kind: 'files' | 'correction_files' = 'correction_files',
) {
  const { rows } = await api.call(submissions.list, { todo_id: 1 })
  return rows.find(({ user }) => user.id === user_id)?.submission[kind].map(({ name }) => name)
}

const isDocument = ({ url }: Request) => /\/documents?[/?]/.test(new URL(url).pathname + new URL(url).search)

describe('returning a correction with marks', () => {
  it('sends a copy of each marked page', async () => {
    const { drawn, created } = stubCanvas()
    const { app, user, findButton } = await open({ corrections: [{ ...mika, strokes: [3, 1] }] })
    const own = await fetchFiles(app, pupilIds.mika, 'files')
    await user.click(await findButton(/^Return and stay here/))
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['page1-marked.jpg', 'page2-marked.jpg'])
    expect(await fetchFiles(app, pupilIds.mika, 'files')).toEqual(own)
    expect(new Set(created)).toEqual(new Set(['image/jpeg 0.9 40x30']))
    expect(drawn.filter(part => part === 'stroke').length).toBeGreaterThanOrEqual(4)
  })

  it('uses the same copy if it is undone and returned again', async () => {
    const { created } = stubCanvas()
    const { app, user, findButton } = await open()
    await user.click(await findButton(/^Return and next/))
    await user.click(await findButton(/^Undo: returned to Mika/))
    await screen.findByDisplayValue('Neat work.')
    const before = created.length
    await user.click(await findButton(/^Return and stay here/))
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['page1-marked.jpg'])
    expect(created).toHaveLength(before)
  })

  it('says that the copy is not sent if the service accepts no files', async () => {
    stubCanvas()
    const { app, user, findButton } = await open({ documentedOnly: true })
    await user.click(await findButton(/^Return and stay here/))
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(
      await screen.findByText(/^A file was not sent: your school’s service doesn’t accept any\./),
    ).toBeTruthy()
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: 'Neat work.' })
  })
})

describe('a correction that has only marks', () => {
  const onlyMarks = { ...mika, text: '' }
  const openOnlyMarks = async (options: Options = {}) => {
    stubCanvas()
    const opened = await open({ corrections: [onlyMarks], ...options })
    await screen.findByText('Without text and points, Mika reads “See the marked copy.”')
    return opened
  }

  it('is returned with a sentence for the pupil', async () => {
    const { app, user, findButton } = await openOnlyMarks()
    await user.click(await findButton(/^Return and stay here/))
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(screen.getByText('See the marked copy.')).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['page1-marked.jpg'])
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({
      teacher_correction: 'See the marked copy.',
      points: null,
    })
  })

  it('has no text again after the return was undone', async () => {
    const { user, findButton } = await openOnlyMarks()
    await user.click(await findButton(/^Return and next/))
    await user.click(await findButton(/^Undo: returned to Mika/))
    await screen.findByText('Without text and points, Mika reads “See the marked copy.”')
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Feedback/ })).value).toBe('')
  })

  it('is not returned without its files if the service accepts none', async () => {
    const { app, user, findButton } = await openOnlyMarks({ documentedOnly: true })
    await user.click(await findButton(/^Return and stay here/))
    await screen.findByText(/^Nothing was returned: your school’s service doesn’t accept files/)
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: null })
    await user.click(await findButton(/^Back to draft/))
    await user.type(await screen.findByRole('textbox', { name: /^Feedback/ }), 'See me.')
    await user.click(await findButton(/^Return and stay here/))
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: 'See me.' })
  })
})

describe('a copy that can’t be created', () => {
  it('keeps the correction and its marks, and says why', async () => {
    let isDamaged = true
    stubCanvas({ isBroken: () => isDamaged })
    const { app, user, findButton } = await open()
    await user.click(await findButton(/^Return and next/))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Not returned: no marked copy of page1.jpg could be created. It may be damaged. Your marks are saved on this device. Try again, or remove the copy from “Files to return”.',
    )
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: null })
    expect(await fetchFiles(app, pupilIds.mika)).toEqual([])
    isDamaged = false
    await user.click(await findButton(/^Return and stay here/))
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['page1-marked.jpg'])
  })

  it('is created from the file on screen if the network fails', async () => {
    stubCanvas()
    let isOffline = false
    const { app, user, findButton } = await open({
      respond: request =>
        isOffline && isDocument(request) && request.method === 'GET' ? Response.error() : undefined,
    })
    expect(await screen.findByLabelText(/^Your marks on page 1/)).toBeTruthy()
    isOffline = true
    // The cache forgets files after some minutes.
    app.api.queryClient.removeQueries({ queryKey: ['document'] })
    await user.click(await findButton(/^Return and stay here/))
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['page1-marked.jpg'])
  })

  it('names the reason if the file could not be loaded', async () => {
    stubCanvas()
    const { user, findButton } = await open({
      respond: request => (isDocument(request) ? new Response(null, { status: 404 }) : undefined),
    })
    await user.click(await findButton(/^Return and stay here/))
    const alert = await screen.findByText(
      /^Not returned: page1\.jpg could not be loaded for its marked copy\./,
    )
    expect(alert.textContent).toMatch(/Your marks are saved on this device\. Return it again later\.$/)
    // The message may be below the visible part of the form.
    await waitFor(() => {
      expect(document.activeElement).not.toBe(document.body)
      expect(document.activeElement?.contains(alert)).toBe(true)
    })
  })

  it('is reported when the teacher comes back to the pupil', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    stubCanvas({ isBroken: () => true })
    const { app, user, findButton } = await open({
      async respond(request) {
        if (isDocument(request)) await promise
        return undefined
      },
    })
    await user.click(await findButton(/^Return and next/))
    await act(() => app.router.navigate(paths.desk(1, 1, pupilIds.aiko)))
    await screen.findByRole('heading', { level: 2, name: 'Aiko Tanaka' })
    resolve()
    await act(() => app.router.navigate(paths.desk(1, 1, pupilIds.mika)))
    expect(await screen.findByText(/^Not returned: no marked copy of page1\.jpg/)).toBeTruthy()
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: null })
  })
})

describe('while the copies are created', () => {
  /** Returns the correction while the file of the pupil is still being loaded. */
  async function openReturning() {
    stubCanvas()
    const loading = Promise.withResolvers<void>()
    const opened = await open({
      async respond(request) {
        if (isDocument(request)) await loading.promise
        return undefined
      },
    })
    const { user, findButton } = opened
    await user.upload(
      screen.getByLabelText('Files to return', { selector: 'input' }),
      new File(['1'], 'solution.txt'),
    )
    await findButton(/^Remove solution\.txt/)
    return { ...opened, finishLoading: loading.resolve }
  }

  it('the files can’t be changed', async () => {
    const { app, user, findButton, finishLoading } = await openReturning()
    await user.click(await findButton(/^Return and stay here/))
    await findButton(/^Returning/)
    expect(screen.queryByRole('button', { name: /^Remove / })).toBeNull()
    expect(screen.queryByRole('button', { name: 'choose' })).toBeNull()
    const dataTransfer = { types: ['Files'], files: [new File(['2'], 'late.txt')] }
    fireEvent.drop(screen.getByDisplayValue('Neat work.'), { dataTransfer })
    await user.click(await findButton(/^Record voice/))
    finishLoading()
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['solution.txt', 'page1-marked.jpg'])
  })

  it('a recording that begins stops the return, with a message', async () => {
    const permission = Promise.withResolvers<void>()
    stubMicrophone({ permission: permission.promise })
    const { app, user, findButton, finishLoading } = await openReturning()
    await user.click(await findButton(/^Record voice/))
    await user.click(await findButton(/^Return and stay here/))
    await findButton(/^Returning/)
    permission.resolve()
    await findButton(/^Stop recording/)
    finishLoading()
    const alert = await screen.findByText(
      'Not returned: the feedback changed in the meantime. Check it and return it again.',
    )
    expect(alert.closest('[role=alert]')).toBeTruthy()
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: null })
  })
})

describe('returning all drafts with marks', () => {
  const returnAll = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(await screen.findByRole('button', { name: /^Return all drafts ?\(2\)$/ }))

  it('sends the copies of all, and can be cancelled before', async () => {
    const { created } = stubCanvas()
    const { app, user } = await open({ corrections: [mika, other] })
    await returnAll(user)
    expect(await screen.findByText(/^Returning 2 drafts in/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('Nothing was returned. Everything is a draft again.')
    const before = created.length
    await returnAll(user)
    expect(await screen.findByText(/^Returning 2 drafts in/)).toBeTruthy()
    app.sleep(10_000)
    expect(await screen.findByText(/^All 2 drafts were returned\./)).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['page1-marked.jpg'])
    expect(await fetchFiles(app, other.userId)).toEqual(['page-marked.jpg'])
    expect(created).toHaveLength(before)
  })

  it('omits a pupil whose copy fails, and goes on with the others', async () => {
    let damagedSize = 0
    stubCanvas({ isBroken: ({ size }) => size === damagedSize })
    const { app, user } = await open({ corrections: [mika, other] })
    const { submission } = await app.api.call(submissions.get, { todo_id: 1, user_id: mika.userId })
    damagedSize = submission.files[0]?.size ?? 0
    await returnAll(user)
    expect(await screen.findByText(/^Returning 1 draft in/)).toBeTruthy()
    const reason = await screen.findByText(
      /: no marked copy of page1\.jpg could be created\. The marks are saved on this device$/,
    )
    expect(within(reason).getByText('Mika Sommer')).toBeTruthy()
    app.sleep(10_000)
    expect(await screen.findByText(/^1 draft was returned\./)).toBeTruthy()
    expect(await getCorrection(app, mika.userId)).toMatchObject({ teacher_correction: null })
    expect(await getCorrection(app, other.userId)).toMatchObject({ teacher_correction: 'Well done.' })
  })
})
