import type { QueryClient } from '@tanstack/react-query'
import { perPerson } from '../perPerson.ts'
import { fetchDocument } from './fetchDocument.ts'
import { type Missing, NothingArrived, writeZip } from './writeZip.ts'
import type { ZipPlan } from './zipPlan.ts'
import { downloads, type ZipTarget } from './zipTarget.ts'

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

type ZipJob = Pick<Parameters<typeof writeZip>[0], 'instant' | 'describe'> & {
  name: string
  plan: ZipPlan
  target?: ZipTarget
}

/** The zips of one person, apart from the screen they were asked for on: it may be left meanwhile. */
export type Zips = {
  all(): readonly Zip[]
  subscribe(listener: () => void): () => void
  start(job: ZipJob): Promise<void>
  /** Gives it up: nothing is saved. */
  cancel(id: number): void
  /** Says no more about one that ended. */
  forget(id: number): void
}

/** How long a zip that has everything is spoken of, ms. */
const shownFor = 10_000

export function createZips(client: QueryClient): Zips {
  const listeners = new Set<() => void>()
  const running = new Map<number, AbortController>()
  let zips: readonly Zip[] = []
  let lastId = 0

  const set = (next: readonly Zip[]) => {
    zips = next
    for (const listener of listeners) listener()
  }
  const change = (id: number, changed: (zip: Zip) => Partial<Zip>) =>
    set(zips.map(zip => (zip.id === id ? { ...zip, ...changed(zip) } : zip)))
  const forget = (id: number) => set(zips.filter(zip => zip.id !== id))

  return {
    all: () => zips,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start({ name, plan, target = downloads, instant, describe }) {
      lastId += 1
      const id = lastId
      const controller = new AbortController()
      running.set(id, controller)
      const { files, size, entries } = plan
      set([...zips, { id, name, done: 0, files, loaded: 0, size, stage: 'running', missing: [] }])
      try {
        const zip = await writeZip({
          entries,
          instant,
          describe,
          signal: controller.signal,
          fetch: (document, signal) => fetchDocument(client, document, signal),
          onFile: (bytes, missing) =>
            change(id, zip => ({
              done: zip.done + 1,
              loaded: zip.loaded + bytes,
              missing: missing ? [...zip.missing, missing] : zip.missing,
            })),
        })
        await target.save(zip, `${name}.zip`)
        change(id, () => ({ stage: 'done' }))
        if (zips.find(zip => zip.id === id)?.missing.length === 0) setTimeout(() => forget(id), shownFor)
      } catch (error) {
        await target.discard()
        // Given up by the person, or by a sign-out: there is nobody to tell.
        if (controller.signal.aborted || isAbort(error)) forget(id)
        else change(id, () => ({ stage: error instanceof NothingArrived ? 'nothing' : 'failed', error }))
      } finally {
        running.delete(id)
      }
    },
    cancel: id => running.get(id)?.abort(),
    forget(id) {
      if (!running.has(id)) forget(id)
    },
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The zips of the signed-in person. */
export const useZips = perPerson(createZips)
