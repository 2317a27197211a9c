import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { type Counts, readCounts } from './test/readCounts.ts'
import { type Coverage, readCoverage } from './test/readCoverage.ts'

// `npm test`: every check in turn, the cheap ones first, stopping at the first that fails. Ends in one line of counts.
const unitReport = 'test-results/unit.json'
const coverageReport = 'coverage/coverage-summary.json'
const browserReport = 'test-results/browser.json'
const steps: { name: string; command: string[]; report?: string; env?: Record<string, string> }[] = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['biome', 'check'] },
  { name: 'build', command: ['vite', 'build', '--logLevel', 'warn'] },
  { name: 'build of the demo', command: ['vite', 'build', '--mode', 'demo', '--logLevel', 'warn'] },
  {
    name: 'unit',
    command: [
      ...['vitest', 'run', '--coverage'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    ],
    report: unitReport,
  },
  {
    name: 'end to end',
    command: ['playwright', 'test', '--reporter=list,json'],
    report: browserReport,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
  },
]

for (const folder of ['test-results', 'coverage']) rmSync(folder, { recursive: true, force: true })
mkdirSync('test-results', { recursive: true })

let coverage: Coverage | undefined
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const { name, command, report, env } of steps) {
  console.log(`\n— ${name}`)
  const [program = '', ...args] = command
  const began = performance.now()
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  })
  const counts = report === undefined ? undefined : readCounts(report)
  coverage ??= readCoverage(coverageReport, process.cwd())
  total.passed += counts?.passed ?? 0
  total.skipped += counts?.skipped ?? 0
  total.failed += counts?.failed ?? 0
  // A status alone is not believed: a library that ends the process may say 0.
  const isGood = status === 0 && !counts?.failed
  console.log(
    `— ${name}: ${isGood ? 'good' : 'failed'} after ${Math.round((performance.now() - began) / 1000)} s`,
  )
  if (!isGood) {
    // A step can fail without a failing test: a type error, a crash, no tests at all.
    total.failed = Math.max(total.failed, 1)
    break
  }
}
if (coverage) {
  console.log(`\n${coverage.all} % of the lines run in unit and screen tests, the least in`)
  for (const { file, percent } of coverage.least) console.log(`${String(percent).padStart(6)} % ${file}`)
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed === 0 ? 0 : 1
