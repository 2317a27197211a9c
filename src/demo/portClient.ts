import type { PersonToday } from './peopleToday.ts'
import {
  type Asked,
  type FromSchool,
  type FromTab,
  packRequest,
  unpackResponse,
  type Wish,
} from './portMessages.ts'

/** Keeps a tab's sign-in, the demo's stand-in for the session cookie. */
export type TabSession = { get: () => string | null; set: (id: string | null) => void }

export type PortClient = ReturnType<typeof createPortClient>

/** The tab's end of the port: requests go out, answers come back, in any order. `wish` is asked when a school is made. */
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
    /** Settles once the school is there; rejects when there can be none. */
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
      // A page sees no more of it than of a network that failed.
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

/** A stream, piece by piece as its reader asks. Given up with `signal`, or by its reader. */
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
