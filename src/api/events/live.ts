import { createStore } from 'zustand/vanilla'
import type { Endpoint, Resource } from '../../contract/endpoint.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { isInvalidatedBy } from '../cache/applyWrite.ts'

/** After this long without a sign a stream counts as broken, ms: the service sends a heartbeat every 20 s. */
export const longestSilence = 45_000

/** What the rest of the page knows of the stream of events. The stream itself comes later (`liveUpdates.ts`). */
export type Live = ReturnType<typeof createLive>

type LiveState = {
  isUp: boolean
  /** When the last event or heartbeat came, Unix ms. */
  receivedAt: number
}

type EventOf = { kind: Resource; id: number }
type Cached = { endpoint: Endpoint; input: unknown }

/** A write of this page, the ids it named, and the kinds of which its events have come. */
type OwnWrite = Cached & { ids: ReadonlySet<number>; doneAt: number | undefined; received: Set<Resource> }

/** From the answer to a write until the cache has it: the outbox saves it in its own store first, ms. */
const cacheDelay = 500
/** How long after a write its own event may still come, ms. */
const ownEventWait = 10_000

export function createLive(clock: () => number) {
  const store = createStore<LiveState>(() => ({ isUp: false, receivedAt: 0 }))
  let writes: OwnWrite[] = []
  const ended = new Set<() => void>()
  const isOld = ({ doneAt }: OwnWrite) => doneAt !== undefined && clock() - doneAt > ownEventWait

  return {
    /** Live updates come: nothing is polled, and the cache is current. False on a laptop that slept. */
    isUp(): boolean {
      const { isUp, receivedAt } = store.getState()
      return isUp && clock() - receivedAt < longestSilence
    },
    receivedAt: () => store.getState().receivedAt,
    /** Called when they begin or end, and with each event or heartbeat. */
    subscribe: store.subscribe,
    received: (): void => store.setState({ isUp: true, receivedAt: clock() }),
    ended: (): void => store.setState({ isUp: false }),

    /** Call when a write is sent; call what it returns with whether it was done. */
    wrote(endpoint: Endpoint, input: unknown): (isDone: boolean) => void {
      const ids = new Set(idsIn(input))
      const write: OwnWrite = { endpoint, input, ids, doneAt: undefined, received: new Set() }
      writes = [...writes.filter(each => !isOld(each)), write]
      return isDone => {
        const over = () => {
          if (isDone) write.doneAt = clock()
          else writes = writes.filter(each => each !== write)
          for (const listener of ended) listener()
        }
        if (isDone) setTimeout(over, cacheDelay)
        else over()
      }
    },
    /** Whether a write of this page is under way that will bring this up to date itself. */
    isWriting: (cached: Cached): boolean =>
      writes.some(write => write.doneAt === undefined && isInvalidatedBy(write, cached)),
    /** Whether the event is that of a write of this page, which the cache has by now. Each write has one of a kind. */
    isOwn: (event: EventOf, cached: Cached): boolean =>
      writes.some(
        write => write.doneAt !== undefined && mayBeOf(write, event) && isInvalidatedBy(write, cached),
      ),
    /** This event has come; `cached` are those it is about. */
    receivedOwn(event: EventOf, cached: readonly Cached[]): void {
      const own = writes.find(
        write =>
          mayBeOf(write, event) &&
          (write.ids.has(event.id) || cached.some(each => isInvalidatedBy(write, each))),
      )
      own?.received.add(event.kind)
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

  function mayBeOf(write: OwnWrite, { kind, id }: EventOf): boolean {
    const isOfAccess = write.endpoint.resource === 'permission'
    // Who changes access gets these two events only; the others go to the person whose access it is.
    if (isOfAccess && kind !== 'permission' && kind !== 'chat') return false
    // Of access and of what is handed in there are events of others about other content, which must not be taken for this.
    if ((isOfAccess || kind === 'permission' || kind === 'submission') && !write.ids.has(id)) return false
    return !isOld(write) && !write.received.has(kind)
  }
}

/** The ids in the path, the query and the body of a request. */
function idsIn(input: unknown): number[] {
  if (!isRecord(input)) return []
  return Object.entries(input).flatMap(([name, value]) =>
    typeof value === 'number' && name.endsWith('_id') ? [value] : idsIn(value),
  )
}
