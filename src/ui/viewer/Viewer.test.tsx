import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, type ReactNode, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it, vi } from 'vitest'
import { loadMessages } from '../../testing/loadMessages.ts'
import { render as renderBare } from '../../testing/render.tsx'
import { createShortcutStore, ShortcutContext } from '../focus/useShortcuts.ts'
import type { PreviewFile } from './Content.ts'
import { Viewer } from './Viewer.tsx'
import { createViewMemory } from './ViewMemory.ts'

const messages = await loadMessages('en')
const render = (element: ReactElement) =>
  renderBare(element, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <IntlProvider locale="en" timeZone="Europe/Berlin" messages={messages}>
        {children}
      </IntlProvider>
    ),
  })

const file = (id: number, name: string, type: string, size: number): PreviewFile => ({
  ...{ id, name, type, size },
  externalAddress: undefined,
})
const notes = file(1, 'notes.txt', 'text/plain', 20)
const page = file(2, 'page.html', 'text/plain', 30)
const other = file(3, 'other.txt', 'text/plain', 40)
const bytes: Record<number, string> = {
  1: 'Exercise <b>1</b>',
  2: '<script>document.title = "run"</script>',
  3: 'Exercise 2',
}

/** Creates a `load` function whose calls the test resolves or rejects. */
function createManualLoad() {
  const calls: {
    id: number
    signal: AbortSignal
    resolve: (blob: Blob) => void
    reject: (error: Error) => void
  }[] = []
  const load = (file: PreviewFile, signal: AbortSignal) =>
    new Promise<Blob>((resolve, reject) => calls.push({ id: file.id, signal, resolve, reject }))
  return { calls, load }
}

const loadAll = (file: PreviewFile) => Promise.resolve(new Blob([bytes[file.id] ?? '']))

type ShowProps = { files?: PreviewFile[]; load?: Parameters<typeof Viewer>[0]['load'] }

function show({ files = [notes, page, other], load = loadAll }: ShowProps = {}) {
  const views = createViewMemory()
  const shortcuts = createShortcutStore(() => true)
  document.addEventListener('keydown', shortcuts.handleKeyDown)
  removeKeyListener = () => document.removeEventListener('keydown', shortcuts.handleKeyDown)
  function TestViewer() {
    const [shown, setShown] = useState<number>()
    return <Viewer files={files} shownId={shown} onShow={setShown} load={load} views={views} />
  }
  const rendered = render(
    <ShortcutContext value={shortcuts}>
      <TestViewer />
    </ShortcutContext>,
  )
  return { views, shortcuts, ...rendered }
}
let removeKeyListener = () => {}
afterEach(() => removeKeyListener())

const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Files' })).getByRole('button', { name })
const toolbar = () => screen.getByRole('group', { name: 'View' })

it('shows the first file, and lists all', async () => {
  show()
  expect(await screen.findByText('Exercise <b>1</b>')).toBeDefined()
  expect(within(toolbar()).getByText('notes.txt')).toBeDefined()
  expect(within(toolbar()).getByText('20 bytes')).toBeDefined()
  expect(screen.getByText('3 files, 90 bytes')).toBeDefined()
  expect(tab('notes.txt').getAttribute('aria-current')).toBe('true')
})

it('opens files by tab and keyboard', async () => {
  const user = userEvent.setup()
  show()
  await user.click(tab('other.txt'))
  expect(await screen.findByText('Exercise 2')).toBeDefined()
  await user.keyboard('[[')
  expect(await screen.findByText('Not opened here')).toBeDefined()
  await user.keyboard('h')
  expect(await screen.findByText('Exercise <b>1</b>')).toBeDefined()
  await user.keyboard('h')
  expect(tab('notes.txt').getAttribute('aria-current')).toBe('true')
  await user.keyboard(']l')
  expect(await screen.findByText('Exercise 2')).toBeDefined()
})

it('registers zoom and rotation for images and PDF only', async () => {
  const { shortcuts } = show()
  await screen.findByText('Exercise <b>1</b>')
  expect(shortcuts.list('screen').map(({ key }) => key)).toEqual(['[', 'h', ']', 'l'])
  expect(within(toolbar()).queryByRole('button', { name: 'Rotate' })).toBeNull()
})

it('never renders HTML, but shows its source', async () => {
  const user = userEvent.setup()
  const { container } = show({ files: [page] })
  await screen.findByText('Not opened here')
  await user.click(screen.getByRole('button', { name: 'Show as text' }))
  expect(screen.getByText('<script>document.title = "run"</script>')).toBeDefined()
  expect(container.querySelector('script, iframe, object, embed, img')).toBeNull()
})

it('ignores a late response for another file', async () => {
  const user = userEvent.setup()
  const { calls, load } = createManualLoad()
  show({ load })
  expect(screen.getByRole('status').textContent).toBe('Loading notes.txt')
  await user.click(tab('other.txt'))
  expect(calls.map(({ id }) => id)).toEqual([1, 3])
  expect(calls[0]?.signal.aborted).toBe(true)
  await act(async () => calls[0]?.resolve(new Blob(['too late'])))
  expect(screen.getByRole('status').textContent).toBe('Loading other.txt')
  await act(async () => calls[1]?.resolve(new Blob(['in time'])))
  expect(await screen.findByText('in time')).toBeDefined()
  expect(screen.queryByText('too late')).toBeNull()
})

it('shows why a file could not be loaded, and retries', async () => {
  const user = userEvent.setup()
  const { calls, load } = createManualLoad()
  show({ load })
  await act(async () => calls[0]?.reject(new Error('The service did not answer.')))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Something went wrong in the app.')
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await act(async () => calls[1]?.resolve(new Blob(['at last'])))
  expect(await screen.findByText('at last')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows an error for the failed file only', async () => {
  const user = userEvent.setup()
  const { calls, load } = createManualLoad()
  show({ load })
  await act(async () => calls[0]?.reject(new Error('not found')))
  await user.click(tab('other.txt'))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(tab('notes.txt'))
  expect(calls.map(({ id }) => id)).toEqual([1, 3, 1])
})

it('shows a prepared file without loading it', async () => {
  const { calls, load } = createManualLoad()
  const { views } = show({ load })
  await act(() => views.prepare(other, new Blob(['prepared'])))
  await userEvent.setup().click(tab('other.txt'))
  expect(screen.getByText('prepared')).toBeDefined()
  expect(calls.map(({ id }) => id)).toEqual([1])
})

afterEach(() => void vi.unstubAllGlobals())

it('saves under a safe name and inert type', async () => {
  const saved: { name: string; blob: Blob }[] = []
  let last: Blob | undefined
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (blob: Blob) => {
        last = blob
        return 'blob:saved'
      }
      static override revokeObjectURL = () => {}
    },
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) saved.push({ name: this.download, blob: last })
  })
  const hostile = { ...page, name: '../\u202elmth.exe.html' }
  show({ files: [hostile], load: () => Promise.resolve(new Blob(['<script>'], { type: 'text/html' })) })
  await userEvent.setup().click(within(toolbar()).getByRole('button', { name: 'Download' }))
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]?.name).toBe('_lmth.exe.html')
  expect(saved[0]?.blob.type).toBe('application/octet-stream')
})

it('reports a failed download', async () => {
  const { calls, load } = createManualLoad()
  show({ load })
  await userEvent.setup().click(within(toolbar()).getByRole('button', { name: 'Download' }))
  await act(async () => calls[1]?.reject(new Error('No network.')))
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong in the app.')
})

it('links to a file on another host, unloaded', () => {
  const { calls, load } = createManualLoad()
  const externalAddress = { href: 'https://files.example/1', host: 'files.example' }
  show({ files: [{ ...notes, externalAddress }], load })
  const link = screen.getByRole('link', { name: 'Open at files.example' })
  expect([link.getAttribute('href'), calls]).toEqual([externalAddress.href, []])
})

it('shows a default or given text without files', () => {
  const props = {
    files: [],
    shownId: undefined,
    onShow: () => {},
    load: loadAll,
    views: createViewMemory(),
  }
  const { rerender } = render(<Viewer {...props} />)
  expect(screen.getByText('No files')).toBeDefined()
  rerender(<Viewer {...props} emptyText="Mika handed in no files" />)
  expect(screen.getByText('Mika handed in no files')).toBeDefined()
})

it('reports an empty text and an unreadable image', async () => {
  const photo = file(7, 'photo.jpg', 'image/jpeg', 3)
  const user = userEvent.setup()
  vi.stubGlobal(
    'Image',
    class {
      onerror = () => {}
      set src(_: string) {
        queueMicrotask(() => this.onerror())
      }
    },
  )
  URL.createObjectURL ??= () => 'blob:x'
  URL.revokeObjectURL ??= () => {}
  show({ files: [notes, photo], load: () => Promise.resolve(new Blob([''])) })
  expect(await screen.findByText('This file is empty.')).toBeDefined()
  await user.click(tab('photo.jpg'))
  expect(await screen.findByText('This picture can’t be shown')).toBeDefined()
})

it('plays audio and video, and releases blob URLs', async () => {
  const blobs: Blob[] = []
  const revoked = vi.fn()
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
    revokeObjectURL: revoked,
  })
  const sound = file(7, 'song.mp3', 'text/html', 9)
  const film = file(8, 'film.mp4', 'video/mp4', 9)
  const bodies: Record<number, string> = { 7: 'ID3\0\0<script>', 8: '\0\0\0\u0018ftypisom' }
  const { views, unmount } = show({
    files: [sound, film],
    load: ({ id }) => Promise.resolve(new Blob([bodies[id] ?? ''])),
  })
  const player = await screen.findByLabelText<HTMLAudioElement>('song.mp3', { selector: 'audio' })
  expect([player.controls, player.autoplay, player.src, blobs[0]?.type]).toEqual([
    true,
    false,
    'blob:1',
    'audio/mpeg',
  ])
  await userEvent.click(tab('film.mp4'))
  const videoPlayer = await screen.findByLabelText('film.mp4', { selector: 'video' })
  act(() => void videoPlayer.dispatchEvent(new Event('error')))
  expect(await screen.findByText('This browser can’t play this file')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Download' }).length).toBe(2)
  unmount()
  await expect.poll(() => views.getContent(8)).toBeUndefined()
  expect(revoked.mock.calls).toEqual([['blob:1'], ['blob:2']])
})

it('has no name, download or tabs if embedded', async () => {
  const shortcuts = createShortcutStore(() => true)
  render(
    <ShortcutContext value={shortcuts}>
      <Viewer
        isEmbedded
        files={[notes]}
        shownId={1}
        onShow={() => {}}
        load={loadAll}
        views={createViewMemory()}
      />
    </ShortcutContext>,
  )
  expect(await screen.findByText('Exercise <b>1</b>')).toBeDefined()
  expect([screen.queryByRole('button'), screen.queryByRole('navigation')]).toEqual([null, null])
})
