import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { submissions } from '../../../contract/submissions.ts'
import { type Rendered, type RenderOptions, renderApp } from '../../../testing/renderApp.tsx'
import { stubBlobUrls } from '../../../testing/stubBlobUrls.ts'
import { stubBrokenImages } from '../../../testing/testPapers.tsx'
import type { PhotoRequest } from '../../../ui/photos/photoWorker.ts'
import type { PhotoResult } from '../../../ui/photos/preparePhoto.ts'

stubBlobUrls('blob:thumbnail')
afterEach(() => void vi.unstubAllGlobals())

const pngHeader = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10])
const png = new File([pngHeader], 'page1.png', { type: 'image/png' })
const notes = new File(['Exercise 2: 3/4'], 'notes.txt', { type: 'text/plain' })
const jpeg = (name: string) => new File(['\xff\xd8\xff of a camera'], name, { type: 'image/jpeg' })

const prepared: PhotoResult = {
  kind: 'prepared',
  photo: new Blob(['\xff\xd8\xff smaller'], { type: 'image/jpeg' }),
  size: { width: 3000, height: 2250 },
  originalSize: { width: 4032, height: 3024 },
}

/** jsdom has no workers. Returns the names of the files that workers received. */
function stubWorkers(respond: (file: File) => PhotoResult | undefined) {
  const received: string[] = []
  class StubWorker extends EventTarget {
    postMessage({ file }: PhotoRequest) {
      received.push(file.name)
      const data = respond(file)
      queueMicrotask(() =>
        this.dispatchEvent(data ? new MessageEvent('message', { data }) : new Event('error')),
      )
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', StubWorker)
  stubBrokenImages()
  return received
}

/** The worker answers when the returned function is called. */
function stubSlowWorker() {
  const { promise, resolve } = Promise.withResolvers<void>()
  class SlowWorker extends EventTarget {
    postMessage() {
      void promise.then(() => this.dispatchEvent(new MessageEvent('message', { data: prepared })))
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', SlowWorker)
  return resolve
}

const open = (options: Partial<RenderOptions> = {}) =>
  renderApp({ as: 'tanaka', at: '/classes/1/homework/7', ...options })
const addFiles = async (...files: File[]) =>
  userEvent.setup().upload(await screen.findByLabelText('Choose files'), files)
const findRow = async (name: string) => {
  const row = (await screen.findByText(name)).closest('li')
  if (!row) throw new Error(`${name} is not in a list`)
  return row
}
const handIn = async () => userEvent.setup().click(await screen.findByRole('button', { name: 'Hand in' }))

async function fetchHandedInFiles({ service }: Rendered) {
  await screen.findByRole('list', { name: 'Your files' })
  const token = await service.signIn('albrecht')
  const response = await service.send('GET', '/api/v2/todos/7/submissions', { token })
  const entries = z.array(submissions.list.response.schema).parse(await response.json())
  const files = entries.find(({ user }) => user.name === 'Aiko Tanaka')?.submission.files ?? []
  return files.map(({ name, size }) => `${name} ${size}`).toSorted()
}

it('shows thumbnails, and warns of unsupported formats', async () => {
  const heic = new File([`\0\0\0\x18ftypheic\0\0\0\0mif1heic`], 'IMG_1.jpg', { type: 'image/jpeg' })
  stubWorkers(({ name }) =>
    name === 'IMG_1.jpg' ? { kind: 'failed', reason: 'unreadable' } : { kind: 'unchanged' },
  )
  await open()
  await addFiles(png, heic, notes)
  expect((await screen.findByText(/^IMG_1\.jpg is a HEIC photo\./)).role).toBe('status')
  const thumbnail = (name: string) =>
    screen.getByText(name).closest('li')?.querySelector('img')?.getAttribute('src')
  await waitFor(() => expect(thumbnail('page1.png')).toBe('blob:thumbnail'))
  expect([thumbnail('IMG_1.jpg'), thumbnail('notes.txt')]).toEqual([undefined, undefined])
  expect(screen.queryByText(/^page1\.png is/)).toBeNull()
})

describe('prepared photos', () => {
  it('are sent with their page numbers instead of the originals', async () => {
    stubWorkers(() => prepared)
    const app = await open()
    await addFiles(jpeg('b.jpg'), jpeg('a.jpg'), notes)
    await waitFor(async () =>
      expect((await findRow('a.jpg')).textContent).toContain(
        '4,032\u00a0×\u00a03,024, now 3,000\u00a0×\u00a02,250',
      ),
    )
    await handIn()
    await waitFor(async () =>
      expect(await fetchHandedInFiles(app)).toEqual(['Page 1 b.jpg 14', 'Page 2 a.jpg 14', 'notes.txt 15']),
    )
  })

  it('can be replaced by the originals', async () => {
    stubWorkers(() => prepared)
    const app = await open()
    await addFiles(jpeg('a.jpg'))
    await userEvent
      .setup()
      .click(await screen.findByRole('checkbox', { name: 'Hand in the original photos' }))
    expect((await findRow('a.jpg')).textContent).not.toContain('now')
    await handIn()
    await waitFor(async () => expect(await fetchHandedInFiles(app)).toEqual([`a.jpg ${jpeg('').size}`]))
  })

  it('are prepared once, and again after a reload in between', async () => {
    const indexedDB = new IDBFactory()
    const answerFirst = stubSlowWorker()
    await open({ indexedDB })
    await addFiles(jpeg('a.jpg'))
    expect((await findRow('a.jpg')).textContent).toContain('Preparing…')
    await screen.findByText(/^Draft saved/)
    cleanup()
    answerFirst()
    const received = stubWorkers(() => prepared)
    await open({ indexedDB })
    await waitFor(async () => expect((await findRow('a.jpg')).textContent).toContain('now'))
    expect(received).toEqual(['a.jpg'])
    await screen.findByText(/^Draft saved/)
    cleanup()
    await open({ indexedDB })
    expect((await findRow('a.jpg')).textContent).toContain('now')
    expect(received).toEqual(['a.jpg'])
  })

  it('delay the hand-in until they are ready', async () => {
    const respond = stubSlowWorker()
    const app = await open()
    await addFiles(jpeg('a.jpg'))
    await findRow('a.jpg')
    await handIn()
    await screen.findByText(/^Your photos are still being prepared\./)
    respond()
    await waitFor(async () => expect(await fetchHandedInFiles(app)).toEqual(['a.jpg 14']))
  })

  it.each([
    { reason: 'unreadable', sentence: /^a\.jpg can’t be opened as a photo here\./ },
    { reason: 'tooLarge', sentence: /^a\.jpg is too large to be made smaller here\./ },
  ] as const)('are replaced by the original with a reason: $reason', async ({ reason, sentence }) => {
    stubWorkers(() => ({ kind: 'failed', reason }))
    const app = await open()
    await addFiles(jpeg('a.jpg'))
    await within(await findRow('a.jpg')).findByText(sentence)
    await handIn()
    await waitFor(async () => expect(await fetchHandedInFiles(app)).toEqual([`a.jpg ${jpeg('').size}`]))
  })

  it('are replaced by the original if the worker crashes', async () => {
    const results = [undefined, prepared]
    stubWorkers(() => results.shift())
    await open()
    await addFiles(jpeg('a.jpg'))
    const row = within(await findRow('a.jpg'))
    const text = await row.findByText(/^a\.jpg could not be prepared here/)
    expect(text.textContent).toMatch(/can contain the place where it was taken\.$/)
    await userEvent.setup().click(row.getByRole('button', { name: 'Try again' }))
    await row.findByText(/^4,032/)
  })

  it('are named if other photos stay as they are', async () => {
    stubWorkers(({ name }) => (name === 'page1.png' ? { kind: 'unchanged' } : prepared))
    await open()
    await addFiles(jpeg('a.jpg'))
    await screen.findByText(/^Your photos were turned upright .* was removed\.$/)
    await addFiles(png)
    await screen.findByText(
      /^a\.jpg was turned upright .* The others are handed in as they are, and can contain the place\.$/,
    )
    expect(screen.queryByText(/^Your photos were turned/)).toBeNull()
  })

  it('keep their type', async () => {
    const photo = new Blob([pngHeader], { type: 'image/png' })
    stubWorkers(() => ({ ...prepared, photo }))
    const app = await open()
    await addFiles(png)
    await findRow('page1.png')
    await handIn()
    await waitFor(async () =>
      expect(await fetchHandedInFiles(app)).toEqual([`page1.png ${pngHeader.length}`]),
    )
  })
})
