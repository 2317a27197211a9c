import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { submissions } from '../../../contract/submissions.ts'
import { paths } from '../../../paths.ts'
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

type Options = Pick<RenderOptions, 'respond'> & {
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

  it('sends the copy with the text after the return was undone', async () => {
    stubCanvas()
    const { app, user, findButton } = await open()
    await user.click(await findButton(/^Return and next/))
    await user.click(await findButton(/^Undo: returned to Mika/))
    await screen.findByDisplayValue('Neat work.')
    await user.click(await findButton(/^Return and stay here/))
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['page1-marked.jpg'])
  })

  it('sends a copy once if the rest is refused and returned again', async () => {
    stubCanvas()
    let isRefused = true
    const { app, user, findButton } = await open({
      respond: ({ method, url }) =>
        isRefused && method === 'POST' && url.endsWith(`/submissions/${pupilIds.mika}`)
          ? Response.json({ error: { name: 'invalid', message: 'No.', code: 422 } }, { status: 422 })
          : undefined,
    })
    await user.click(await findButton(/^Return and stay here/))
    await screen.findByText(/^Not sent\./)
    isRefused = false
    await user.click(await findButton(/^Edit: /))
    await screen.findByDisplayValue('Neat work.')
    expect(screen.queryByRole('button', { name: /^Remove page1-marked/ })).toBeNull()
    await user.click(await findButton(/^Return and stay here/))
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['page1-marked.jpg'])
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
})

describe('a copy that can’t be created', () => {
  it('keeps the correction and its marks, and says why', async () => {
    let isDamaged = true
    stubCanvas({ isBroken: () => isDamaged })
    const { app, user, findButton } = await open()
    await user.click(await findButton(/^Return and stay here/))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Not sent: no marked copy of page1.jpg could be created. It may be damaged. The marks are saved on this device.',
    )
    expect(await getCorrection(app, pupilIds.mika)).toMatchObject({ teacher_correction: null })
    expect(await fetchFiles(app, pupilIds.mika)).toEqual([])
    isDamaged = false
    await user.click(await findButton(/^Send again: /))
    expect(await screen.findByText(/^Returned by you/)).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['page1-marked.jpg'])
  })

  it('names the reason if the file could not be loaded', async () => {
    stubCanvas()
    const { user, findButton } = await open({
      respond: request => (isDocument(request) ? new Response(null, { status: 404 }) : undefined),
    })
    await user.click(await findButton(/^Return and stay here/))
    await screen.findByText(/^Not sent: page1\.jpg could not be loaded for its marked copy\./)
  })
})

describe('returning all drafts with marks', () => {
  const returnAll = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(await screen.findByRole('button', { name: /^Return all drafts ?\(2\)$/ }))

  it('sends the copies of all', async () => {
    stubCanvas()
    const { app, user } = await open({ corrections: [mika, other] })
    await returnAll(user)
    expect(await screen.findByText(/^Returning 2 drafts in/)).toBeTruthy()
    app.sleep(10_000)
    expect(await screen.findByText(/^All 2 drafts were returned\./)).toBeTruthy()
    expect(await fetchFiles(app, pupilIds.mika)).toEqual(['page1-marked.jpg'])
    expect(await fetchFiles(app, other.userId)).toEqual(['page-marked.jpg'])
  })

  it('reports the pupil whose copy fails, and goes on with the others', async () => {
    let damagedSize = 0
    stubCanvas({ isBroken: ({ size }) => size === damagedSize })
    const { app, user } = await open({ corrections: [mika, other] })
    const { submission } = await app.api.call(submissions.get, { todo_id: 1, user_id: mika.userId })
    damagedSize = submission.files[0]?.size ?? 0
    await returnAll(user)
    expect(await screen.findByText(/^Returning 2 drafts in/)).toBeTruthy()
    app.sleep(10_000)
    expect((await screen.findAllByText(/^Not sent: no marked copy of page1\.jpg/)).length).toBeGreaterThan(0)
    expect(await getCorrection(app, mika.userId)).toMatchObject({ teacher_correction: null })
    await waitFor(async () =>
      expect(await getCorrection(app, other.userId)).toMatchObject({ teacher_correction: 'Well done.' }),
    )
  })
})
