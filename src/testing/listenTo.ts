import { LiveEvent } from '../contract/events.ts'
import type { Send } from './testService.ts'

/** A client that reads an event stream. */
export type Listener = {
  response: Response
  /** Events received so far. */
  heard: LiveEvent[]
  /** Resolves when more data has arrived. */
  more: () => Promise<void>
  /** Whether the stream has ended. */
  isOver: () => boolean
  close: () => Promise<void>
}

/** Opens an event stream and reads it. */
export async function listenTo(send: Send, token: string): Promise<Listener> {
  return readEvents(await send('GET', '/api/v2/events', { token }))
}

/** Reads the events of a response as they arrive. */
export function readEvents(response: Response): Listener {
  const heard: LiveEvent[] = []
  let isOver = false
  let came = Promise.withResolvers<void>()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    let text = ''
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      text += next.value
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        if (frame.startsWith('data: ')) heard.push(LiveEvent.parse(JSON.parse(frame.slice(6))) as LiveEvent)
      }
      came.resolve()
      came = Promise.withResolvers()
    }
  }
  const done = read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  return {
    response,
    heard,
    more: () => came.promise,
    isOver: () => isOver,
    async close() {
      await reader?.cancel().catch(() => undefined)
      await done
    },
  }
}
