import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type Process = { port: number; child: ChildProcess }

/** Starts the program itself so often on these settings, each on a port of its own; `stop` ends them all. */
export async function startProcesses(
  count: number,
  environment: Record<string, string>,
): Promise<{ processes: Process[]; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-bench-'))
  // No page is asked for; it only has to be there.
  mkdirSync(join(folder, 'dist/app'), { recursive: true })
  writeFileSync(join(folder, 'dist/app/index.html'), '<title>Staffroom</title>')
  const main = resolve(import.meta.dirname, '../../../src/server/main.ts')
  const processes = await Promise.all(
    Array.from({ length: count }, async () => {
      const { PATH = '' } = process.env
      const child = spawn(process.execPath, [main], {
        cwd: folder,
        env: { PATH, ...environment, PORT: '0' },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const port = await new Promise<number>((found, missed) => {
        child.once('exit', code => missed(new Error(`A process ended with ${code}.`)))
        let text = ''
        child.stdout?.on('data', (more: Buffer) => {
          text += more
          const url = /Staffroom is at (\S+)\n/.exec(text)?.[1]
          if (url) found(Number(/Listening on port (\d+)\n/.exec(text)?.[1] ?? new URL(url).port))
        })
      })
      return { port, child }
    }),
  )
  return {
    processes,
    async stop() {
      const ended = processes.map(({ child }) => child.exitCode ?? once(child, 'exit'))
      for (const { child } of processes) child.kill('SIGTERM')
      await Promise.all(ended)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ticks of the kernel's clock in a second, which Linux gives programs whatever its own is. */
const ticks = 100

/** What Linux says of a process behind its name, which may hold anything; nothing of one that is gone, or elsewhere. */
function statusOf(pid: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Milliseconds of CPU a process used so far, with those it started that are gone. */
export function cpuOf(pid: number): number {
  const used = statusOf(pid).slice(11, 15)
  return (used.reduce((sum, field) => sum + Number(field), 0) * 1000) / ticks
}

/** Megabytes of memory a process holds. */
export function memoryOf(pid: number): number {
  const pages = Number(statusOf(pid)[21] ?? 0)
  return (pages * 4096) / 1e6
}

/** PostgreSQL's processes: the first, by the file in its folder, and those it started. */
export function postgresProcesses(data: string): number[] {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const all = existsSync('/proc') ? readdirSync('/proc').filter(name => /^\d+$/.test(name)) : []
  return [first, ...all.filter(pid => statusOf(pid)[1] === first)].map(Number)
}
