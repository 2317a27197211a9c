import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Starts the server in a process and an empty folder of its own, with the flag of `npm start` (docs/decisions/030). */
export async function startServerProcess(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-bench-'))
  // The server does not start without the file, but no page is loaded.
  mkdirSync(join(folder, 'dist/app'), { recursive: true })
  writeFileSync(join(folder, 'dist/app/index.html'), '<title>Staffroom</title>')
  const main = resolve(import.meta.dirname, '../../src/server/main.ts')
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['--max-semi-space-size=1', main], {
    cwd: folder,
    env: { PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const port = await new Promise<number>((resolvePort, rejectPort) => {
    child.once('exit', code => rejectPort(new Error(`the server ended with ${code}`)))
    let output = ''
    child.stdout.on('data', (text: Buffer) => {
      output += text
      const url = /Staffroom is at (\S+)\n/.exec(output)?.[1]
      if (url) resolvePort(Number(/Listening on port (\d+)\n/.exec(output)?.[1] ?? new URL(url).port))
    })
  })
  const { pid = 0 } = child
  return {
    port,
    pid,
    async stop() {
      await endProcess(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function endProcess(child: ChildProcess): Promise<void> {
  const ended = child.exitCode ?? once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Returns the resident memory of a process, and its maximum since `resetPeak`, in MB (proc(5)). */
export function readMemory(pid: number): { current: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const readField = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { current: readField('VmRSS'), peak: readField('VmHWM') }
}

export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Clock ticks per second in /proc. Linux uses 100 there, whatever the rate of its kernel. */
const ticks = 100

/** Returns the CPU time of a process and its ended children, in ms. */
export const readCpu = (pid: number): number =>
  readStat(pid)
    .slice(11, 15)
    .reduce((sum, field) => sum + (Number(field) * 1000) / ticks, 0)

/** Returns the fields of /proc/PID/stat after the process name. Returns an empty list if the process has ended. */
export function readStat(pid: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
