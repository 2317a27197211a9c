import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { parts, type Step } from './test/parts.ts'
import { readCoverage } from './test/readCoverage.ts'
import { type Problem, readRunReport, reportVariable } from './test/runReport.ts'
import { countLine, flakyExcess, stepFailures } from './test/summary.ts'

// npm test, npm run test:rest (what npm test omits), npm run test:engines, and npm run test:all, which runs all three. Runs
// the steps in order, stops after the first failure, and prints one line of counts.

const partName = process.argv[2] ?? 'main'
if (partName !== 'main' && partName !== 'rest' && partName !== 'engines' && partName !== 'all') {
  console.error(`Unknown part "${partName}": main, rest, engines or all.`)
  process.exit(2)
}

let [passed, skipped] = [0, 0]
const failures: Problem[] = []
const flaky: Problem[] = []
const tooFlaky: string[] = []
rmSync('coverage', { recursive: true, force: true })
for (const name of partName === 'all' ? (['main', 'rest', 'engines'] as const) : ([partName] as const)) {
  const { steps, maxFlaky } = parts[name]
  // The results of the other part remain, because its traces are needed.
  rmSync(`test-results/${name}`, { recursive: true, force: true })
  const before = flaky.length
  for (const group of groupsOf(steps)) {
    if (failures.length > 0) break
    await Promise.all(group.map(step => runStep(step, name, group.length > 1)))
  }
  tooFlaky.push(...flakyExcess(flaky.length - before, maxFlaky))
}
printCoverage()
print('Failed', failures)
print('Flaky: failed, then passed when retried', flaky)
for (const sentence of tooFlaky) console.log(`\n${sentence}`)
console.log(`\n${countLine({ passed, failed: failures.length, skipped, flaky: flaky.length })}`)
process.exitCode = failures.length + tooFlaky.length > 0 ? 1 : 0

/** Groups the steps that run at the same time. */
function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    if (step.isParallel) groups.at(-1)?.push(step)
    else groups.push([step])
  }
  return groups
}

async function runStep(
  { name, command, hasTests = false, env }: Step,
  part: string,
  isParallel: boolean,
): Promise<void> {
  console.log(`\n— ${name}`)
  const started = performance.now()
  const report = `test-results/${part}/${name.replaceAll(/\W+/g, '-')}.json`
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
  const stepProblems = stepFailures({ name, code, hasTests, report: result })
  failures.push(...stepProblems)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`— ${name}: ${stepProblems.length === 0 ? 'good' : 'failed'} after ${seconds} s`)
}

/** So that the lines of parallel steps do not mix. */
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
