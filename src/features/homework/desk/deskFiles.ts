import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { QueryExtras } from '../../../api/cache/query.ts'
import { bytesOf, type DocumentFile, viewedDocument } from '../../../api/client/documentBytes.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { createViewMemory, type ViewMemory } from '../../../ui/viewer/ViewMemory.ts'

export const filesOf = ({ submission }: SubmissionEntry): readonly DocumentFile[] =>
  submission.files.map(viewedDocument)

/** A pupil with more has the first few ready; the rest comes when it is looked at. */
const perPupil = 4
/** Whoever leafs through a class asks for nothing on the way. */
const pause = 150

/** The files of the desk, those of `neighbours` made ready: the likeliest next first. */
export function useDeskFiles(
  current: SubmissionEntry | undefined,
  neighbours: readonly (SubmissionEntry | undefined)[],
) {
  const queryClient = useQueryClient()
  const [views] = useState(createViewMemory)
  const [files] = useState(() => createDeskFiles(queryClient, views))
  const shown = current ? filesOf(current) : []
  const ahead = [
    // The viewer asks for the first itself.
    ...shown.slice(1, perPupil),
    ...neighbours.flatMap(entry => (entry ? filesOf(entry).slice(0, perPupil) : [])),
  ]
  const key = [...shown, ...ahead].map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say all that matters; new objects come with every answer.
  useEffect(() => {
    const timer = setTimeout(
      () => files.makeReady(ahead, new Set([...shown, ...ahead].map(({ id }) => id))),
      pause,
    )
    return () => clearTimeout(timer)
  }, [files, key])
  // Between a pupil with files and the next one there may be some without, and no viewer.
  useEffect(() => {
    return views.hold()
  }, [views])
  useEffect(() => () => files.stop(), [files])
  return { views, files }
}

/** Files of one desk: those on screen, and those of the neighbours before they are asked for. */
export type DeskFiles = {
  load: (file: DocumentFile, signal: AbortSignal) => Promise<Blob>
  /**
   * Makes these ready, one after the other, behind everything else that is asked for. What was to be made ready before
   * and is not among them is given up. `near` is what may stay in memory: these and what is on screen.
   */
  makeReady: (files: readonly DocumentFile[], near: ReadonlySet<number>) => void
  stop: () => void
}

/** Larger ones are fetched when they are looked at. */
const largest = 8 * 1024 * 1024
const drawn = /^(?:image\/|text\/|application\/pdf)/i

/** Worth fetching before it is asked for: something that will be drawn, of a size that costs a school network little. */
export const isForReading = ({ type, size, elsewhere }: DocumentFile): boolean =>
  drawn.test(type) && size <= largest && !elsewhere

const minute = 60_000
/** How long somebody waits for what is being fetched behind everything else, before it is asked for by name. */
const patience = 2000

/** `views` keeps what is ready to be drawn; the bytes go again once the desk is far from them. */
export function createDeskFiles(queryClient: QueryClient, views: ViewMemory): DeskFiles {
  const known = new Map<number, DocumentFile>()
  let wanted: readonly DocumentFile[] = []
  let working = false
  let behind: DocumentFile | undefined
  let stopped = false

  const options = ({ document }: DocumentFile, extras: QueryExtras = {}) => ({
    ...bytesOf(document, extras),
    gcTime: 5 * minute,
  })
  const giveUp = (file: DocumentFile) =>
    queryClient.cancelQueries({ queryKey: options(file).queryKey, exact: true })

  const work = async () => {
    if (working) return
    working = true
    for (let file = next(); file; file = next()) {
      known.set(file.id, file)
      behind = file
      try {
        const ahead = options(file, { priority: 'background' })
        const blob = await queryClient.fetchQuery({ ...ahead, retry: false })
        if (wanted.includes(file)) await views.prepare(file, blob)
      } catch {
        // Nobody asked for it yet; whoever does is told why it can't be shown.
      }
      behind = undefined
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
        if (!wanted.some(({ id }) => id === file.id)) void giveUp(file)
      }
      if (behind?.id === file.id) {
        await settledOr(queryClient.getQueryCache().find({ queryKey, exact: true })?.promise, patience)
        signal.throwIfAborted()
        if (queryClient.getQueryState(queryKey)?.data === undefined) await giveUp(file)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        return await queryClient.fetchQuery(options(file))
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
    makeReady(files, near) {
      stopped = false
      wanted = files.filter(file => isForReading(file) && !views.content(file.id))
      if (behind && !near.has(behind.id)) void giveUp(behind)
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
      if (behind) void giveUp(behind)
    },
  }
}

/** Waits for it, but no longer than `ms`; never rejects. */
async function settledOr(promise: Promise<unknown> | undefined, ms: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise?.catch(() => undefined), over])
  clearTimeout(timer)
}
