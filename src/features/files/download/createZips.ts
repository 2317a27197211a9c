import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { getExternalAddress } from '../../../api/cache/documentBytes.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { loadChunk } from '../../../lib/loadChunk.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import { createPerUserHook } from '../useClassFiles.ts'
import { fetchDocument } from './fetchDocument.ts'
import { requireCompleteZip } from './requireCompleteZip.ts'
import type { ZipEntry, ZipPlan } from './zipPlan.ts'

/**
 * `done`: number of files that were added or are missing. `loaded` and `size` in bytes. `empty`: no file could be
 * loaded. `failed`: it could not be written.
 */
export type Zip = {
  id: number
  name: string
  done: number
  files: number
  loaded: number
  size: number
  stage: 'running' | 'done' | 'empty' | 'failed'
  missing: readonly MissingFile[]
  error?: unknown
}

type ZipJob = Pick<ZipInputOptions, 'parseTime' | 'describeMissing'> & {
  name: string
  plan: ZipPlan
}

/** In ms. */
const dismissDelay = 10_000

/** Zips continue when the user leaves the screen. */
export function createZips(client: QueryClient, save = saveBlob) {
  const store = createStore<readonly Zip[]>(() => [])
  const controllers = new Map<number, AbortController>()
  let lastId = 0

  const { getState: getAll, setState } = store
  const update = (id: number, getChanges: (zip: Zip) => Partial<Zip>) =>
    setState(zips => zips.map(zip => (zip.id === id ? { ...zip, ...getChanges(zip) } : zip)), true)
  const remove = (id: number) => setState(zips => zips.filter(zip => zip.id !== id), true)

  return {
    getAll,
    subscribe: store.subscribe,
    async start({ name, plan, parseTime, describeMissing }: ZipJob): Promise<void> {
      lastId += 1
      const id = lastId
      const controller = new AbortController()
      controllers.set(id, controller)
      const { files, size, entries } = plan
      setState(
        [...getAll(), { id, name, done: 0, files, loaded: 0, size, stage: 'running', missing: [] }],
        true,
      )
      try {
        const { downloadZip } = await loadChunk(() => import('client-zip'))
        const onFile = (byteCount: number, missing: MissingFile | undefined) =>
          update(id, zip => ({
            done: zip.done + 1,
            loaded: zip.loaded + byteCount,
            missing: missing ? [...zip.missing, missing] : zip.missing,
          }))
        const { signal } = controller
        const inputs = createZipInputs({ client, entries, parseTime, describeMissing, signal, onFile })
        // Browsers keep large blobs on disk.
        const blob = await downloadZip(inputs).blob()
        const { missing } = getAll().find(zip => zip.id === id) ?? { missing: [] }
        // Instead of missing files, the zip has a list of them.
        await requireCompleteZip(blob, entries.length - missing.length + Math.min(missing.length, 1))
        save(blob, `${name}.zip`)
        update(id, () => ({ stage: 'done' }))
        if (missing.length === 0) setTimeout(() => remove(id), dismissDelay)
      } catch (error) {
        // The user has cancelled it or signed out.
        if (controller.signal.aborted || isAbortError(error)) remove(id)
        else update(id, () => ({ stage: error instanceof NoFileLoaded ? 'empty' : 'failed', error }))
      } finally {
        controllers.delete(id)
      }
    },
    cancel: (id: number) => controllers.get(id)?.abort(),
    /** Removes a zip that has ended. */
    dismiss(id: number) {
      if (!controllers.has(id)) remove(id)
    },
  }
}

const isAbortError = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

export const useZips = createPerUserHook(client => createZips(client))

/** A file that is not in the zip. `error` is absent if it has no document, or one on another host. */
export type MissingFile = { path: string; document: Document | null; error?: ApiError }

type ZipInputOptions = {
  entries: readonly ZipEntry[]
  client: QueryClient
  /** Returns Unix ms. */
  parseTime: (time: string) => number | undefined
  signal: AbortSignal
  onFile: (byteCount: number, missing: MissingFile | undefined) => void
  /** Returns a text file that is added to the zip. */
  describeMissing: (missing: readonly MissingFile[]) => { name: string; text: string }
}

class NoFileLoaded extends Error {}

/** Maximum number of requests in a row without a response. */
const maxUnanswered = 3

/** Range of dates that a zip can store. */
const minDate = Date.UTC(1980, 0, 2)
const maxDate = Date.UTC(2107, 0, 1)

/** Fetches one file after another. Throws `NoFileLoaded`, the signal's reason, or the error that ended the session. */
async function* createZipInputs({
  client,
  entries,
  parseTime,
  signal,
  onFile,
  describeMissing,
}: ZipInputOptions) {
  const missing: MissingFile[] = []
  let loadedCount = 0
  let unanswered = 0
  const getDate = (time: string) => {
    const instant = parseTime(time)
    const isInRange = instant !== undefined && instant > minDate && instant < maxDate
    return isInRange ? { lastModified: instant } : {}
  }
  for (const entry of entries) {
    signal.throwIfAborted()
    const { path, createdAt } = entry
    if (entry.kind === 'folder') {
      yield { name: `${path}/`, ...getDate(createdAt) }
      continue
    }
    const { document } = entry
    const { blob, error } = await load(document, unanswered >= maxUnanswered)
    if (blob) {
      unanswered = 0
      loadedCount += 1
      const time = document?.uploaded ?? createdAt
      yield { name: path, input: blob.stream(), size: blob.size, ...getDate(time) }
      onFile(blob.size, undefined)
    } else {
      if (error?.kind === 'offline') unanswered += 1
      const missingFile = { path, document, ...(error && { error }) }
      missing.push(missingFile)
      onFile(0, missingFile)
    }
  }
  if (missing.length === 0) return
  if (loadedCount === 0) throw new NoFileLoaded('no file could be loaded')
  const { name, text } = describeMissing(missing)
  yield { name: avoidEntryNames(name, entries), input: text }

  async function load(
    document: Document | null,
    isOffline: boolean,
  ): Promise<{ blob?: Blob; error?: ApiError }> {
    if (!document || getExternalAddress(document)) return {}
    if (isOffline) return { error: new ApiError('offline', { endpoint: documents.content }) }
    try {
      return { blob: await fetchDocument(client, document, { signal }) }
    } catch (cause) {
      signal.throwIfAborted()
      if (cause instanceof ApiError && cause.kind !== 'signedOut') return { error: cause }
      throw cause
    }
  }
}

/** Returns the name, with `_` in front while an entry has the same. Keeps the list of missing files at the top. */
function avoidEntryNames(name: string, entries: readonly ZipEntry[]): string {
  const topNames = new Set(entries.map(({ path }) => path.toLowerCase().split('/', 1)[0]))
  let freeName = name
  while (topNames.has(freeName.toLowerCase())) freeName = `_${freeName}`
  return freeName
}
