import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { namelessFailure, type Problem, type RunReport, writeRunReport } from './runReport.ts'

export default class PlaywrightReporter implements Reporter {
  #suite: Suite | undefined
  readonly #errors: Problem[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  /** An error outside of tests, e.g. in a file that can't be loaded. */
  onError(error: TestError): void {
    const { file, line } = error.location ?? {}
    this.#errors.push({ name: file ? `${file}:${line}` : 'Playwright', error: messageOf(error) })
  }

  onEnd({ status }: FullResult): void {
    const report: RunReport = { passed: 0, skipped: 0, failures: [...this.#errors], flaky: [] }
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome()
      if (outcome === 'unexpected') report.failures.push(problemOf(test))
      else if (outcome === 'skipped') report.skipped += 1
      else report.passed += 1
      if (outcome === 'flaky') report.flaky.push(problemOf(test))
    }
    if (status !== 'passed' && report.failures.length === 0)
      report.failures.push(namelessFailure('Playwright'))
    writeRunReport(report)
  }
}

function problemOf(test: TestCase): Problem {
  const error = test.results.flatMap(result => result.errors)[0]
  return { name: test.titlePath().filter(Boolean).join(' › '), error: error ? messageOf(error) : '' }
}

/** Playwright adds colours for a terminal. */
const messageOf = ({ message, value }: TestError) => stripVTControlCharacters(message ?? value ?? '')
