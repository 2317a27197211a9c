import { LiveEvent } from '../contract/events.ts'
import type { Send } from './testService.ts'

/** A client that reads an event stream. */
export type Listener = {
  response: Response
  /** Events received so far. */
  received: LiveEvent[]
  /** Resolves when more data has arrived. */
  nextData: () => Promise<void>
  /** Whether the stream has ended. */
  isClosed: () => boolean
  close: () => Promise<void>
}

/** Opens an event stream and reads it. */
export async function listenTo(send: Send, token: string): Promise<Listener> {
  return readEvents(await send('GET', '/api/v2/events', { token }))
}

export function readEvents(response: Response): Listener {
  const received: LiveEvent[] = []
  let isClosed = false
  let nextPart = Promise.withResolvers<void>()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    let text = ''
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      text += next.value
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        if (frame.startsWith('data: '))
          received.push(LiveEvent.parse(JSON.parse(frame.slice(6))) as LiveEvent)
      }
      nextPart.resolve()
      nextPart = Promise.withResolvers()
    }
  }
  const finished = read()
    .catch(() => undefined)
    .finally(() => {
      isClosed = true
    })
  return {
    response,
    received,
    nextData: () => nextPart.promise,
    isClosed: () => isClosed,
    async close() {
      await reader?.cancel().catch(() => undefined)
      await finished
    },
  }
}
