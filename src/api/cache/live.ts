import { createStore } from 'zustand/vanilla'
import type { Endpoint, Resource } from '../../contract/endpoint.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { isInvalidatedBy } from './applyWrite.ts'

/** Time without a heartbeat after which a stream counts as broken, in ms. The service sends one every 20 s. */
export const maxSilence = 45_000

/** State of the event stream for the rest of the page. The stream itself is loaded later (`liveUpdates.ts`). */
export type Live = ReturnType<typeof createLive>

type LiveState = {
  isUp: boolean
  /** Time of the last event or heartbeat, in Unix ms. */
  receivedAt: number
}

type EventOf = { kind: Resource; id: number }
type Cached = { endpoint: Endpoint; input: unknown }

/** A write of this page, its IDs, and the kinds of its events that were received. `doneAt` is in Unix ms. */
type OwnWrite = Cached & { ids: ReadonlySet<number>; doneAt: number | undefined; received: Set<Resource> }

/**
 * Maximum time from the response to a write until the cache contains it, in ms. The outbox first saves the response in
 * its own store.
 */
const cacheDelay = 500
/** Maximum time from a write to its own event, in ms. */
const ownEventWait = 10_000

export function createLive(clock: () => number) {
  const store = createStore<LiveState>(() => ({ isUp: false, receivedAt: 0 }))
  let writes: OwnWrite[] = []
  const ended = new Set<() => void>()
  const isOld = ({ doneAt }: OwnWrite) => doneAt !== undefined && clock() - doneAt > ownEventWait

  return {
    /** Whether live updates arrive. Then polling stops and the cache is current. False after the device has slept. */
    isUp(): boolean {
      const { isUp, receivedAt } = store.getState()
      return isUp && clock() - receivedAt < maxSilence
    },
    receivedAt: () => store.getState().receivedAt,
    /** Notifies when live updates begin or end, and of each event or heartbeat. */
    subscribe: store.subscribe,
    received: (): void => store.setState({ isUp: true, receivedAt: clock() }),
    ended: (): void => store.setState({ isUp: false }),

    /** Call when a write is sent. At its end, call the returned function, with true if it succeeded. */
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
    /** Whether a pending write of this page will update this GET itself. */
    isWriting: (cached: Cached): boolean =>
      writes.some(write => write.doneAt === undefined && isInvalidatedBy(write, cached)),
    /**
     * Whether the event belongs to a write of this page that is in the cache by now. Each write has one event per kind.
     */
    isOwn: (event: EventOf, cached: Cached): boolean =>
      writes.some(
        write => write.doneAt !== undefined && mayBeOf(write, event) && isInvalidatedBy(write, cached),
      ),
    /** Marks an event as received for the write that caused it. `cached` are the GETs that it concerns. */
    receivedOwn(event: EventOf, cached: readonly Cached[]): void {
      const own = writes.find(
        write =>
          mayBeOf(write, event) &&
          (write.ids.has(event.id) || cached.some(each => isInvalidatedBy(write, each))),
      )
      own?.received.add(event.kind)
    },
    /** Call if events may have been missed, including those of this page's own writes. They are no longer expected. */
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
    // A change of access causes only these two events for the user who makes it. Others go to the user whose access
    // changes.
    if (isOfAccess && kind !== 'permission' && kind !== 'chat') return false
    // Events of access and submissions can come from other users and concern other content, so the ID must match.
    if ((isOfAccess || kind === 'permission' || kind === 'submission') && !write.ids.has(id)) return false
    return !isOld(write) && !write.received.has(kind)
  }
}

/** Returns the IDs in the path, the query and the body of a request. */
function idsIn(input: unknown): number[] {
  if (!isRecord(input)) return []
  return Object.entries(input).flatMap(([name, value]) =>
    typeof value === 'number' && name.endsWith('_id') ? [value] : idsIn(value),
  )
}
