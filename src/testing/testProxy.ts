import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'

// Programs that stand in front of Staffroom or of its database, run with the configurations the documents print.

export const isInstalled = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args).status === 0

/** What a document prints below `<!-- name -->`; throws where it prints nothing there. */
export function sampleOf(document: string, name: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs', document), 'utf8')
  const [, sample] = text.split(`<!-- ${name} -->\n\`\`\`\n`)
  const [config] = sample?.split('```') ?? []
  if (!config) throw new Error(`docs/${document} has no ${name}`)
  return config
}

/** Puts what only a test needs in the place of what the document says; throws where it does not say so. */
export function replaced(config: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the document says nothing of ${from}`)
    return text.replaceAll(from, to)
  }, config)
}

/** Runs until the test is over. */
export function run(program: string, args: string[], environment: Record<string, string> = {}): ChildProcess {
  const { PATH = '' } = process.env
  const child = spawn(program, args, { env: { PATH, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGTERM'))
  return child
}

/** Until the program does its work, asked by `isThere`; throws its own complaint when it ended instead. */
export async function started(child: ChildProcess, isThere: () => Promise<boolean>): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said += text
  })
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) throw new Error(said)
        return isThere().catch(() => false)
      },
      { timeout: 30_000 },
    )
    .toBe(true)
}
