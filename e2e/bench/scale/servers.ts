import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type Process = { port: number; child: ChildProcess }

/** Starts several processes of the server with the same settings, each on its own port. `stop` ends them. */
export async function startProcesses(
  count: number,
  environment: Record<string, string>,
): Promise<{ processes: Process[]; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-bench-'))
  // The server does not start without the file, but no page is loaded.
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
      const port = await new Promise<number>((resolvePort, rejectPort) => {
        child.once('exit', code => rejectPort(new Error(`A process ended with ${code}.`)))
        let text = ''
        child.stdout?.on('data', (chunk: Buffer) => {
          text += chunk
          const url = /Staffroom is at (\S+)\n/.exec(text)?.[1]
          if (url) resolvePort(Number(/Listening on port (\d+)\n/.exec(text)?.[1] ?? new URL(url).port))
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

/** Clock ticks per second in /proc. Linux uses 100 there, whatever the rate of its kernel. */
const ticks = 100

/**
 * Returns the fields of /proc/PID/stat after the process name, which may contain any characters. Returns an empty list
 * if the process has ended or the system is not Linux.
 */
function readStat(pid: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Returns the CPU time of a process and its ended children, in ms. */
export function cpuOf(pid: number): number {
  const used = readStat(pid).slice(11, 15)
  return (used.reduce((sum, field) => sum + Number(field), 0) * 1000) / ticks
}

/** Returns the resident memory of a process, in MB. */
export function memoryOf(pid: number): number {
  const pages = Number(readStat(pid)[21] ?? 0)
  return (pages * 4096) / 1e6
}

/** Returns the process IDs of PostgreSQL: the main process, by its PID file, and its children. */
export function postgresProcesses(data: string): number[] {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const all = existsSync('/proc') ? readdirSync('/proc').filter(name => /^\d+$/.test(name)) : []
  return [first, ...all.filter(pid => readStat(pid)[1] === first)].map(Number)
}
