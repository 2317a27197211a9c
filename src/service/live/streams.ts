import { heartbeat, missed } from '../../contract/events.ts'
import type { Caller } from '../auth/caller.ts'

type Stream = {
  hearer: Caller
  out: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  /** It read too slowly, so that something was left out. */
  isBehind: boolean
  /** Beats at which it was. */
  stalled: number
}

/** Events that wait for a reader; whoever reads slower is told that some were left out. */
const mostWaiting = 64
/** Beats at which a reader that takes nothing is left. */
const mostStalled = 3

const encoder = new TextEncoder()
/** Once for all who hear it. */
export const frameOf = (event: object) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`)
const missedFrame = frameOf(missed)
const beginning = encoder.encode('retry: 3000\n\n:\n\n')
const comment = encoder.encode(':\n\n')

export type Streams = ReturnType<typeof createStreams>

/**
 * The streams of one process, by person. `check` is called at every beat while there are any, and answers which of these
 * tokens still hold; the streams of others end.
 */
export function createStreams(check: (tokenIds: number[]) => Promise<ReadonlySet<number>>) {
  const byPerson = new Map<number, Set<Stream>>()
  let beating: ReturnType<typeof setInterval> | undefined

  const all = () => [...byPerson.values()].flatMap(streams => [...streams])
  const drop = (stream: Stream) => {
    const own = byPerson.get(stream.hearer.userId)
    own?.delete(stream)
    if (own?.size === 0) byPerson.delete(stream.hearer.userId)
    if (byPerson.size > 0) return
    clearInterval(beating)
    beating = undefined
  }
  const end = (stream: Stream) => {
    drop(stream)
    stream.out.close()
  }
  const put = (stream: Stream, frame: Uint8Array<ArrayBuffer>) => {
    if ((stream.out.desiredSize ?? 0) > 0) stream.out.enqueue(frame)
    else stream.isBehind = true
  }

  async function beat() {
    for (const stream of all()) {
      put(stream, comment)
      stream.stalled = stream.isBehind ? stream.stalled + 1 : 0
      if (stream.stalled >= mostStalled) end(stream)
    }
    const streams = all()
    const ids = new Set(streams.map(({ hearer }) => hearer.tokenId ?? 0))
    const good = await check([...ids])
    for (const stream of streams) if (!good.has(stream.hearer.tokenId ?? 0) && isOpen(stream)) end(stream)
  }

  const isOpen = (stream: Stream) => byPerson.get(stream.hearer.userId)?.has(stream) ?? false

  return {
    /** Whether anybody hears anything. */
    isEmpty: () => byPerson.size === 0,
    streamsOf: (person: number) => byPerson.get(person) ?? [],
    people: () => byPerson.keys(),
    put,
    open(hearer: Caller): ReadableStream<Uint8Array<ArrayBuffer>> {
      let own: Stream | undefined
      return new ReadableStream(
        {
          start(out) {
            own = { hearer, out, isBehind: false, stalled: 0 }
            const streams = byPerson.get(hearer.userId) ?? new Set()
            byPerson.set(hearer.userId, streams.add(own))
            beating ??= setInterval(() => void beat(), heartbeat)
            out.enqueue(beginning)
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
    /** Tells everybody that something may have been missed. */
    missed() {
      for (const stream of all()) put(stream, missedFrame)
    },
    close() {
      for (const stream of all()) end(stream)
    },
  }
}
