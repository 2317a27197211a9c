import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from './testServer.ts'

/** Node stores compiled modules here, so that only the first process of a run compiles them. */
const compileCache = resolve(import.meta.dirname, '../../node_modules/.cache/node')

export type Ended = { code: number | null; out: string; err: string }

export type Started = {
  process: ChildProcess
  /** Printed by the program. Rejects if the process ends before. */
  url: Promise<string>
  /** Rejects if the process ends before. */
  port: Promise<number>
  ended: Promise<Ended>
}

/** By default with a built app. */
export function workingFolder({ built = true } = {}): string {
  const folder = temporaryDirectory()
  if (built) {
    mkdirSync(join(folder, 'dist/app'), { recursive: true })
    writeFileSync(join(folder, 'dist/app/index.html'), '<title>Staffroom</title>')
  }
  return folder
}

/** Runs `npm start` without the build, and kills it after the test. The shell command runs before. */
export function startProcess(
  folder: string,
  environment: Record<string, string> = {},
  args: string[] = [],
  commandBefore = ':',
  file = 'main.ts',
): Started {
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
  let out = ''
  let err = ''
  child.stderr.on('data', (text: Buffer) => {
    err += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code, out, err }))
  const url = new Promise<string>((found, missed) => {
    child.stdout.on('data', (text: Buffer) => {
      out += text
      const match = /Staffroom is at (\S+)\n/.exec(out)
      if (match?.[1]) found(match[1])
    })
    ended.then(() => missed(new Error(err)), missed)
  })
  const port = url.then(at => Number(/Listening on port (\d+)\n/.exec(out)?.[1] ?? new URL(at).port))
  // Tests that only wait for the end must not have unhandled rejections.
  url.catch(() => undefined)
  port.catch(() => undefined)
  return { process: child, url, port, ended }
}

export const runMigrate = (environment: Record<string, string>, args: string[] = []): Promise<Ended> =>
  startProcess(workingFolder(), environment, args, ':', 'migrate.ts').ended
