import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Throws if the demo is not built. */
export async function serveDemo(): Promise<{ url: string; stop: () => void }> {
  const root = join(import.meta.dirname, '../..')
  const server = spawn(process.execPath, ['scripts/serveDemo.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit').then(() => [''])
  const [text] = await Promise.race([once(server.stdout, 'data'), ended])
  const url = /http:\/\/localhost:\d+/.exec(String(text))?.[0]
  if (!url) throw new Error('The demo does not start. Is it built?')
  return { url, stop: () => void server.kill() }
}
