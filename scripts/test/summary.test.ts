import { describe, expect, it } from 'vitest'
import { parts } from './parts.ts'
import { countLine, flakyExcess, stepFailures } from './summary.ts'

const report = { passed: 3, skipped: 0, failures: [], flaky: [] }
const failed = { ...report, failures: [{ name: 'a test', error: 'wrong' }] }

describe('the failures of a step', () => {
  it.each([
    ['no test failed', { code: 0, hasTests: true, report }, []],
    ['a step without tests ended with 0', { code: 0, hasTests: false, report: undefined }, []],
    ['a test failed', { code: 1, hasTests: true, report: failed }, ['a test']],
    ['a test failed and the exit code is 0', { code: 0, hasTests: true, report: failed }, ['a test']],
    ['all tests passed and the exit code is 1', { code: 1, hasTests: true, report }, ['unit, exit code 1']],
    ['the report is missing', { code: 0, hasTests: true, report: undefined }, ['unit, exit code 0']],
    [
      'it could not start',
      { code: 'ENOENT', hasTests: false, report: undefined },
      ['unit, exit code ENOENT'],
    ],
  ])('%s', (_, end, names) => {
    expect(stepFailures({ name: 'unit', ...end }).map(({ name }) => name)).toEqual(names)
  })
})

it('allows two flaky tests in npm test and three in the rest', () => {
  const excess = (part: 'main' | 'rest', count: number) => flakyExcess(count, parts[part].maxFlaky).length
  expect([excess('main', 2), excess('main', 3)]).toEqual([0, 1])
  expect([excess('rest', 3), excess('rest', 4)]).toEqual([0, 1])
})

it('prints the counts in one line', () => {
  expect(countLine({ passed: 4000, failed: 0, skipped: 0, flaky: 1 })).toBe('4000 passed, 0 failed, 1 flaky')
  expect(countLine({ passed: 1, failed: 2, skipped: 3, flaky: 0 })).toBe(
    '1 passed, 2 failed, 3 skipped, 0 flaky',
  )
})
