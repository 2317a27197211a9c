import { LiveEvent } from '../contract/events.ts'
import type { Send } from './testService.ts'

export type Listener = {
  response: Response
  received: LiveEvent[]
  nextData: () => Promise<void>
  isClosed: () => boolean
  close: () => Promise<void>
}

/** Without the first event of a service that has just started: it does not know earlier events. */
export async function listenTo(send: Send, token: string): Promise<Listener> {
  return readEvents(await send('GET', '/api/v2/events', { token }), { skipsFirstMissed: true })
}

export function readEvents(response: Response, { skipsFirstMissed = false } = {}): Listener {
  const received: LiveEvent[] = []
  let isClosed = false
  let nextPart = Promise.withResolvers<void>()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    let text = ''
    let skipsFirst = skipsFirstMissed
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      text += next.value
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        if (!frame.startsWith('data: ')) continue
        const event = LiveEvent.parse(JSON.parse(frame.slice(6))) as LiveEvent
        if (!skipsFirst || event.kind !== 'everything') received.push(event)
        skipsFirst = false
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
