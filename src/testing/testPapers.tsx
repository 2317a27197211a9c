import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { paths } from '../paths.ts'
import type { PhotoRequest } from '../ui/photos/photoWorker.ts'
import { type RenderOptions, renderApp } from './renderApp.tsx'

/** jsdom loads no images. No part of a photo that a worker can't read is readable. */
export const stubBrokenImages = () =>
  vi.stubGlobal(
    'Image',
    class {
      onerror = () => {}
      set src(url: string) {
        if (url) queueMicrotask(() => this.onerror())
      }
    },
  )

/**
 * jsdom has no workers. Photos stay as they are, except for those whose name begins with `broken`. The worker of a photo
 * `hangs…` always crashes, the one of a photo `slow…` only the first time.
 */
export function stubPhotoWorkers(): void {
  beforeEach(() => {
    const crashed = new Set<string>()
    class StubWorker extends EventTarget {
      postMessage({ file }: PhotoRequest) {
        if (file.name.startsWith('hangs') || (file.name.startsWith('slow') && !crashed.has(file.name))) {
          crashed.add(file.name)
          queueMicrotask(() => this.dispatchEvent(new Event('error')))
          return
        }
        if (file.name.startsWith('broken')) stubBrokenImages()
        const data = file.name.startsWith('broken')
          ? { kind: 'failed', reason: 'unreadable' }
          : { kind: 'unchanged' }
        queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
      }
      terminate() {}
    }
    vi.stubGlobal('Worker', StubWorker)
  })
  afterEach(() => void vi.unstubAllGlobals())
}

/** Has only the signature of a JPEG. */
export const photo = (name: string) =>
  new File([Uint8Array.from(`\xff\xd8\xff of ${name}`, letter => letter.charCodeAt(0))], name, {
    type: 'image/jpeg',
  })
export const photos = (count: number) =>
  Array.from({ length: count }, (_, index) => photo(`IMG_${index + 1}.jpg`))

/** Opens the papers of the first homework of 8b, and chooses the photos. */
export async function openPapers(files: readonly File[], options: RenderOptions = {}) {
  const app = await renderApp({ as: 'albrecht', at: paths.papers(1, 1), ...options })
  const user = userEvent.setup()
  if (files.length > 0) {
    await user.upload(await screen.findByLabelText(/^(Scan of the pile|Scan des Stapels)$/), [...files])
  }
  return { app, user }
}

export const findPupilField = (part: number) =>
  screen.findByRole<HTMLInputElement>('combobox', { name: `Pupil of part ${part}` })
export const findPointsField = (part: number) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `Points for part ${part}` })
/** Returns the button when the scan is open, so that it works. */
export const findReturnButton = async (count: number) => {
  const button = await screen.findByRole('button', { name: `Return all (${count})` })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  return button
}
export const findPart = async (part: number) => {
  const heading = await screen.findByRole('heading', { level: 2, name: new RegExp(`^Part ${part}\\b`) })
  const row = heading.closest('li')
  if (!row) throw new Error(`part ${part} is not in the list`)
  return within(row)
}
