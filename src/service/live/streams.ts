import { heartbeat, type LiveEvent, missed } from '../../contract/events.ts'
import { takeTurns } from '../../lib/turn.ts'
import type { Caller } from '../auth/caller.ts'

type Stream = {
  hearer: Caller
  out: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  /** It read too slowly, so that something was left out. */
  isBehind: boolean
  /** Beats at which it was. */
  stalled: number
  /** Those it has its beats with. */
  beat: Set<Stream>
}

/** Events that wait for a reader; whoever reads slower is told that some were left out. */
const mostWaiting = 64
/** Of one person in one process: more than anybody has devices, and no way to use up a machine. */
const mostOfOne = 20
/** Beats at which a reader that takes nothing is left. */
const mostStalled = 3
/** Every stream has a beat of its own among so many, so that ten thousand do not have theirs at once. */
const beats = 20

const encoder = new TextEncoder()
const frameOf = (event: LiveEvent) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`)
const missedFrame = frameOf(missed)
const beginning = encoder.encode('retry: 3000\n\n:\n\n')
const comment = encoder.encode(':\n\n')

export type Streams = ReturnType<typeof createStreams>

/**
 * The streams of one process, by person, with one timer for all. `goodTokens` is asked once within a heartbeat about each
 * of them: those of other tokens end.
 */
export function createStreams(goodTokens: (ids: number[]) => Promise<ReadonlySet<number>>) {
  const byPerson = new Map<number, Set<Stream>>()
  const byBeat = Array.from({ length: beats }, () => new Set<Stream>())
  let beating: ReturnType<typeof setInterval> | undefined
  let now = 0

  const all = () => byBeat.flatMap(streams => [...streams])
  const fewest = () => byBeat.reduce((best, streams) => (streams.size < best.size ? streams : best))
  const isOpen = (stream: Stream) => byPerson.get(stream.hearer.userId)?.has(stream) ?? false

  function add(stream: Stream) {
    const own = byPerson.get(stream.hearer.userId) ?? new Set()
    byPerson.set(stream.hearer.userId, own.add(stream))
    stream.beat.add(stream)
    beating ??= setInterval(() => void beat(), heartbeat / beats)
  }

  function drop(stream: Stream) {
    const own = byPerson.get(stream.hearer.userId)
    own?.delete(stream)
    if (own?.size === 0) byPerson.delete(stream.hearer.userId)
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
    /** Tells an event to those of these people who listen, and may by the scopes of their token. */
    tell(event: LiveEvent, people: Iterable<number>, may: (hearer: Caller) => boolean): Promise<void> {
      const streams: Stream[] = []
      for (const person of people) {
        for (const stream of byPerson.get(person) ?? []) if (may(stream.hearer)) streams.push(stream)
      }
      return putAll(streams, frameOf(event))
    },
    /** Tells everybody that something may have been missed. */
    tellMissed: () => putAll(all(), missedFrame),
    /** Ends when its reader goes, when its token does, and at the latest with `signal`. */
    open(hearer: Caller, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
      let own: Stream | undefined
      return new ReadableStream(
        {
          start(out) {
            const stream: Stream = { hearer, out, isBehind: false, stalled: 0, beat: fewest() }
            own = stream
            add(stream)
            const theirs = byPerson.get(hearer.userId) ?? new Set()
            for (const oldest of theirs) if (theirs.size > mostOfOne) end(oldest)
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

const tokenOf = ({ hearer }: Stream): number => hearer.tokenId ?? 0
