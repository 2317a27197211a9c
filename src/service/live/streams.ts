import { heartbeat, type LiveEvent, missed } from '../../contract/events.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import type { Caller } from '../auth/caller.ts'

type Stream = {
  subscriber: Caller
  out: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  /** Whether events were dropped because the reader is too slow. */
  isBehind: boolean
  /** Number of consecutive heartbeats at which events had been dropped. */
  stalled: number
  /** Group of streams that get their heartbeat together. */
  beat: Set<Stream>
}

/**
 * Maximum number of events that are queued for a slow reader. Further events are dropped, and the reader is notified
 * that it missed some.
 */
const maxQueuedEvents = 64
/**
 * Maximum number of streams per user and process, more than a user has devices. The oldest streams are closed, so that
 * one user can't exhaust the process.
 */
const maxPerUser = 20
/** Number of consecutive heartbeats with dropped events before a stream is closed. */
const maxStalledBeats = 3
/**
 * Number of groups of streams. Each has its heartbeat at another time, so that 10,000 streams do not all get it
 * together.
 */
const beats = 20

const encoder = new TextEncoder()
const frameOf = (event: LiveEvent) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`)
const missedFrame = frameOf(missed)
const beginning = encoder.encode('retry: 3000\n\n:\n\n')
const comment = encoder.encode(':\n\n')

export type Streams = ReturnType<typeof createStreams>

/**
 * Creates the streams of one process, by user, with one timer for all. Each heartbeat passes the tokens of its streams
 * to `goodTokens`. Streams whose token is no longer valid are closed.
 */
export function createStreams(goodTokens: (ids: number[]) => Promise<ReadonlySet<number>>) {
  const byPerson = new Map<number, Set<Stream>>()
  const byBeat = Array.from({ length: beats }, () => new Set<Stream>())
  let beating: ReturnType<typeof setInterval> | undefined
  let now = 0

  const all = () => byBeat.flatMap(streams => [...streams])
  const smallestBeat = () => byBeat.reduce((best, streams) => (streams.size < best.size ? streams : best))
  const isOpen = (stream: Stream) => byPerson.get(stream.subscriber.userId)?.has(stream) ?? false

  function add(stream: Stream) {
    const own = byPerson.get(stream.subscriber.userId) ?? new Set()
    byPerson.set(stream.subscriber.userId, own.add(stream))
    stream.beat.add(stream)
    beating ??= setInterval(() => void beat(), heartbeat / beats)
  }

  function drop(stream: Stream) {
    const own = byPerson.get(stream.subscriber.userId)
    own?.delete(stream)
    if (own?.size === 0) byPerson.delete(stream.subscriber.userId)
    stream.beat.delete(stream)
    if (byPerson.size > 0) return
    clearInterval(beating)
    beating = undefined
  }

  function end(stream: Stream) {
    if (!isOpen(stream)) return
    drop(stream)
    stream.out.close()
  }

  function put(stream: Stream, frame: Uint8Array<ArrayBuffer>) {
    if (!isOpen(stream)) return
    if ((stream.out.desiredSize ?? 0) > 0) stream.out.enqueue(frame)
    else stream.isBehind = true
  }

  async function beat() {
    now = (now + 1) % beats
    const streams = [...(byBeat[now] ?? [])]
    for (const stream of streams) {
      put(stream, comment)
      stream.stalled = stream.isBehind ? stream.stalled + 1 : 0
      if (stream.stalled >= maxStalledBeats) end(stream)
    }
    if (streams.length === 0) return
    const good = await goodTokens(streams.map(tokenOf))
    for (const stream of streams) if (!good.has(tokenOf(stream))) end(stream)
  }

  /** Sends to one stream after the other, and yields to the event loop in between. */
  async function putAll(streams: Iterable<Stream>, frame: Uint8Array<ArrayBuffer>) {
    const yieldIfDue = createYielder()
    for (const stream of streams) {
      put(stream, frame)
      await yieldIfDue()
    }
  }

  return {
    isEmpty: () => byPerson.size === 0,
    /** Sends an event to those subscribers among `people` for whom `may` returns true. */
    notify(event: LiveEvent, people: Iterable<number>, may: (subscriber: Caller) => boolean): Promise<void> {
      const streams: Stream[] = []
      for (const person of people) {
        for (const stream of byPerson.get(person) ?? []) if (may(stream.subscriber)) streams.push(stream)
      }
      return putAll(streams, frameOf(event))
    },
    /** Notifies all subscribers that they may have missed events. */
    notifyMissed: () => putAll(all(), missedFrame),
    /**
     * Opens a stream. It is closed when its reader disconnects, when its token is no longer valid, or when `signal` is
     * aborted.
     */
    open(subscriber: Caller, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
      let own: Stream | undefined
      return new ReadableStream(
        {
          start(out) {
            const stream: Stream = { subscriber, out, isBehind: false, stalled: 0, beat: smallestBeat() }
            own = stream
            add(stream)
            const theirs = byPerson.get(subscriber.userId) ?? new Set()
            for (const oldest of theirs) if (theirs.size > maxPerUser) end(oldest)
            out.enqueue(beginning)
            signal.addEventListener('abort', () => end(stream), { once: true })
            if (signal.aborted) end(stream)
          },
          pull() {
            if (!own?.isBehind) return
            own.isBehind = false
            own.out.enqueue(missedFrame)
          },
          cancel() {
            if (own) drop(own)
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

const tokenOf = ({ subscriber }: Stream): number => subscriber.tokenId ?? 0
