import { heartbeat } from '../contract/events.ts'
import type { OpenSession, SessionStore } from './sessions.ts'

type OpenStream = { session: OpenSession; end: () => void }

/** Maximum number of streams per session, as in our own service. The oldest ends when another one opens. */
const maxPerSession = 20

/** Maximum number of sessions per query. */
const maxSessionsPerQuery = 1000

export type OpenStreams = ReturnType<typeof createOpenStreams>

/**
 * Open event streams by session. A stream is closed when its session ends, and shortly before its access token expires,
 * so that the page reconnects with a new token. All sessions are checked together, once per heartbeat.
 */
export function createOpenStreams(tools: {
  store: SessionStore
  clock: () => number
  /** Receives database errors that end no stream. */
  reportError: (error: unknown) => void
}) {
  const { store, clock, reportError } = tools
  const open = new Set<OpenStream>()
  let timer: ReturnType<typeof setInterval> | undefined
  let isClosed = false

  function remove(stream: OpenStream) {
    open.delete(stream)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function limitStreamsOf({ id_hash }: OpenSession) {
    const own = [...open].filter(stream => stream.session.id_hash === id_hash)
    for (const oldest of own.slice(0, -maxPerSession)) oldest.end()
  }

  async function checkSessions() {
    const soon = clock() + 2 * heartbeat
    for (const stream of open) if (Date.parse(stream.session.access_expires_at) <= soon) stream.end()
    const streams = [...open]
    for (let at = 0; at < streams.length; at += maxSessionsPerQuery) {
      const batch = streams.slice(at, at + maxSessionsPerQuery)
      const existing = await store.findExisting(batch.map(({ session }) => session.id_hash))
      for (const stream of batch) if (!existing.has(stream.session.id_hash)) stream.end()
    }
  }

  return {
    /** Returns the same stream, closed at the latest when the session ends. */
    track(body: ReadableStream<Uint8Array>, session: OpenSession): ReadableStream<Uint8Array> {
      const reader = body.getReader()
      let out: ReadableStreamDefaultController<Uint8Array> | undefined
      const stream: OpenStream = {
        session,
        end() {
          // The stream ended while its session was being checked.
          if (out && !open.has(stream) && !isClosed) return
          remove(stream)
          out?.close()
          reader.cancel().catch(() => undefined)
        },
      }
      return new ReadableStream(
        {
          start(controller) {
            out = controller
            if (isClosed) return stream.end()
            open.add(stream)
            limitStreamsOf(session)
            // Keep the streams open if the database is briefly unreachable.
            timer ??= setInterval(() => void checkSessions().catch(reportError), heartbeat)
          },
          async pull(controller) {
            const read = await reader.read().catch(error => {
              remove(stream)
              throw error
            })
            if (!open.has(stream)) return
            if (!read.done) return controller.enqueue(read.value)
            remove(stream)
            controller.close()
          },
          cancel(reason) {
            remove(stream)
            return reader.cancel(reason)
          },
        },
        { highWaterMark: 0 },
      )
    },
    endStreamsOf(idHash: string) {
      for (const stream of open) if (stream.session.id_hash === idHash) stream.end()
    },
    close() {
      isClosed = true
      for (const stream of open) stream.end()
    },
  }
}
