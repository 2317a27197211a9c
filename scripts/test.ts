import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { readCoverage } from './test/readCoverage.ts'
import { namelessFailure, type Problem, readRunReport, reportVariable } from './test/runReport.ts'

// npm test: every guard once. npm run test:rest: what npm test omits. npm run test:all: both.
// Runs the steps in order, stops after the first that fails, and ends with one line of counts.

type Step = {
  name: string
  command: readonly string[]
  /** Whether the step runs tests and writes a run report. */
  hasTests?: boolean
  env?: Record<string, string>
  /** Runs at the same time as the step before. */
  isParallel?: boolean
}

const reportOptions = (runner: 'vitest' | 'playwright') => {
  const file = `./scripts/test/${runner}Reporter.ts`
  return runner === 'vitest' ? ['--reporter=default', `--reporter=${file}`] : [`--reporter=list,${file}`]
}
const vitest = (...projects: string[]) => [
  ...['vitest', 'run', ...reportOptions('vitest')],
  ...projects.map(project => `--project=${project}`),
]

const builds: Step[] = [
  { name: 'build', command: ['node', 'scripts/build.ts', 'app'] },
  { name: 'build of the demo', command: ['node', 'scripts/build.ts', 'demo'], isParallel: true },
]

const parts: Record<'main' | 'rest', { steps: Step[]; maxFlaky: number }> = {
  main: {
    maxFlaky: 2,
    steps: [
      { name: 'types', command: ['tsc', '--noEmit'] },
      { name: 'lint', command: ['biome', 'check'] },
      ...builds,
      { name: 'unit', command: vitest('unit', 'server', 'postgres', 'screens', 'build'), hasTests: true },
      {
        name: 'end to end',
        command: ['playwright', 'test', ...reportOptions('playwright')],
        hasTests: true,
        env: { TEST_SCOPE: 'main' },
      },
    ],
  },
  rest: {
    maxFlaky: 3,
    steps: [
      ...builds,
      {
        name: 'unit with coverage, full sizes and random seeds',
        command: [...vitest('unit', 'server', 'screens', 'postgresRest', 'operation'), '--coverage'],
        hasTests: true,
        env: { TEST_SIZE: 'full', FAST_CHECK_SEED: 'random' },
      },
      {
        name: 'end to end, the rest',
        command: ['playwright', 'test', ...reportOptions('playwright')],
        hasTests: true,
        env: { TEST_SCOPE: 'rest' },
      },
    ],
  },
}

const given = process.argv[2] ?? 'main'
if (given !== 'main' && given !== 'rest' && given !== 'all') {
  console.error(`Unknown part "${given}": main, rest or all.`)
  process.exit(2)
}

for (const folder of ['test-results', 'coverage']) rmSync(folder, { recursive: true, force: true })

let [passed, skipped] = [0, 0]
const failures: Problem[] = []
const flaky: Problem[] = []
const tooFlaky: string[] = []
for (const name of given === 'all' ? (['main', 'rest'] as const) : ([given] as const)) {
  const { steps, maxFlaky } = parts[name]
  const before = flaky.length
  for (const group of groupsOf(steps)) {
    if (failures.length > 0) break
    await Promise.all(group.map(step => runStep(step, group.length > 1)))
  }
  const found = flaky.length - before
  if (found > maxFlaky) tooFlaky.push(`${found} flaky tests in this part; at most ${maxFlaky} are allowed.`)
}
printCoverage()
print('Failed', failures)
print('Flaky: failed, then passed when retried', flaky)
for (const sentence of tooFlaky) console.log(`\n${sentence}`)
console.log(
  `\n${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}, ${flaky.length} flaky`,
)
process.exitCode = failures.length + tooFlaky.length > 0 ? 1 : 0

/** Steps that run at the same time form a group. */
function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    if (step.isParallel) groups.at(-1)?.push(step)
    else groups.push([step])
  }
  return groups
}

async function runStep({ name, command, hasTests = false, env }: Step, isParallel: boolean): Promise<void> {
  console.log(`\n— ${name}`)
  const started = performance.now()
  const report = `test-results/${name.replaceAll(/\W+/g, '-')}.json`
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', isParallel ? 'pipe' : 'inherit', isParallel ? 'pipe' : 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env, ...(hasTests && { [reportVariable]: report }) },
  })
  const output = collectOutput(child)
  const [code] = await once(child, 'close').catch(error => [String(error)])
  process.stdout.write(output())
  const result = hasTests ? readRunReport(report) : undefined
  passed += result?.passed ?? 0
  skipped += result?.skipped ?? 0
  flaky.push(...(result?.flaky ?? []))
  const stepFailures = result?.failures ?? []
  // The exit code alone is not enough: a library that ends the process may exit with 0.
  if (stepFailures.length === 0 && (code !== 0 || (hasTests && !result))) {
    stepFailures.push(namelessFailure(`${name}, exit code ${code}`))
  }
  failures.push(...stepFailures)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`— ${name}: ${stepFailures.length === 0 ? 'good' : 'failed'} after ${seconds} s`)
}

/** Collects the output of a step that runs beside another, so that their lines do not mix. */
function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  const chunks: string[] = []
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (chunk: string) => chunks.push(chunk))
  }
  return () => chunks.join('')
}

function print(title: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return
  console.log(`\n${title}:`)
  for (const { name, error } of problems) {
    const lines = error.split('\n').slice(0, 5)
    console.log([`  ${name}`, ...lines.map(line => `      ${line}`)].join('\n'))
  }
}

function printCoverage(): void {
  const coverage = readCoverage('coverage/coverage-summary.json', process.cwd())
  if (!coverage) return
  console.log(`\n${coverage.all} % of the lines run in unit and screen tests. The least covered files:`)
  for (const { file, percent } of coverage.least) console.log(`${String(percent).padStart(6)} % ${file}`)
}
