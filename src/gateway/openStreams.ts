import { heartbeatInterval } from '../contract/events.ts'
import type { OpenSession, SessionStore } from './sessions.ts'

type OpenStream = { session: OpenSession; close: () => void }

/** As in our own service. */
const maxPerSession = 20

const maxSessionsPerQuery = 1000

export type OpenStreams = ReturnType<typeof createOpenStreams>

/**
 * Closes streams with their session, and before the access token expires, so that the page reconnects with a
 * new one.
 */
export function createOpenStreams(options: {
  store: SessionStore
  clock: () => number
  reportError: (error: unknown) => void
}) {
  const { store, clock, reportError } = options
  const open = new Set<OpenStream>()
  let timer: ReturnType<typeof setInterval> | undefined
  let isClosed = false

  function remove(stream: OpenStream) {
    open.delete(stream)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function limitStreams({ id_hash }: OpenSession) {
    const sessionStreams = [...open].filter(stream => stream.session.id_hash === id_hash)
    for (const oldest of sessionStreams.slice(0, -maxPerSession)) oldest.close()
  }

  async function checkSessions() {
    const minExpiry = clock() + 2 * heartbeatInterval
    for (const stream of open) if (Date.parse(stream.session.access_expires_at) <= minExpiry) stream.close()
    const streams = [...open]
    for (let at = 0; at < streams.length; at += maxSessionsPerQuery) {
      const batch = streams.slice(at, at + maxSessionsPerQuery)
      const existing = await store.findExisting(batch.map(({ session }) => session.id_hash))
      for (const stream of batch) if (!existing.has(stream.session.id_hash)) stream.close()
    }
  }

  return {
    track(body: ReadableStream<Uint8Array>, session: OpenSession): ReadableStream<Uint8Array> {
      const reader = body.getReader()
      let outController: ReadableStreamDefaultController<Uint8Array> | undefined
      const stream: OpenStream = {
        session,
        close() {
          // Ended during the check.
          if (outController && !open.has(stream) && !isClosed) return
          remove(stream)
          outController?.close()
          reader.cancel().catch(() => undefined)
        },
      }
      return new ReadableStream(
        {
          start(controller) {
            outController = controller
            if (isClosed) return stream.close()
            open.add(stream)
            limitStreams(session)
            // A database that is briefly unreachable ends no stream.
            timer ??= setInterval(() => void checkSessions().catch(reportError), heartbeatInterval)
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
    closeStreamsOf(idHash: string) {
      for (const stream of open) if (stream.session.id_hash === idHash) stream.close()
    },
    close() {
      isClosed = true
      for (const stream of open) stream.close()
    },
  }
}
