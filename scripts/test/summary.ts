import { namelessFailure, type Problem, type RunReport } from './runReport.ts'

/** How a step ended. */
type StepEnd = {
  name: string
  /** Exit code, the signal's name or an error text. */
  code: unknown
  /** Whether the step runs tests, so that it must write a report. */
  hasTests: boolean
  report: RunReport | undefined
}

/**
 * Returns the failures of a step. A step that failed without a failed test has one failure with the step's name. The
 * exit code alone is not enough: a library that ends the process may exit with 0, and then the report is missing.
 */
export function stepFailures({ name, code, hasTests, report }: StepEnd): Problem[] {
  const failures = report?.failures ?? []
  if (failures.length > 0 || (code === 0 && (report || !hasTests))) return failures
  return [namelessFailure(`${name}, exit code ${code}`)]
}

/** Returns one sentence if more tests were flaky than the part allows, otherwise an empty array. */
export const flakyExcess = (count: number, max: number): string[] =>
  count > max ? [`${count} flaky tests in this part; at most ${max} are allowed.`] : []

/** The last line of a run, as `4000 passed, 0 failed, 1 flaky`. */
export const countLine = (counts: {
  passed: number
  failed: number
  skipped: number
  flaky: number
}): string =>
  [
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
    `${counts.flaky} flaky`,
  ].join(', ')
