import type { SerializedError } from 'vitest'
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'
import { namelessFailure, type Problem, writeRunReport } from './runReport.ts'

/**
 * Vitest reporter that writes a run report. Unlike the JSON reporter it includes errors outside of tests: these fail the
 * run although every test passed.
 */
export default class VitestReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    let [passed, skipped] = [0, 0]
    const failures: Problem[] = []
    const flaky: Problem[] = []
    for (const module of modules) {
      const name = `${module.project.name} › ${module.relativeModuleId}`
      for (const error of module.errors()) failures.push({ name, error: messageOf(error) })
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors())
          failures.push({ name: `${name} › ${suite.fullName}`, error: messageOf(error) })
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        const problem = { name: `${name} › ${test.fullName}`, error: messageOf(errors?.[0]) }
        if (state === 'failed') failures.push(problem)
        else if (state === 'passed') passed += 1
        else skipped += 1
        if (state === 'passed' && test.diagnostic()?.flaky) flaky.push(problem)
      }
    }
    for (const error of unhandled) {
      const { type, VITEST_TEST_NAME: test, VITEST_TEST_PATH: path } = error
      failures.push({
        name: [type ?? 'Unhandled error', path, test].filter(Boolean).join(' › '),
        error: messageOf(error),
      })
    }
    if (reason !== 'passed' && failures.length === 0) failures.push(namelessFailure('Vitest'))
    writeRunReport({ passed, skipped, failures, flaky })
  }
}

const messageOf = (error: SerializedError | undefined) => error?.message ?? ''
