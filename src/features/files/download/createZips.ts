import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { getExternalAddress } from '../../../api/cache/documentBytes.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { loadChunk } from '../../../lib/loadChunk.ts'
import { safeFileName } from '../../../ui/sanitizeName.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import { perPerson } from '../useClassFiles.ts'
import { fetchDocument } from './fetchDocument.ts'
import type { ZipEntry, ZipPlan } from './zipPlan.ts'

/**
 * A zip that is being created or was created. `loaded` and `size` are in bytes. `done` counts files that were added or
 * are missing. `nothing`: none of its files could be loaded. `failed`: it could not be written.
 */
export type Zip = {
  id: number
  name: string
  done: number
  files: number
  loaded: number
  size: number
  stage: 'running' | 'done' | 'nothing' | 'failed'
  missing: readonly Missing[]
  error?: unknown
}

type ZipJob = Pick<WriteZip, 'instant' | 'describe'> & { name: string; plan: ZipPlan; target?: ZipTarget }

/** Time for which a complete zip is shown, in ms. */
const shownFor = 10_000

/** Creates the zips of a user. They are independent of the screen, which the user may leave. */
export function createZips(client: QueryClient) {
  const store = createStore<readonly Zip[]>(() => [])
  const running = new Map<number, AbortController>()
  let lastId = 0

  const all = store.getState
  const set = (next: readonly Zip[]) => store.setState(next, true)
  const change = (id: number, changed: (zip: Zip) => Partial<Zip>) =>
    set(all().map(zip => (zip.id === id ? { ...zip, ...changed(zip) } : zip)))
  const forget = (id: number) => set(all().filter(zip => zip.id !== id))

  return {
    all,
    subscribe: store.subscribe,
    async start({ name, plan, target = downloads, instant, describe }: ZipJob): Promise<void> {
      lastId += 1
      const id = lastId
      const controller = new AbortController()
      running.set(id, controller)
      const { files, size, entries } = plan
      set([...all(), { id, name, done: 0, files, loaded: 0, size, stage: 'running', missing: [] }])
      try {
        const { downloadZip } = await loadChunk(() => import('client-zip'))
        const onFile = (bytes: number, missing: Missing | undefined) =>
          change(id, zip => ({
            done: zip.done + 1,
            loaded: zip.loaded + bytes,
            missing: missing ? [...zip.missing, missing] : zip.missing,
          }))
        const inputs = zipInputs({ client, entries, instant, describe, signal: controller.signal, onFile })
        await target.save(downloadZip(inputs), `${name}.zip`)
        change(id, () => ({ stage: 'done' }))
        if (all().find(zip => zip.id === id)?.missing.length === 0) setTimeout(() => forget(id), shownFor)
      } catch (error) {
        await target.discard()
        // Cancelled by the user or by a sign-out, so no message is needed.
        if (controller.signal.aborted || isAbort(error)) forget(id)
        else change(id, () => ({ stage: error instanceof NothingArrived ? 'nothing' : 'failed', error }))
      } finally {
        running.delete(id)
      }
    },
    /** Cancels a zip. It is not saved. */
    cancel: (id: number) => running.get(id)?.abort(),
    /** Removes a zip that has ended. */
    forget(id: number) {
      if (!running.has(id)) forget(id)
    },
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Returns the zips of the signed-in user. */
export const useZips = perPerson(createZips)

/** Destination of a zip. `save` reads the response to its end. `discard` removes what was written. */
type ZipTarget = { save: (zip: Response, name: string) => Promise<void>; discard: () => Promise<void> }

/** Size from which the user chooses where to save, in bytes. Smaller zips go to the browser's downloads. */
const asksFrom = 100 * 1024 * 1024

/** Saves as a browser download once it is complete. Browsers keep large blobs on disk. */
export const downloads: ZipTarget = {
  save: async (zip, name) => saveBlob(await zip.blob(), name),
  discard: async () => {},
}

/** The part of the File System API that is used. Not every browser has it. */
type Picked = {
  createWritable: () => Promise<WritableStream<Uint8Array>>
  remove?: () => Promise<void>
}
type Picker = (options: { suggestedName: string }) => Promise<Picked>

/**
 * Returns the destination of a zip. A large zip is written directly to a file that the user chooses, if the browser
 * supports it. Call it in the click handler. Returns undefined if the user cancels.
 */
export async function zipTarget(name: string, size: number): Promise<ZipTarget | undefined> {
  const pick = size >= asksFrom ? pickerOf(window) : undefined
  if (!pick) return downloads
  let file: Picked
  try {
    file = await pick({ suggestedName: safeFileName(name) })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return undefined
    return downloads
  }
  return {
    // If it fails, the stream is aborted, and the file does not get the data written so far.
    save: async zip => zip.body?.pipeTo(await file.createWritable()),
    discard: async () => file.remove?.().catch(() => undefined),
  }
}

const pickerOf = (page: Window & { showSaveFilePicker?: Picker }): Picker | undefined =>
  page.showSaveFilePicker?.bind(page)

/**
 * A file that is not in the zip. `error` is why it could not be fetched, and is absent if there was no document to
 * fetch.
 */
export type Missing = { path: string; document: Document | null; error?: ApiError }

type WriteZip = {
  entries: readonly ZipEntry[]
  client: QueryClient
  /** Converts a time of the service to Unix ms. */
  instant: (time: string) => number | undefined
  signal: AbortSignal
  /** Called when a file was added, with its number of bytes, or is missing. */
  onFile: (loaded: number, missing: Missing | undefined) => void
  /** Returns the text file that is added if files are missing. */
  describe: (missing: readonly Missing[]) => { name: string; text: string }
}

/** Thrown if no file could be loaded. */
class NothingArrived extends Error {}

/** After this number of requests in a row without a response, the remaining files are not requested. */
const mostUnanswered = 3

/** Range of dates that a zip can store. */
const firstDate = Date.UTC(1980, 0, 2)
const lastDate = Date.UTC(2107, 0, 1)

/**
 * Yields the entries of a zip, fetching one file after another. Missing files are listed in a text file at the end.
 * Throws `NothingArrived`, the signal's reason, or the error that ended the session.
 */
async function* zipInputs({ client, entries, instant, signal, onFile, describe }: WriteZip) {
  const missing: Missing[] = []
  let arrived = 0
  let unanswered = 0
  const dated = (time: string) => {
    const at = instant(time)
    return at !== undefined && at > firstDate && at < lastDate ? { lastModified: at } : {}
  }
  for (const entry of entries) {
    signal.throwIfAborted()
    const { path, createdAt } = entry
    if (entry.kind === 'folder') {
      yield { name: `${path}/`, ...dated(createdAt) }
      continue
    }
    const { document } = entry
    const { blob, error } = await load(document, unanswered >= mostUnanswered)
    if (blob) {
      unanswered = 0
      arrived += 1
      const time = document?.uploaded ?? createdAt
      yield { name: path, input: blob.stream(), size: blob.size, ...dated(time) }
      onFile(blob.size, undefined)
    } else {
      if (error?.kind === 'offline') unanswered += 1
      const lost = { path, document, ...(error && { error }) }
      missing.push(lost)
      onFile(0, lost)
    }
  }
  if (missing.length === 0) return
  if (arrived === 0) throw new NothingArrived('nothing to put in')
  const { name, text } = describe(missing)
  yield { name: freeName(name, entries), input: text }

  async function load(
    document: Document | null,
    isGivenUp: boolean,
  ): Promise<{ blob?: Blob; error?: ApiError }> {
    if (!document || getExternalAddress(document)) return {}
    if (isGivenUp) return { error: new ApiError('offline', { endpoint: documents.content }) }
    try {
      return { blob: await fetchDocument(client, document, { signal }) }
    } catch (cause) {
      signal.throwIfAborted()
      if (cause instanceof ApiError && cause.kind !== 'signedOut') return { error: cause }
      throw cause
    }
  }
}

function freeName(name: string, entries: readonly ZipEntry[]): string {
  const taken = new Set(entries.map(({ path }) => path.toLowerCase().split('/', 1)[0]))
  let free = name
  while (taken.has(free.toLowerCase())) free = `_${free}`
  return free
}
