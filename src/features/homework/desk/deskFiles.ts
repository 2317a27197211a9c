import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bytesQuery, type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import type { QueryExtras } from '../../../api/cache/query.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { createViewMemory, type ViewMemory } from '../../../ui/viewer/ViewMemory.ts'

export const filesOf = ({ submission }: SubmissionEntry): readonly DocumentFile[] =>
  submission.files.map(toDocumentFile)

/** Maximum number of files per pupil that are fetched ahead. */
const perPupil = 4
/** Delay before files are fetched ahead, in ms, so that paging through the class sends no requests. */
const pause = 150

/** Manages the files of the desk and fetches those of `neighbours` ahead, in this order. */
export function useDeskFiles(
  current: SubmissionEntry | undefined,
  neighbours: readonly (SubmissionEntry | undefined)[],
) {
  const queryClient = useQueryClient()
  const [views] = useState(createViewMemory)
  const [files] = useState(() => createDeskFiles(queryClient, views))
  const shown = current ? filesOf(current) : []
  const ahead = [
    // The viewer fetches the first file itself.
    ...shown.slice(1, perPupil),
    ...neighbours.flatMap(entry => (entry ? filesOf(entry).slice(0, perPupil) : [])),
  ]
  const key = [...shown, ...ahead].map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say all that matters; new objects come with every answer.
  useEffect(() => {
    const timer = setTimeout(
      () => files.prefetch(ahead, new Set([...shown, ...ahead].map(({ id }) => id))),
      pause,
    )
    return () => clearTimeout(timer)
  }, [files, key])
  // Retain the views while a pupil without files, and so without a viewer, is open.
  useEffect(() => {
    return views.retain()
  }, [views])
  useEffect(() => () => files.stop(), [files])
  return { views, files }
}

/** Files of one desk: the visible ones, and those of the neighbours, which are fetched ahead. */
export type DeskFiles = {
  load: (file: DocumentFile, signal: AbortSignal) => Promise<Blob>
  /**
   * Fetches and prepares these files one by one at background priority. It cancels the earlier list. `near` has the IDs
   * of all files that may stay in memory, including the visible ones.
   */
  prefetch: (files: readonly DocumentFile[], near: ReadonlySet<number>) => void
  stop: () => void
}

/** Maximum size of a file that is fetched ahead, in bytes. */
const maxPrefetchSize = 8 * 1024 * 1024
const drawn = /^(?:image\/|text\/|application\/pdf)/i

/** Whether a file is fetched ahead: it can be displayed and is small enough for the network of a school. */
export const shouldPrefetch = ({ type, size, externalAddress }: DocumentFile): boolean =>
  drawn.test(type) && size <= maxPrefetchSize && !externalAddress

const minute = 60_000
/** How long the viewer waits for a background request before it sends its own, in ms. */
const backgroundTimeout = 2000

/**
 * Creates the files of a desk. `views` stores prepared files. Bytes are removed from the cache when their file is no
 * longer near.
 */
export function createDeskFiles(queryClient: QueryClient, views: ViewMemory): DeskFiles {
  const known = new Map<number, DocumentFile>()
  let wanted: readonly DocumentFile[] = []
  let working = false
  let inFlight: DocumentFile | undefined
  let stopped = false

  const options = ({ document }: DocumentFile, extras: QueryExtras = {}) => ({
    ...bytesQuery(document, extras),
    gcTime: 5 * minute,
  })
  const cancelFetch = (file: DocumentFile) =>
    queryClient.cancelQueries({ queryKey: options(file).queryKey, exact: true })

  const work = async () => {
    if (working) return
    working = true
    for (let file = next(); file; file = next()) {
      known.set(file.id, file)
      inFlight = file
      try {
        const ahead = options(file, { priority: 'background' })
        const blob = await queryClient.fetchQuery({ ...ahead, retry: false })
        if (wanted.includes(file)) await views.prepare(file, blob)
      } catch {
        // The file was not opened yet. The viewer shows the error when it is.
      }
      inFlight = undefined
      wanted = wanted.filter(({ id }) => id !== file.id)
    }
    working = false
  }
  const next = () => (stopped ? undefined : wanted[0])

  return {
    async load(file, signal) {
      known.set(file.id, file)
      const { queryKey } = options(file)
      const onAbort = () => {
        if (!wanted.some(({ id }) => id === file.id)) void cancelFetch(file)
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
    prefetch(files, near) {
      stopped = false
      wanted = files.filter(file => shouldPrefetch(file) && !views.getContent(file.id))
      if (inFlight && !near.has(inFlight.id)) void cancelFetch(inFlight)
      for (const [id, file] of known) {
        if (near.has(id)) continue
        known.delete(id)
        queryClient.removeQueries({ queryKey: options(file).queryKey, exact: true, type: 'inactive' })
      }
      void work()
    },
    stop() {
      stopped = true
      wanted = []
      if (inFlight) void cancelFetch(inFlight)
    },
  }
}

/** Waits until the promise settles, for at most `ms`. Never rejects. */
async function waitForSettled(promise: Promise<unknown> | undefined, ms: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise?.catch(() => undefined), over])
  clearTimeout(timer)
}
