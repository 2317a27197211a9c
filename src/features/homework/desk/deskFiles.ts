import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bytesQuery, type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import type { QueryExtras } from '../../../api/cache/query.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { createViewMemory, type ViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { sortPages } from '../pageNumbers.ts'

export const getSubmissionFiles = ({ submission }: SubmissionEntry): readonly DocumentFile[] =>
  sortPages(submission.files).map(toDocumentFile)

const maxPrefetchedPerPupil = 4
/** In ms, so that paging through the class sends no requests. */
const prefetchDelay = 150

/** Returns the files of the desk, and prefetches those of `neighbours` in this order. */
export function useDeskFiles(
  current: { entry: SubmissionEntry } | undefined,
  neighbours: readonly { entry: SubmissionEntry }[],
) {
  const queryClient = useQueryClient()
  const [views] = useState(createViewMemory)
  const [files] = useState(() => createDeskFiles(queryClient, views))
  const visible = current ? getSubmissionFiles(current.entry) : []
  const toPrefetch = [
    // The viewer fetches the first file itself.
    ...visible.slice(1, maxPrefetchedPerPupil),
    ...neighbours.flatMap(({ entry }) => getSubmissionFiles(entry).slice(0, maxPrefetchedPerPupil)),
  ]
  const ids = [...visible, ...toPrefetch].map(({ id }) => id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response has new objects, so only the IDs are compared.
  useEffect(() => {
    const timer = setTimeout(() => files.prefetch(toPrefetch, new Set(ids)), prefetchDelay)
    return () => clearTimeout(timer)
  }, [files, ids.join()])
  // Retain the views while a pupil without files, and so without a viewer, is open.
  useEffect(() => {
    return views.retain()
  }, [views])
  useEffect(() => () => files.stop(), [files])
  return { views, files }
}

export type DeskFiles = {
  load: (file: DocumentFile, signal: AbortSignal) => Promise<Blob>
  /** Fetches and prepares these files one by one instead of the earlier list. Other files than `retainedIds` are removed. */
  prefetch: (files: readonly DocumentFile[], retainedIds: ReadonlySet<number>) => void
  stop: () => void
}

/** In bytes, for the network of a school. */
const maxPrefetchSize = 8 * 1024 * 1024
const displayableTypes = /^(?:image\/|text\/|application\/pdf)/i

export const shouldPrefetch = ({ type, size, externalAddress }: DocumentFile): boolean =>
  displayableTypes.test(type) && size <= maxPrefetchSize && !externalAddress

const minute = 60_000
/** Time until the viewer sends its own request instead of using the background request, in ms. */
const backgroundTimeout = 2000

/** `views` stores prepared files. */
export function createDeskFiles(queryClient: QueryClient, views: ViewMemory): DeskFiles {
  const fetched = new Map<number, DocumentFile>()
  let queue: readonly DocumentFile[] = []
  let isRunning = false
  let inFlight: DocumentFile | undefined
  let isStopped = false

  const options = ({ document }: DocumentFile, extras: QueryExtras = {}) => ({
    ...bytesQuery(document, extras),
    gcTime: 5 * minute,
  })
  const cancelFetch = (file: DocumentFile) =>
    queryClient.cancelQueries({ queryKey: options(file).queryKey, exact: true })

  const runQueue = async () => {
    if (isRunning) return
    isRunning = true
    for (let file = getNext(); file; file = getNext()) {
      fetched.set(file.id, file)
      inFlight = file
      try {
        const background = options(file, { priority: 'background' })
        const blob = await queryClient.fetchQuery({ ...background, retry: false })
        if (queue.includes(file)) await views.prepare(file, blob)
      } catch {
        // The viewer shows the error when the file is opened.
      }
      inFlight = undefined
      queue = queue.filter(({ id }) => id !== file.id)
    }
    isRunning = false
  }
  const getNext = () => (isStopped ? undefined : queue[0])

  return {
    async load(file, signal) {
      fetched.set(file.id, file)
      const { queryKey } = options(file)
      const onAbort = () => {
        if (!queue.some(({ id }) => id === file.id)) void cancelFetch(file)
      }
      if (inFlight?.id === file.id) {
        await waitForSettled(
          queryClient.getQueryCache().find({ queryKey, exact: true })?.promise,
          backgroundTimeout,
        )
        signal.throwIfAborted()
        if (queryClient.getQueryState(queryKey)?.data === undefined) await cancelFetch(file)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        return await queryClient.fetchQuery(options(file))
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
    prefetch(files, retainedIds) {
      isStopped = false
      queue = files.filter(file => shouldPrefetch(file) && !views.getContent(file.id))
      if (inFlight && !retainedIds.has(inFlight.id)) void cancelFetch(inFlight)
      for (const [id, file] of fetched) {
        if (retainedIds.has(id)) continue
        fetched.delete(id)
        queryClient.removeQueries({ queryKey: options(file).queryKey, exact: true, type: 'inactive' })
      }
      void runQueue()
    },
    stop() {
      isStopped = true
      queue = []
      if (inFlight) void cancelFetch(inFlight)
    },
  }
}

/** Waits until the promise settles, for at most `ms`. Never rejects. */
async function waitForSettled(promise: Promise<unknown> | undefined, ms: number): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise?.catch(() => undefined), timeout])
  clearTimeout(timer)
}
