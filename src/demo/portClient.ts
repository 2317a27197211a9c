import {
  type Beginning,
  type FromSchool,
  packRequest,
  type ToSchool,
  unpackResponse,
  type Wish,
} from './portMessages.ts'

/** Keeps a tab's sign-in, the demo's stand-in for the session cookie. */
export type TabSession = { get: () => string | null; set: (id: string | null) => void }

export type PortClient = {
  /** Settles once the school is there; rejects when there can be none. */
  ready: Promise<Beginning>
  fetch: (request: Request) => Promise<Response>
  reset: () => Promise<void>
}

/** The tab's end of the port: requests go out, answers come back, in any order. `wish` is asked when a school is made. */
export function createPortClient(port: MessagePort, tab: TabSession, wish: () => Wish): PortClient {
  const waiting = new Map<
    number,
    { resolve: (message: FromSchool) => void; reject: (error: Error) => void }
  >()
  const { promise: ready, resolve: begin, reject: refuse } = Promise.withResolvers<Beginning>()
  let lastId = 0
  const say = (message: ToSchool, moved: Transferable[] = []) => port.postMessage(message, moved)
  const reply = (id: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<FromSchool>()
    waiting.set(id, { resolve, reject })
    return promise
  }

  port.onmessage = ({ data: message }: MessageEvent<FromSchool>) => {
    if (message.kind === 'ready') return begin(message.beginning)
    if (message.kind === 'unusable') return refuse(new Error(message.reason))
    const asker = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'failed') asker?.reject(new TypeError(message.reason))
    else asker?.resolve(message)
  }
  say({ kind: 'hello', wish: wish() })

  return {
    ready,
    async fetch(request) {
      const id = ++lastId
      const packed = await packRequest(request, tab.get())
      request.signal.throwIfAborted()
      const answered = reply(id)
      const abort = () => {
        waiting.get(id)?.reject(request.signal.reason)
        waiting.delete(id)
        say({ kind: 'abort', id })
      }
      request.signal.addEventListener('abort', abort)
      try {
        say({ kind: 'request', id, request: packed }, packed.body ? [packed.body] : [])
        const message = await answered
        // A page sees no more of it than of a network that failed.
        if (message.kind === 'brokenOff') return Response.error()
        if (message.kind !== 'answer') throw new TypeError('The school answered something else.')
        if (message.response.session) tab.set(message.response.session.id)
        return unpackResponse(message.response)
      } finally {
        request.signal.removeEventListener('abort', abort)
      }
    },
    async reset() {
      const id = ++lastId
      const done = reply(id)
      say({ kind: 'reset', id, wish: wish() })
      await done
    },
  }
}
