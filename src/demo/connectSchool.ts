import { createPortClient, type PortClient, type TabSession } from './portClient.ts'
import type { Wish } from './portMessages.ts'
import { servePort } from './servePort.ts'

/** The school in a SharedWorker, shared by all tabs; in this page alone where a browser has none or can't start it. */
export async function connectSchool(tab: TabSession, wish: () => Wish): Promise<PortClient> {
  const shared = await connectShared(tab, wish)
  if (shared) return shared
  const { openBrowserSchool } = await import('./openBrowserSchool.ts')
  const { port1, port2 } = new MessageChannel()
  servePort(port2, openBrowserSchool)
  const own = createPortClient(port1, tab, wish)
  await own.ready
  return own
}

async function connectShared(tab: TabSession, wish: () => Wish): Promise<PortClient | undefined> {
  if (typeof SharedWorker === 'undefined') return undefined
  try {
    const worker = new SharedWorker(new URL('./schoolWorker.ts', import.meta.url), {
      type: 'module',
      name: 'staffroom-school',
    })
    const broken = new Promise<never>((_resolve, reject) => {
      worker.addEventListener('error', () => reject(new Error('The shared school did not start.')))
    })
    const client = createPortClient(worker.port, tab, wish)
    await Promise.race([client.ready, broken])
    return client
  } catch {
    return undefined
  }
}
