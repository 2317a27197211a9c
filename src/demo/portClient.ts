import type { PersonToday } from './peopleToday.ts'
import {
  packRequest,
  type SchoolMessage,
  type SchoolPreset,
  type TabRequest,
  type TabSignal,
  unpackResponse,
} from './portMessages.ts'

/** In place of a cookie. */
export type TabSession = { get: () => string | null; set: (id: string | null) => void }

export type PortClient = ReturnType<typeof createPortClient>

/** `getPreset` returns the options of a new school. */
export function createPortClient(port: MessagePort, tab: TabSession, getPreset: () => SchoolPreset) {
  const sendRequest = (
    tabRequest: TabRequest,
    transfer: Transferable[] = [],
    signal?: AbortSignal,
    onBegun?: (pieces: ReadableStream<Uint8Array<ArrayBuffer>>) => void,
  ): Promise<SchoolMessage> => {
    const { port1: localPort, port2: reply } = new MessageChannel()
    const { promise, resolve, reject } = Promise.withResolvers<SchoolMessage>()
    const abort = () => {
      localPort.postMessage('abort')
      reject(signal?.reason)
    }
    localPort.onmessage = ({ data }: MessageEvent<SchoolMessage>) => {
      if (data.kind === 'begun') onBegun?.(readPieces(localPort, signal))
      else localPort.close()
      if (data.kind === 'failed') reject(new TypeError(data.reason))
      else resolve(data)
    }
    signal?.addEventListener('abort', abort)
    port.postMessage({ ...tabRequest, reply }, [reply, ...transfer])
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }
  const createUnexpectedError = () => new TypeError('The school sent an unexpected response.')

  return {
    /** Rejects if the school can't be opened. */
    ready: sendRequest({ kind: 'hello', preset: getPreset() }).then(message => {
      if (message.kind !== 'ready') throw createUnexpectedError()
      return message.openReason
    }),
    async fetch(request: Request): Promise<Response> {
      const packed = await packRequest(request, tab.get())
      request.signal.throwIfAborted()
      const transfer = packed.body ? [packed.body] : []
      let pieces: ReadableStream<Uint8Array<ArrayBuffer>> | undefined
      const message = await sendRequest(
        { kind: 'request', request: packed },
        transfer,
        request.signal,
        begun => {
          pieces = begun
        },
      )
      // Like a network error, without details.
      if (message.kind === 'brokenOff') return Response.error()
      if (message.kind !== 'answer' && message.kind !== 'begun') throw createUnexpectedError()
      if (message.response.session) tab.set(message.response.session.id)
      return unpackResponse(message.response, pieces)
    },
    async reset(): Promise<void> {
      await sendRequest({ kind: 'reset', preset: getPreset() })
    },
    async peopleToday(): Promise<PersonToday[]> {
      const message = await sendRequest({ kind: 'peopleToday' })
      if (message.kind !== 'peopleToday') throw createUnexpectedError()
      return message.people
    },
  }
}

/** Each read requests a piece. */
function readPieces(
  localPort: MessagePort,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const postSignal = (signalToSend: TabSignal) => localPort.postMessage(signalToSend)
  let cancelStream = () => {}
  return new ReadableStream(
    {
      start(controller) {
        cancelStream = () => {
          signal?.removeEventListener('abort', handleAbort)
          postSignal('abort')
          localPort.close()
        }
        const handleAbort = () => {
          cancelStream()
          controller.error(signal?.reason)
        }
        signal?.addEventListener('abort', handleAbort)
        localPort.onmessage = ({ data }: MessageEvent<SchoolMessage>) => {
          if (data.kind === 'piece') return controller.enqueue(data.bytes)
          cancelStream()
          if (data.kind === 'over') controller.close()
          else controller.error(new TypeError('The school broke off.'))
        }
      },
      pull: () => postSignal('next'),
      cancel: () => cancelStream(),
    },
    { highWaterMark: 0 },
  )
}
