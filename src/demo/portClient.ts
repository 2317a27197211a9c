import type { PersonToday } from './peopleToday.ts'
import {
  type Asked,
  type FromSchool,
  type FromTab,
  packRequest,
  unpackResponse,
  type Wish,
} from './portMessages.ts'

/** Storage for the session ID of a tab. It replaces the session cookie in the demo. */
export type TabSession = { get: () => string | null; set: (id: string | null) => void }

export type PortClient = ReturnType<typeof createPortClient>

/**
 * Creates the tab's end of the port. Responses can arrive in any order. `wish` returns the options of a school that is
 * created.
 */
export function createPortClient(port: MessagePort, tab: TabSession, wish: () => Wish) {
  const ask = (
    asked: Asked,
    moved: Transferable[] = [],
    signal?: AbortSignal,
    onBegun?: (pieces: ReadableStream<Uint8Array<ArrayBuffer>>) => void,
  ): Promise<FromSchool> => {
    const { port1: own, port2: reply } = new MessageChannel()
    const { promise, resolve, reject } = Promise.withResolvers<FromSchool>()
    const abort = () => {
      own.postMessage('abort')
      reject(signal?.reason)
    }
    own.onmessage = ({ data }: MessageEvent<FromSchool>) => {
      if (data.kind === 'begun') onBegun?.(piecesOf(own, signal))
      else own.close()
      if (data.kind === 'failed') reject(new TypeError(data.reason))
      else resolve(data)
    }
    signal?.addEventListener('abort', abort)
    port.postMessage({ ...asked, reply }, [reply, ...moved])
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }
  const answeredElse = () => new TypeError('The school answered something else.')

  return {
    /** Resolves when the school is open. Rejects if it can't be opened. */
    ready: ask({ kind: 'hello', wish: wish() }).then(message => {
      if (message.kind !== 'ready') throw answeredElse()
      return message.beginning
    }),
    async fetch(request: Request): Promise<Response> {
      const packed = await packRequest(request, tab.get())
      request.signal.throwIfAborted()
      const moved = packed.body ? [packed.body] : []
      let pieces: ReadableStream<Uint8Array<ArrayBuffer>> | undefined
      const message = await ask({ kind: 'request', request: packed }, moved, request.signal, begun => {
        pieces = begun
      })
      // The page gets no more details than from a network error.
      if (message.kind === 'brokenOff') return Response.error()
      if (message.kind !== 'answer' && message.kind !== 'begun') throw answeredElse()
      if (message.response.session) tab.set(message.response.session.id)
      return unpackResponse(message.response, pieces)
    },
    async reset(): Promise<void> {
      await ask({ kind: 'reset', wish: wish() })
    },
    /** Returns the present work of the people whom the demo offers. */
    async peopleToday(): Promise<PersonToday[]> {
      const message = await ask({ kind: 'peopleToday' })
      if (message.kind !== 'peopleToday') throw answeredElse()
      return message.people
    },
  }
}

/** Returns a stream that requests a piece on each read. It is cancelled by `signal` or by its reader. */
function piecesOf(
  own: MessagePort,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const say = (said: FromTab) => own.postMessage(said)
  let giveUp = () => {}
  return new ReadableStream(
    {
      start(controller) {
        giveUp = () => {
          signal?.removeEventListener('abort', aborted)
          say('abort')
          own.close()
        }
        const aborted = () => {
          giveUp()
          controller.error(signal?.reason)
        }
        signal?.addEventListener('abort', aborted)
        own.onmessage = ({ data }: MessageEvent<FromSchool>) => {
          if (data.kind === 'piece') return controller.enqueue(data.bytes)
          giveUp()
          if (data.kind === 'over') controller.close()
          else controller.error(new TypeError('The school broke off.'))
        }
      },
      pull: () => say('next'),
      cancel: () => giveUp(),
    },
    { highWaterMark: 0 },
  )
}
