import { describe, expect, it } from 'vitest'
import { type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import { createApi } from '../../../api/createApi.ts'
import { Document } from '../../../contract/document.ts'
import { createViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { createDeskFiles, shouldPrefetch } from './deskFiles.ts'

const text = (id: number): DocumentFile =>
  toDocumentFile(Document.parse({ id, name: `${id}.txt`, content_type: 'text/plain', size: 10 }))

/** Creates a desk with a service that responds only when the test calls `answer`. */
function desk() {
  const asked: number[] = []
  const waiting = new Map<number, () => void>()
  const { queryClient } = createApi({
    fetch: (path, init) => {
      const id = Number(/documents\/(\d+)/.exec(path)?.[1])
      asked.push(id)
      return new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        waiting.set(id, () => resolve(new Response(`file ${id}`)))
      })
    },
  })
  const views = createViewMemory()
  const files = createDeskFiles(queryClient, views)
  const answer = async (id: number) => {
    await expect.poll(() => waiting.has(id)).toBe(true)
    waiting.get(id)?.()
    waiting.delete(id)
  }
  const kept = () => queryClient.getQueryCache().getAll().length
  return { asked, answer, views, files, kept }
}

describe('files of a desk', () => {
  it('are prepared one by one, and fetched once', async () => {
    const { asked, answer, views, files } = desk()
    files.prefetch([text(1), text(2)], new Set([1, 2]))
    await answer(1)
    await answer(2)
    await expect.poll(() => views.getContent(2)?.kind).toBe('text')
    const blob = await files.load(text(1), new AbortController().signal)
    expect(await blob.text()).toBe('file 1')
    expect(asked).toEqual([1, 2])
  })

  it('are no longer cached when others are near instead', async () => {
    const { asked, answer, files, kept } = desk()
    files.prefetch([text(1), text(2)], new Set([1, 2]))
    await answer(1)
    await expect.poll(() => asked).toEqual([1, 2])
    files.prefetch([text(3)], new Set([3]))
    await answer(3)
    await expect.poll(() => asked).toEqual([1, 2, 3])
    await expect.poll(kept).toBeLessThanOrEqual(2)
    files.stop()
  })

  it('share the request in flight when the viewer loads one', async () => {
    const { asked, answer, files } = desk()
    files.prefetch([text(1)], new Set([1]))
    await expect.poll(() => asked).toEqual([1])
    const loaded = files.load(text(1), new AbortController().signal)
    await answer(1)
    expect(await (await loaded).text()).toBe('file 1')
    expect(asked).toEqual([1])
  })

  it('are fetched ahead only if they can be displayed and are small enough', () => {
    expect(shouldPrefetch(text(1))).toBe(true)
    expect(shouldPrefetch({ ...text(1), type: 'application/pdf', size: 1e6 })).toBe(true)
    expect(shouldPrefetch({ ...text(1), type: 'video/mp4', size: 10 })).toBe(false)
    expect(shouldPrefetch({ ...text(1), type: 'image/png', size: 9 * 1024 * 1024 })).toBe(false)
  })
})
