import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

// npm test, and with --rest what it omits, which `npm run test:all` runs after it. Stops after the first step that
// fails.

type Command = { args: readonly string[]; env?: Record<string, string> }

const build = (target: string): Command => ({ args: ['node', 'scripts/build.ts', target] })
/** A committed `it.only` would skip the other tests of its file. */
const vitest = (...options: string[]) => ['vitest', 'run', '--allowOnly=false', ...options]

/** The commands of a step run at the same time. */
const daily: Command[][] = [
  [{ args: ['tsc', '--noEmit'] }, { args: ['biome', 'check'] }, build('app'), build('demo')],
  [{ args: vitest('--project=unit', '--project=screens', '--project=build') }],
  [{ args: ['playwright', 'test'], env: { TEST_SCOPE: 'main' } }],
]

const rest: Command[][] = [
  [build('app'), build('demo')],
  [
    {
      args: vitest('--project=*Rest', '--project=postgres', '--project=fullSize'),
      env: { TEST_SIZE: 'full', FAST_CHECK_SEED: 'random' },
    },
  ],
  [{ args: ['playwright', 'test'], env: { TEST_SCOPE: 'rest' } }],
  [{ args: ['playwright', 'test', '--config=e2e/engines'] }],
]

const { values } = parseArgs({ options: { rest: { type: 'boolean', default: false } } })
for (const commands of values.rest ? rest : daily) {
  const startedAt = performance.now()
  const names = commands.map(({ args }) => args.join(' ')).join(', ')
  console.log(`\n— ${names}`)
  const codes = await Promise.all(commands.map(run))
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (codes.some(code => code !== 0)) {
    console.log(`— failed after ${seconds} s: ${names}`)
    process.exit(1)
  }
  console.log(`— good after ${seconds} s`)
}

async function run({ args: [program = '', ...args], env }: Command): Promise<number> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  })
  const [code] = await once(child, 'close')
  return code ?? 1
}
