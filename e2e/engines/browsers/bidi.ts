import { z } from 'zod'

const Message = z.union([
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number().nullable(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal('event') }),
])

export type BidiConnection = {
  /** Sends a command. Returns its result. */
  send: (method: string, params: object) => Promise<unknown>
  close: () => void
}

/** Connects to a browser with WebDriver BiDi: commands as JSON over a WebSocket. */
export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url)
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  const rejectAll = (reason: string) => {
    for (const { reject } of pending.values()) reject(new Error(reason))
    pending.clear()
  }
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`${url} does not answer`)))
  })
  socket.addEventListener('close', () => rejectAll('The browser closed the connection.'))
  socket.addEventListener('message', ({ data }) => {
    const message = Message.parse(JSON.parse(String(data)))
    if (message.type === 'event' || message.id === null) return
    const command = pending.get(message.id)
    pending.delete(message.id)
    if (message.type === 'success') command?.resolve(message.result)
    else command?.reject(new Error(`${message.error}: ${message.message}`))
  })
  return {
    send(method, params) {
      if (socket.readyState !== WebSocket.OPEN) throw new Error('The browser closed the connection.')
      lastId += 1
      const command = Promise.withResolvers<unknown>()
      pending.set(lastId, command)
      socket.send(JSON.stringify({ id: lastId, method, params }))
      return command.promise
    },
    close: () => socket.close(),
  }
}
