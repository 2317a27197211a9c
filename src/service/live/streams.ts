import { heartbeatInterval, type LiveEvent, missedEvents } from '../../contract/events.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import type { Caller } from '../auth/caller.ts'

type Stream = {
  subscriber: Caller
  controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  isBehind: boolean
  /** Consecutive heartbeats with dropped events. */
  stalledHeartbeats: number
  group: Set<Stream>
}

/** Further events of a slow reader are dropped. */
const maxQueuedEvents = 64
/** Per process. The oldest are closed. */
const maxPerUser = 20
const maxStalledHeartbeats = 3
/** Spreads the heartbeats of 10,000 streams. */
const groupCount = 20

const encoder = new TextEncoder()
const toFrame = (event: LiveEvent) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`)
const missedFrame = toFrame(missedEvents)
const openingFrame = encoder.encode('retry: 3000\n\n:\n\n')
const heartbeatFrame = encoder.encode(':\n\n')

export type Streams = ReturnType<typeof createStreams>

/**
 * Heartbeats close streams whose token is no longer valid. `onHeartbeat` is called with the heartbeats of each group,
 * about once a second.
 */
export function createStreams(
  findValidTokens: (ids: number[]) => Promise<ReadonlySet<number>>,
  onHeartbeat?: () => void,
) {
  const byUser = new Map<number, Set<Stream>>()
  const groups = Array.from({ length: groupCount }, () => new Set<Stream>())
  let timer: ReturnType<typeof setInterval> | undefined
  let currentGroup = 0

  const all = () => groups.flatMap(streams => [...streams])
  const smallestGroup = () =>
    groups.reduce((smallest, streams) => (streams.size < smallest.size ? streams : smallest))
  const isOpen = (stream: Stream) => byUser.get(stream.subscriber.userId)?.has(stream) ?? false

  function add(stream: Stream) {
    const own = byUser.get(stream.subscriber.userId) ?? new Set()
    byUser.set(stream.subscriber.userId, own.add(stream))
    stream.group.add(stream)
    timer ??= setInterval(() => void sendHeartbeats(), heartbeatInterval / groupCount)
  }

  function remove(stream: Stream) {
    const own = byUser.get(stream.subscriber.userId)
    own?.delete(stream)
    if (own?.size === 0) byUser.delete(stream.subscriber.userId)
    stream.group.delete(stream)
    if (byUser.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function end(stream: Stream) {
    if (!isOpen(stream)) return
    remove(stream)
    stream.controller.close()
  }

  function enqueue(stream: Stream, frame: Uint8Array<ArrayBuffer>) {
    if (!isOpen(stream)) return
    if ((stream.controller.desiredSize ?? 0) > 0) stream.controller.enqueue(frame)
    else stream.isBehind = true
  }

  async function sendHeartbeats() {
    onHeartbeat?.()
    currentGroup = (currentGroup + 1) % groupCount
    const streams = [...(groups[currentGroup] ?? [])]
    for (const stream of streams) {
      enqueue(stream, heartbeatFrame)
      stream.stalledHeartbeats = stream.isBehind ? stream.stalledHeartbeats + 1 : 0
      if (stream.stalledHeartbeats >= maxStalledHeartbeats) end(stream)
    }
    if (streams.length === 0) return
    const validTokens = await findValidTokens(streams.map(tokenIdOf))
    for (const stream of streams) if (!validTokens.has(tokenIdOf(stream))) end(stream)
  }

  async function enqueueAll(streams: Iterable<Stream>, frame: Uint8Array<ArrayBuffer>) {
    const yieldIfDue = createYielder()
    for (const stream of streams) {
      enqueue(stream, frame)
      await yieldIfDue()
    }
  }

  return {
    isEmpty: () => byUser.size === 0,
    /** `mayReceive` filters the subscribers of `people`. */
    notify(
      event: LiveEvent,
      people: Iterable<number>,
      mayReceive: (subscriber: Caller) => boolean,
    ): Promise<void> {
      const streams: Stream[] = []
      for (const person of people) {
        for (const stream of byUser.get(person) ?? []) if (mayReceive(stream.subscriber)) streams.push(stream)
      }
      return enqueueAll(streams, toFrame(event))
    },
    notifyMissed: () => enqueueAll(all(), missedFrame),
    open(
      subscriber: Caller,
      signal: AbortSignal,
      firstEvents: readonly LiveEvent[] = [],
    ): ReadableStream<Uint8Array<ArrayBuffer>> {
      let own: Stream | undefined
      return new ReadableStream(
        {
          start(controller) {
            const stream: Stream = {
              subscriber,
              controller,
              isBehind: false,
              stalledHeartbeats: 0,
              group: smallestGroup(),
            }
            own = stream
            add(stream)
            const userStreams = byUser.get(subscriber.userId) ?? new Set()
            for (const oldest of userStreams) if (userStreams.size > maxPerUser) end(oldest)
            controller.enqueue(openingFrame)
            for (const event of firstEvents) enqueue(stream, toFrame(event))
            signal.addEventListener('abort', () => end(stream), { once: true })
            if (signal.aborted) end(stream)
          },
          pull() {
            if (!own?.isBehind) return
            own.isBehind = false
            own.controller.enqueue(missedFrame)
          },
          cancel() {
            if (own) remove(own)
          },
        },
        { highWaterMark: maxQueuedEvents },
      )
    },
    end() {
      for (const stream of all()) end(stream)
    },
  }
}

const tokenIdOf = ({ subscriber }: Stream): number => subscriber.tokenId ?? 0
