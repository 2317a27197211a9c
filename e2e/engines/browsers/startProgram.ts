import { type ChildProcess, spawn } from 'node:child_process'

export type Program = {
  process: ChildProcess
  /** Resolves with the first match in the output. Throws if the program ends before. */
  waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>
  stop: () => Promise<void>
}

/** Starts a program and collects its output. File descriptor 3 is part of the output. */
export function startProgram(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Program {
  const child = spawn(path, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let output = ''
  let notify = () => {}
  const { promise: ended, resolve: end } = Promise.withResolvers<true>()
  // Not `close`: processes that the program started may keep its output open.
  child.on('exit', () => end(true))
  child.on('error', error => {
    output += error.message
    end(true)
  })
  for (const stream of child.stdio) {
    stream?.on('data', chunk => {
      output += String(chunk)
      notify()
    })
  }
  return {
    process: child,
    async waitForOutput(pattern) {
      for (;;) {
        const match = pattern.exec(output)
        if (match) return match
        const data = Promise.withResolvers<false>()
        notify = () => data.resolve(false)
        if (await Promise.race([ended, data.promise])) throw new Error(`${path} ended:\n${output}`)
      }
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
