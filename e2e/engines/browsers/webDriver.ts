import { z } from 'zod'

const Answer = z.object({ value: z.unknown() })
const Session = z.object({ sessionId: z.string() })
const Failure = z.object({ error: z.string(), message: z.string() })

/** Key of an element in JSON, from the specification. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

export type WebDriver = {
  /** Sends a command to the session. Returns its value. */
  send: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>
  /** Closes the window. */
  close: () => Promise<void>
}

/** Creates a session of W3C WebDriver: commands as JSON over HTTP. */
export async function connectWebDriver(url: string, capabilities: object): Promise<WebDriver> {
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
    const { value } = Answer.parse(await response.json())
    if (response.ok) return value
    const { error, message } = Failure.parse(value)
    throw new Error(`${method} ${path}: ${error}: ${message}`)
  }
  const created = await send('POST', '/session', { capabilities: { alwaysMatch: capabilities } })
  const { sessionId } = Session.parse(created)
  const session = `/session/${sessionId}`
  return {
    send: (method, path, body) => send(method, `${session}${path}`, body),
    async close() {
      await send('DELETE', session)
    },
  }
}
