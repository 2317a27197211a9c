import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

/** A test, or a part of a run such as a hook, with its first error. */
const Problem = z.object({ name: z.string(), error: z.string() })

const RunReport = z.object({
  passed: z.number(),
  skipped: z.number(),
  /** Tests that failed, and errors that belong to no test. Never empty if the run failed. */
  failures: z.array(Problem),
  /** Tests that passed when they were retried. They count as passed. */
  flaky: z.array(Problem),
})

export type Problem = z.infer<typeof Problem>
/** Result of one test runner, in the same shape for Vitest and Playwright. */
export type RunReport = z.infer<typeof RunReport>

/** Name of the environment variable that contains the path of the report. */
export const reportVariable = 'RUN_REPORT'

/** Writes the report to the file in the environment variable, if it is set. */
export function writeRunReport(report: RunReport): void {
  const file = process.env[reportVariable]
  if (!file) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}

/** Reads a report. Returns undefined if the file does not exist. Throws if it has another shape. */
export function readRunReport(file: string): RunReport | undefined {
  if (!existsSync(file)) return undefined
  return RunReport.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Returns a failure for a run that failed without naming a test, so that no failure is without a name. */
export const namelessFailure = (name: string): Problem => ({
  name,
  error: 'The run failed without naming a test. Its output above shows the reason.',
})
