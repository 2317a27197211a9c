import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { documents } from '../contract/documents.ts'
import { files } from '../contract/files.ts'
import { keyOf, query } from './cache/query.ts'
import { createApi } from './createApi.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const row = (id: number) => ({
  id,
  name: `${id}.txt`,
  is_dir: false,
  parent_id: null,
  created_at: '2026-11-18 10:00:00',
  document: null as null | { id: number; name: string },
  can_write: true,
})

it('adds hundreds of responses to a list once a second', async () => {
  const requests: string[] = []
  const api = createApi({
    fetch: async path => {
      requests.push(path)
      return Response.json(path.endsWith('/files') ? [row(1)] : row(0))
    },
  })
  const list = query(files.list, { course_id: 1 })
  const top = query(files.get, { course_id: 1, file_id: 0 })
  const stop = [
    new QueryObserver(api.queryClient, { ...list }).subscribe(() => undefined),
    new QueryObserver(api.queryClient, { ...top }).subscribe(() => undefined),
  ]
  await vi.advanceTimersByTimeAsync(10)
  expect(requests).toHaveLength(2)

  const sentAt = Date.now() - 5000
  for (let id = 2; id <= 201; id += 1) {
    const input = { course_id: 1, body: { name: `${id}.txt` } }
    api.recordWrite({ endpoint: files.create, input, sentAt }, row(id))
    const upload = { body: { related_to: `file.${id}` } }
    api.recordWrite({ endpoint: documents.upload, input: upload, sentAt }, { id: 1000 + id })
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(3000)
  const cachedList = api.queryClient.getQueryData(keyOf(files.list, { course_id: 1 }))
  expect(cachedList?.rows.map(({ id }) => id)).toEqual(Array.from({ length: 201 }, (_, index) => index + 1))
  expect(cachedList?.rows.at(-1)?.document).toEqual({ id: 1201 })
  expect(requests.filter(path => path.endsWith('/files'))).toHaveLength(1)
  expect(requests.length).toBeLessThan(6)
  for (const end of stop) end()
})

it('does not patch a list that was fetched after the write', async () => {
  let rows = [row(1), row(2)]
  const api = createApi({ fetch: async () => Response.json(rows) })
  const list = query(files.list, { course_id: 1 })
  await api.queryClient.fetchQuery(list)
  const upload = (id: number, version: number) => {
    const input = { body: { related_to: `file.${id}` } }
    api.recordWrite({ endpoint: documents.upload, input, sentAt: Date.now() - 50 }, { id: version })
  }
  upload(2, 10)
  upload(1, 11)
  await vi.advanceTimersByTimeAsync(100)
  const remoteDocument = { id: 12, name: '1.txt' }
  rows = [{ ...row(1), document: remoteDocument }, row(2)]
  await api.queryClient.fetchQuery({ ...list, staleTime: 0 })
  await vi.advanceTimersByTimeAsync(3000)
  expect(api.queryClient.getQueryData(list.queryKey)?.rows[0]?.document).toMatchObject(remoteDocument)
})

it('removes a row whose deletion was sent, else refetches the list', async () => {
  let requests = 0
  const api = createApi({
    fetch: async () => {
      requests += 1
      return Response.json([row(1), row(2)])
    },
  })
  const list = query(files.list, { course_id: 1 })
  const end = new QueryObserver(api.queryClient, { ...list }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  const ids = () => api.queryClient.getQueryData(list.queryKey)?.rows.map(({ id }) => id)
  const removed = (file_id: number) => ({ endpoint: files.remove, input: { course_id: 1, file_id } })
  // The deletion was never sent. The row may have changed since, so it stays until the refetch.
  api.recordWrite(removed(2), undefined)
  expect(ids()).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(2000)
  expect([ids(), requests]).toEqual([[1, 2], 2])
  api.recordWrite({ ...removed(2), sentAt: Date.now() }, undefined)
  expect([ids(), requests]).toEqual([[1], 2])
  end()
})
