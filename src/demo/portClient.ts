import { type Asked, type FromSchool, packRequest, unpackResponse, type Wish } from './portMessages.ts'

/** Keeps a tab's sign-in, the demo's stand-in for the session cookie. */
export type TabSession = { get: () => string | null; set: (id: string | null) => void }

export type PortClient = ReturnType<typeof createPortClient>

/** The tab's end of the port: requests go out, answers come back, in any order. `wish` is asked when a school is made. */
export function createPortClient(port: MessagePort, tab: TabSession, wish: () => Wish) {
  const ask = (asked: Asked, moved: Transferable[] = [], signal?: AbortSignal): Promise<FromSchool> => {
    const { port1: own, port2: reply } = new MessageChannel()
    const { promise, resolve, reject } = Promise.withResolvers<FromSchool>()
    const abort = () => {
      own.postMessage('abort')
      reject(signal?.reason)
    }
    own.onmessage = ({ data }: MessageEvent<FromSchool>) => {
      own.close()
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
      const message = await ask({ kind: 'request', request: packed }, moved, request.signal)
      // A page sees no more of it than of a network that failed.
      if (message.kind === 'brokenOff') return Response.error()
      if (message.kind !== 'answer') throw answeredElse()
      if (message.response.session) tab.set(message.response.session.id)
      return unpackResponse(message.response)
    },
    async reset(): Promise<void> {
      await ask({ kind: 'reset', wish: wish() })
    },
  }
}
