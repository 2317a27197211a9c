import { heartbeat, type LiveEvent, missed } from '../../contract/events.ts'
import { takeTurns } from '../../lib/turn.ts'
import type { Caller } from '../auth/caller.ts'

type Stream = {
  subscriber: Caller
  out: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  /** It read too slowly, so that events were left out. */
  isBehind: boolean
  /** Heartbeats in a row at which it was. */
  stalled: number
  /** The group it gets its heartbeats with. */
  beat: Set<Stream>
}

/** Events that wait for a slow reader; past them it is only told that some were left out. */
const mostWaiting = 64
/** Streams of one person in one process: more than anybody has devices. The oldest end, so that one person can’t exhaust the process. */
const mostPerPerson = 20
/** Heartbeats in a row that a reader may be behind before its stream ends. */
const mostStalled = 3
/** Streams are spread over this many groups, so that ten thousand do not get their heartbeat in the same moment. */
const beats = 20

const encoder = new TextEncoder()
const frameOf = (event: LiveEvent) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`)
const missedFrame = frameOf(missed)
const beginning = encoder.encode('retry: 3000\n\n:\n\n')
const comment = encoder.encode(':\n\n')

export type Streams = ReturnType<typeof createStreams>

/**
 * The streams of one process, by person, with one timer for all. `goodTokens` is asked about each stream once per heartbeat:
 * those whose token is no longer good end.
 */
export function createStreams(goodTokens: (ids: number[]) => Promise<ReadonlySet<number>>) {
  const byPerson = new Map<number, Set<Stream>>()
  const byBeat = Array.from({ length: beats }, () => new Set<Stream>())
  let beating: ReturnType<typeof setInterval> | undefined
  let now = 0

  const all = () => byBeat.flatMap(streams => [...streams])
  const fewest = () => byBeat.reduce((best, streams) => (streams.size < best.size ? streams : best))
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
      if (stream.stalled >= mostStalled) end(stream)
    }
    if (streams.length === 0) return
    const good = await goodTokens(streams.map(tokenOf))
    for (const stream of streams) if (!good.has(tokenOf(stream))) end(stream)
  }

  /** One after the other, with a turn for everybody else where they are many. */
  async function putAll(streams: Iterable<Stream>, frame: Uint8Array<ArrayBuffer>) {
    const turnIfDue = takeTurns()
    for (const stream of streams) {
      put(stream, frame)
      await turnIfDue()
    }
  }

  return {
    /** Whether nobody listens. */
    isEmpty: () => byPerson.size === 0,
    /** Sends an event to those of these people who subscribed, and may have it by the scopes of their token. */
    notify(event: LiveEvent, people: Iterable<number>, may: (subscriber: Caller) => boolean): Promise<void> {
      const streams: Stream[] = []
      for (const person of people) {
        for (const stream of byPerson.get(person) ?? []) if (may(stream.subscriber)) streams.push(stream)
      }
      return putAll(streams, frameOf(event))
    },
    /** Tells every subscriber that events may have been missed. */
    notifyMissed: () => putAll(all(), missedFrame),
    /** Ends when its reader goes, when its token does, and at the latest with `signal`. */
    open(subscriber: Caller, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
      let own: Stream | undefined
      return new ReadableStream(
        {
          start(out) {
            const stream: Stream = { subscriber, out, isBehind: false, stalled: 0, beat: fewest() }
            own = stream
            add(stream)
            const theirs = byPerson.get(subscriber.userId) ?? new Set()
            for (const oldest of theirs) if (theirs.size > mostPerPerson) end(oldest)
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
        { highWaterMark: mostWaiting },
      )
    },
    end() {
      for (const stream of all()) end(stream)
    },
  }
}

const tokenOf = ({ subscriber }: Stream): number => subscriber.tokenId ?? 0
