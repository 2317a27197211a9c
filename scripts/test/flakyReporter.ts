import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'
import type { Reporter as VitestReporter } from 'vitest/node'

/** Tests of one run that may fail first and pass when they are retried. More of them fail the run. */
const maxFlaky = 2

/** Names the flaky tests. Returns whether there are more than `maxFlaky`. */
function isTooFlaky(names: readonly string[]): boolean {
  if (names.length > 0)
    console.log(`\nFlaky (failed, then passed):\n${names.map(name => `  ${name}`).join('\n')}`)
  if (names.length > maxFlaky) console.log(`More than ${maxFlaky} flaky tests fail the run.`)
  return names.length > maxFlaky
}

export const vitestFlaky: VitestReporter = {
  onTestRunEnd(modules) {
    const names = modules.flatMap(module =>
      [...module.children.allTests()]
        .filter(test => test.diagnostic()?.flaky)
        .map(test => `${module.relativeModuleId} › ${test.fullName}`),
    )
    if (isTooFlaky(names)) process.exitCode = 1
  },
}

/** Playwright accepts a reporter only as a file with a default export. */
export default class PlaywrightFlaky implements Reporter {
  #suite: Suite | undefined

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  async onEnd({ status }: FullResult): Promise<Pick<FullResult, 'status'>> {
    const flaky = (this.#suite?.allTests() ?? []).filter(test => test.outcome() === 'flaky')
    const isFailed = isTooFlaky(flaky.map(test => test.titlePath().filter(Boolean).join(' › ')))
    return { status: isFailed ? 'failed' : status }
  }
}
