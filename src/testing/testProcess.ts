import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from './testServer.ts'

/** Node's compile cache, so that only the first process of a run compiles the code. */
const compileCache = resolve(import.meta.dirname, '../../node_modules/.cache/node')

export type ProcessResult = { code: number | null; stdout: string; stderr: string }

export type StartedProcess = {
  process: ChildProcess
  /** Rejects if the process ends before it prints the URL. */
  url: Promise<string>
  /** Rejects if the process ends before. */
  port: Promise<number>
  ended: Promise<ProcessResult>
}

export function workingFolder({ built: isBuilt = true } = {}): string {
  const folder = temporaryDirectory()
  if (isBuilt) {
    mkdirSync(join(folder, 'dist/app'), { recursive: true })
    writeFileSync(join(folder, 'dist/app/index.html'), '<title>Staffroom</title>')
  }
  return folder
}

/** Runs `npm start` without the build, and kills it after the test. */
export function startProcess(
  folder: string,
  environment: Record<string, string> = {},
  args: string[] = [],
  commandBefore = ':',
  file = 'main.ts',
): StartedProcess {
  const { PATH = '' } = process.env
  const main = resolve(import.meta.dirname, '../server', file)
  const child = spawn(
    '/bin/sh',
    ['-c', `${commandBefore} && exec "$0" "$@"`, process.execPath, main, ...args],
    {
      cwd: folder,
      env: { PATH, PORT: '0', NODE_COMPILE_CACHE: compileCache, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (text: Buffer) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code, stdout, stderr }))
  const url = new Promise<string>((resolveUrl, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      stdout += text
      const match = /Staffroom is at (\S+)\n/.exec(stdout)
      if (match?.[1]) resolveUrl(match[1])
    })
    ended.then(() => reject(new Error(stderr)), reject)
  })
  const port = url.then(address =>
    Number(/Listening on port (\d+)\n/.exec(stdout)?.[1] ?? new URL(address).port),
  )
  // Prevents unhandled rejections in tests that only wait for the end.
  url.catch(() => undefined)
  port.catch(() => undefined)
  return { process: child, url, port, ended }
}

export const runMigrate = (
  environment: Record<string, string>,
  args: string[] = [],
): Promise<ProcessResult> => startProcess(workingFolder(), environment, args, ':', 'migrate.ts').ended
