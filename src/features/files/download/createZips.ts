import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { ApiError } from '../../../api/client/ApiError.ts'
import { elsewhere } from '../../../api/client/documentBytes.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { lazyChunk } from '../../../lib/lazyChunk.ts'
import { safeFileName } from '../../../ui/harmlessName.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import { perPerson } from '../useClassFiles.ts'
import { fetchDocument } from './fetchDocument.ts'
import type { ZipEntry, ZipPlan } from './zipPlan.ts'

/**
 * A zip that is made, or was. `loaded` and `size` in bytes, `done` counts files that are in or missing. `nothing`: none
 * of its files could be had. `failed`: it could not be written.
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

/** How long a zip that has everything is spoken of, ms. */
const shownFor = 10_000

/** The zips of one person, apart from the screen they were asked for on: it may be left meanwhile. */
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
        const { downloadZip } = await lazyChunk(() => import('client-zip'))
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
        // Given up by the person, or by a sign-out: there is nobody to tell.
        if (controller.signal.aborted || isAbort(error)) forget(id)
        else change(id, () => ({ stage: error instanceof NothingArrived ? 'nothing' : 'failed', error }))
      } finally {
        running.delete(id)
      }
    },
    /** Gives it up: nothing is saved. */
    cancel: (id: number) => running.get(id)?.abort(),
    /** Says no more about one that ended. */
    forget(id: number) {
      if (!running.has(id)) forget(id)
    },
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The zips of the signed-in person. */
export const useZips = perPerson(createZips)

/** Where a zip goes. `save` reads the answer to its end; `discard` leaves nothing behind. */
type ZipTarget = { save: (zip: Response, name: string) => Promise<void>; discard: () => Promise<void> }

/** A smaller one needs no question where it shall lie: it goes where the browser's downloads go. */
const asksFrom = 100 * 1024 * 1024

/** Into the browser's own download once it is whole. Browsers keep large blobs on disk. */
export const downloads: ZipTarget = {
  save: async (zip, name) => saveBlob(await zip.blob(), name),
  discard: async () => {},
}

/** The part of the file system's interface that is used; not every browser has it. */
type Picked = {
  createWritable: () => Promise<WritableStream<Uint8Array>>
  remove?: () => Promise<void>
}
type Picker = (options: { suggestedName: string }) => Promise<Picked>

/**
 * A large zip is written straight to where the person says, where the browser can. To be called within the click. Nothing
 * where they changed their mind.
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
    // On a failure the stream is aborted, and what was written so far never becomes the file.
    save: async zip => zip.body?.pipeTo(await file.createWritable()),
    discard: async () => file.remove?.().catch(() => undefined),
  }
}

const pickerOf = (page: Window & { showSaveFilePicker?: Picker }): Picker | undefined =>
  page.showSaveFilePicker?.bind(page)

/** A file that is not in the zip, and why: what fetching it failed with; nothing where there was nothing to fetch. */
export type Missing = { path: string; document: Document | null; error?: ApiError }

type WriteZip = {
  entries: readonly ZipEntry[]
  client: QueryClient
  /** Unix ms of a time on the wire. */
  instant: (time: string) => number | undefined
  signal: AbortSignal
  /** A file is in, with so many bytes, or is missing. */
  onFile: (loaded: number, missing: Missing | undefined) => void
  /** The text that goes in where something is missing. */
  describe: (missing: readonly Missing[]) => { name: string; text: string }
}

/** Not one of the files could be loaded. */
class NothingArrived extends Error {}

/** So many in a row without an answer: the network is gone, and the rest is not tried. */
const mostUnanswered = 3

/** What a zip can hold as a date. */
const firstDate = Date.UTC(1980, 0, 2)
const lastDate = Date.UTC(2107, 0, 1)

/**
 * What goes into a zip as it comes, one file fetched after the other. What can't be had is left out and described in a text
 * at the end. Fails with `NothingArrived`, the signal's reason, or what ended the session.
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
    if (!document || elsewhere(document)) return {}
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
