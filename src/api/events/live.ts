import { createStore } from 'zustand/vanilla'
import type { Endpoint, Resource } from '../../contract/endpoint.ts'
import { isInvalidatedBy } from '../cache/applyWrite.ts'

/** A stream in which nothing was heard for so long, ms, is none: the service says something every 20 s. */
export const longestSilence = 45_000

/** What the rest of the page knows of the stream of events. The stream itself comes later (`liveUpdates.ts`). */
export type Live = ReturnType<typeof createLive>

type LiveState = {
  isUp: boolean
  /** When something was last heard, Unix ms. */
  heardAt: number
}

type Cached = { endpoint: Endpoint; input: unknown }

/** A write of this page, and which kinds of events were heard of it. */
type OwnWrite = Cached & { doneAt: number | undefined; heard: Set<Resource> }

/** From the answer to a write until it stands in the cache: the outbox notes it in its own store first, ms. */
const entering = 500
/** So long after a write its own event may still come, ms. */
const underway = 10_000

export function createLive(clock: () => number) {
  const store = createStore<LiveState>(() => ({ isUp: false, heardAt: 0 }))
  let writes: OwnWrite[] = []
  const ended = new Set<() => void>()
  const isOld = ({ doneAt }: OwnWrite) => doneAt !== undefined && clock() - doneAt > underway

  return {
    /** What changes is told: nothing is polled, and what is held is not old. A laptop that slept hears nothing. */
    isUp(): boolean {
      const { isUp, heardAt } = store.getState()
      return isUp && clock() - heardAt < longestSilence
    },
    heardAt: () => store.getState().heardAt,
    /** Called when it begins or ends, and when something was heard. */
    subscribe: store.subscribe,
    heard: (): void => store.setState({ isUp: true, heardAt: clock() }),
    ended: (): void => store.setState({ isUp: false }),

    /** A write leaves; the answer is to be called with whether it was done. */
    wrote(endpoint: Endpoint, input: unknown): (isDone: boolean) => void {
      const write: OwnWrite = { endpoint, input, doneAt: undefined, heard: new Set() }
      writes = [...writes.filter(each => !isOld(each)), write]
      return isDone => {
        const over = () => {
          if (isDone) write.doneAt = clock()
          else writes = writes.filter(each => each !== write)
          for (const listener of ended) listener()
        }
        if (isDone) setTimeout(over, entering)
        else over()
      }
    },
    /** A write of this page that is under way will bring it up to date itself. */
    isWriting: (cached: Cached): boolean =>
      writes.some(write => write.doneAt === undefined && isInvalidatedBy(write, cached)),
    /** The event is that of a write of this page, which the cache has by now. Each write has one of a kind. */
    isOwn: (kind: Resource, cached: Cached): boolean =>
      writes.some(write => isUnheard(write, kind) && isInvalidatedBy(write, cached)),
    /** An event of this kind was heard; `cached` are those it is about. */
    tookOwn(kind: Resource, cached: readonly Cached[]): void {
      const own = writes.find(
        write => isUnheard(write, kind) && cached.some(each => isInvalidatedBy(write, each)),
      )
      own?.heard.add(kind)
    },
    /** Events may have been missed, those of this page's own writes among them: none is waited for. */
    forgetOwn(): void {
      writes = writes.filter(({ doneAt }) => doneAt === undefined)
    },
    onWriteEnded(listener: () => void): () => void {
      ended.add(listener)
      return () => void ended.delete(listener)
    },
  }

  function isUnheard(write: OwnWrite, kind: Resource): boolean {
    // Of access to something only this is told to who changed it; what else changed, to whose access it is.
    if (write.endpoint.resource === 'permission' && kind !== 'permission' && kind !== 'chat') return false
    return write.doneAt !== undefined && !isOld(write) && !write.heard.has(kind)
  }
}
