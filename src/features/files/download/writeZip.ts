import { ApiError } from '../../../api/ApiError.ts'
import { elsewhere } from '../../../api/documentBytes.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { lazyChunk } from '../../../lib/lazyChunk.ts'
import type { ZipEntry } from './zipPlan.ts'

/** A file that is not in the zip, and why: what fetching it failed with; nothing where there was nothing to fetch. */
export type Missing = { path: string; document: Document | null; error?: ApiError }

type WriteZip = {
  entries: readonly ZipEntry[]
  fetch: (document: Document, signal: AbortSignal) => Promise<Blob>
  /** Unix ms of a time on the wire. */
  instant: (time: string) => number | undefined
  signal: AbortSignal
  /** A file is in, with so many bytes, or is missing. */
  onFile: (loaded: number, missing: Missing | undefined) => void
  /** The text that goes in where something is missing. */
  describe: (missing: readonly Missing[]) => { name: string; text: string }
}

/** Not one of the files could be loaded. */
export class NothingArrived extends Error {
  override readonly name = 'NothingArrived'
}

/** So many in a row without an answer: the network is gone, and the rest is not tried. */
const mostUnanswered = 3

/**
 * The bytes of a zip as they come, one file fetched after the other. What can't be had is left out and described in a text
 * at the end. Reading them fails with `NothingArrived`, the signal's reason, or what ended the session.
 */
export async function writeZip(options: WriteZip): Promise<Response> {
  const { downloadZip } = await lazyChunk(() => import('client-zip'))
  return downloadZip(inputs(options))
}

/** What a zip can hold as a date. */
const firstDate = Date.UTC(1980, 0, 2)
const lastDate = Date.UTC(2107, 0, 1)

async function* inputs({ entries, fetch, instant, signal, onFile, describe }: WriteZip) {
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
      return { blob: await fetch(document, signal) }
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
