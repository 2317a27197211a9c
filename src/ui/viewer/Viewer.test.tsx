import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { viewerWords as words } from '../../testing/viewerWords.ts'
import { createShortcutStore, ShortcutContext } from '../focus/useShortcuts.ts'
import type { PreviewFile } from './Content.ts'
import { Viewer } from './Viewer.tsx'
import { createViewMemory } from './ViewMemory.ts'

const notes: PreviewFile = { id: 1, name: 'notes.txt', type: 'text/plain', size: 20 }
const page: PreviewFile = { id: 2, name: 'page.html', type: 'text/plain', size: 30 }
const other: PreviewFile = { id: 3, name: 'other.txt', type: 'text/plain', size: 40 }
const bytes: Record<number, string> = {
  1: 'Exercise <b>1</b>',
  2: '<script>document.title = "run"</script>',
  3: 'Exercise 2',
}

/** What `load` was asked for, to be answered by the test in its own order. */
function loading() {
  const asked: {
    id: number
    signal: AbortSignal
    answer: (blob: Blob) => void
    fail: (error: Error) => void
  }[] = []
  const load = (file: PreviewFile, signal: AbortSignal) =>
    new Promise<Blob>((answer, fail) => asked.push({ id: file.id, signal, answer, fail }))
  return { asked, load }
}

const loadAll = (file: PreviewFile) => Promise.resolve(new Blob([bytes[file.id] ?? '']))

type ShowProps = { files?: PreviewFile[]; load?: Parameters<typeof Viewer>[0]['load'] }

function show({ files = [notes, page, other], load = loadAll }: ShowProps = {}) {
  const views = createViewMemory()
  const shortcuts = createShortcutStore(() => true)
  document.addEventListener('keydown', shortcuts.press)
  leave = () => document.removeEventListener('keydown', shortcuts.press)
  function Desk() {
    const [shown, setShown] = useState<number>()
    return <Viewer files={files} shown={shown} onShow={setShown} load={load} words={words} views={views} />
  }
  const rendered = render(
    <ShortcutContext value={shortcuts}>
      <Desk />
    </ShortcutContext>,
  )
  return { views, shortcuts, ...rendered }
}
let leave = () => {}
afterEach(() => leave())

const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Files' })).getByRole('button', { name })
const bar = () => screen.getByRole('group', { name: 'View' })

it('shows the first file as the text it is, its name and size, and all of them below', async () => {
  show()
  expect(await screen.findByText('Exercise <b>1</b>')).toBeDefined()
  expect(within(bar()).getByText('notes.txt')).toBeDefined()
  expect(within(bar()).getByText('20 bytes')).toBeDefined()
  expect(screen.getByText('3 files, 90 bytes')).toBeDefined()
  expect(tab('notes.txt').getAttribute('aria-current')).toBe('true')
})

it('goes to a file by its tab and by keys', async () => {
  const user = userEvent.setup()
  show()
  await user.click(tab('other.txt'))
  expect(await screen.findByText('Exercise 2')).toBeDefined()
  await user.keyboard('[[')
  expect(await screen.findByText('Not shown: code')).toBeDefined()
  await user.keyboard('h')
  expect(await screen.findByText('Exercise <b>1</b>')).toBeDefined()
  await user.keyboard('h')
  expect(tab('notes.txt').getAttribute('aria-current')).toBe('true')
  await user.keyboard(']l')
  expect(await screen.findByText('Exercise 2')).toBeDefined()
})

it('lists its keys, those for looking only where something is drawn', async () => {
  const { shortcuts } = show()
  await screen.findByText('Exercise <b>1</b>')
  expect(shortcuts.list('screen').map(({ key }) => key)).toEqual(['[', 'h', ']', 'l'])
  expect(within(bar()).queryByRole('button', { name: 'Rotate' })).toBeNull()
})

it('never opens a page as one: says so, and shows its text when asked', async () => {
  const user = userEvent.setup()
  const { container } = show({ files: [page] })
  await screen.findByText('Not shown: code')
  await user.click(screen.getByRole('button', { name: 'Show as text' }))
  expect(screen.getByText('<script>document.title = "run"</script>')).toBeDefined()
  expect(container.querySelector('script, iframe, object, embed, img')).toBeNull()
})

it('says what is loading, and never shows a late answer under another name', async () => {
  const user = userEvent.setup()
  const { asked, load } = loading()
  show({ load })
  expect(screen.getByRole('status').textContent).toBe('Loading notes.txt')
  await user.click(tab('other.txt'))
  expect(asked.map(({ id }) => id)).toEqual([1, 3])
  expect(asked[0]?.signal.aborted).toBe(true)
  await act(async () => asked[0]?.answer(new Blob(['too late'])))
  expect(screen.getByRole('status').textContent).toBe('Loading other.txt')
  await act(async () => asked[1]?.answer(new Blob(['in time'])))
  expect(await screen.findByText('in time')).toBeDefined()
  expect(screen.queryByText('too late')).toBeNull()
})

it('says why a file could not be loaded, and tries again', async () => {
  const user = userEvent.setup()
  const { asked, load } = loading()
  show({ load })
  await act(async () => asked[0]?.fail(new Error('The service did not answer.')))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The service did not answer.')
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await act(async () => asked[1]?.answer(new Blob(['at last'])))
  expect(await screen.findByText('at last')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a failure belongs to its file', async () => {
  const user = userEvent.setup()
  const { asked, load } = loading()
  show({ load })
  await act(async () => asked[0]?.fail(new Error('gone')))
  await user.click(tab('other.txt'))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(tab('notes.txt'))
  // Coming back is another try.
  expect(asked.map(({ id }) => id)).toEqual([1, 3, 1])
})

it('shows what was made ready before without asking for it', async () => {
  const { asked, load } = loading()
  const { views } = show({ load })
  await act(() => views.prepare(other, new Blob(['prepared'])))
  await userEvent.setup().click(tab('other.txt'))
  expect(screen.getByText('prepared')).toBeDefined()
  expect(asked.map(({ id }) => id)).toEqual([1])
})

afterEach(() => void vi.unstubAllGlobals())

it('saves a file under a safe name and a type nothing runs as', async () => {
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
  await userEvent.setup().click(within(bar()).getByRole('button', { name: 'Download' }))
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]?.name).toBe('_lmth.exe.html')
  expect(saved[0]?.blob.type).toBe('application/octet-stream')
})

it('says when a download fails', async () => {
  const { asked, load } = loading()
  show({ load })
  await userEvent.setup().click(within(bar()).getByRole('button', { name: 'Download' }))
  await act(async () => asked[1]?.fail(new Error('No network.')))
  expect((await screen.findByRole('alert')).textContent).toContain('No network.')
})

it('says that there is nothing, in the caller’s words or its own', () => {
  const props = {
    files: [],
    shown: undefined,
    onShow: () => {},
    load: loadAll,
    words,
    views: createViewMemory(),
  }
  const { rerender } = render(<Viewer {...props} />)
  expect(screen.getByText('No files')).toBeDefined()
  rerender(<Viewer {...props} emptyText="Mika handed in no files" />)
  expect(screen.getByText('Mika handed in no files')).toBeDefined()
})

it('says that a text is empty, and that a picture is none', async () => {
  const photo: PreviewFile = { id: 7, name: 'photo.jpg', type: 'image/jpeg', size: 3 }
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
  expect(await screen.findByText('Nothing in it')).toBeDefined()
  await user.click(tab('photo.jpg'))
  expect(await screen.findByText('Not shown: brokenImage')).toBeDefined()
})

it('plays sound and films in the browser’s own player, and gives up what it held with them', async () => {
  const made: Blob[] = []
  const revoked = vi.fn()
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: revoked })
  const sound: PreviewFile = { id: 7, name: 'song.mp3', type: 'text/html', size: 9 }
  const film: PreviewFile = { id: 8, name: 'film.mp4', type: 'video/mp4', size: 9 }
  const bodies: Record<number, string> = { 7: 'ID3\0\0<script>', 8: '\0\0\0\u0018ftypisom' }
  const { views, unmount } = show({
    files: [sound, film],
    load: ({ id }) => Promise.resolve(new Blob([bodies[id] ?? ''])),
  })
  const player = await screen.findByLabelText<HTMLAudioElement>('song.mp3', { selector: 'audio' })
  expect([player.controls, player.autoplay, player.src, made[0]?.type]).toEqual([
    true,
    false,
    'blob:1',
    'audio/mpeg',
  ])
  await userEvent.click(tab('film.mp4'))
  const screenPlayer = await screen.findByLabelText('film.mp4', { selector: 'video' })
  // No player for it here.
  act(() => void screenPlayer.dispatchEvent(new Event('error')))
  expect(await screen.findByText('Not shown: unplayable')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Download' }).length).toBe(2)
  unmount()
  await expect.poll(() => views.content(8)).toBeUndefined()
  expect(revoked.mock.calls).toEqual([['blob:1'], ['blob:2']])
})

it('bare, it leaves names, saving and other files to its place', async () => {
  const shortcuts = createShortcutStore(() => true)
  render(
    <ShortcutContext value={shortcuts}>
      <Viewer
        bare
        files={[notes]}
        shown={1}
        onShow={() => {}}
        load={loadAll}
        words={words}
        views={createViewMemory()}
      />
    </ShortcutContext>,
  )
  expect(await screen.findByText('Exercise <b>1</b>')).toBeDefined()
  expect([screen.queryByRole('button'), screen.queryByRole('navigation')]).toEqual([null, null])
})
