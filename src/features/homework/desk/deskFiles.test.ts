import { describe, expect, it } from 'vitest'
import { type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import { createApi } from '../../../api/createApi.ts'
import { Document } from '../../../contract/document.ts'
import { createViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { createDeskFiles, shouldPrefetch } from './deskFiles.ts'

const textFile = (id: number): DocumentFile =>
  toDocumentFile(Document.parse({ id, name: `${id}.txt`, content_type: 'text/plain', size: 10 }))

/** Creates desk files whose service responds when the test calls `respond`. */
function createTestFiles() {
  const requestedIds: number[] = []
  const pendingResponses = new Map<number, () => void>()
  const { queryClient } = createApi({
    fetch: (path, init) => {
      const id = Number(/documents\/(\d+)/.exec(path)?.[1])
      requestedIds.push(id)
      return new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        pendingResponses.set(id, () => resolve(new Response(`file ${id}`)))
      })
    },
  })
  const views = createViewMemory()
  const files = createDeskFiles(queryClient, views)
  const respond = async (id: number) => {
    await expect.poll(() => pendingResponses.has(id)).toBe(true)
    pendingResponses.get(id)?.()
    pendingResponses.delete(id)
  }
  const countCached = () => queryClient.getQueryCache().getAll().length
  return { requestedIds, respond, views, files, countCached }
}

describe('files of a desk', () => {
  it('are prepared one by one, fetched once', async () => {
    const { requestedIds, respond, views, files } = createTestFiles()
    files.prefetch([textFile(1), textFile(2)], new Set([1, 2]))
    await respond(1)
    await respond(2)
    await expect.poll(() => views.getContent(2)?.kind).toBe('text')
    const blob = await files.load(textFile(1), new AbortController().signal)
    expect(await blob.text()).toBe('file 1')
    expect(requestedIds).toEqual([1, 2])
  })

  it('are evicted when others are prefetched', async () => {
    const { requestedIds, respond, files, countCached } = createTestFiles()
    files.prefetch([textFile(1), textFile(2)], new Set([1, 2]))
    await respond(1)
    await expect.poll(() => requestedIds).toEqual([1, 2])
    files.prefetch([textFile(3)], new Set([3]))
    await respond(3)
    await expect.poll(() => requestedIds).toEqual([1, 2, 3])
    await expect.poll(countCached).toBeLessThanOrEqual(2)
    files.stop()
  })

  it('share an in-flight request with the viewer', async () => {
    const { requestedIds, respond, files } = createTestFiles()
    files.prefetch([textFile(1)], new Set([1]))
    await expect.poll(() => requestedIds).toEqual([1])
    const loaded = files.load(textFile(1), new AbortController().signal)
    await respond(1)
    expect(await (await loaded).text()).toBe('file 1')
    expect(requestedIds).toEqual([1])
  })

  it('are prefetched if displayable and small', () => {
    expect(shouldPrefetch(textFile(1))).toBe(true)
    expect(shouldPrefetch({ ...textFile(1), type: 'application/pdf', size: 1e6 })).toBe(true)
    expect(shouldPrefetch({ ...textFile(1), type: 'video/mp4', size: 10 })).toBe(false)
    expect(shouldPrefetch({ ...textFile(1), type: 'image/png', size: 9 * 1024 * 1024 })).toBe(false)
  })
})
