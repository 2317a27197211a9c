import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCounts } from './readCounts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'staffroom-counts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const report = (content: object) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

it('reads the counts of Vitest', () => {
  const file = report({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, success: false })
  expect(readCounts(file)).toEqual({ passed: 5, failed: 1, skipped: 2 })
})

it('reads the counts of Playwright, a flaky test being a failed one', () => {
  const file = report({ stats: { expected: 7, unexpected: 1, flaky: 2, skipped: 3 } })
  expect(readCounts(file)).toEqual({ passed: 7, failed: 3, skipped: 3 })
})

it('says when there is no report, and takes no other for one', () => {
  expect(readCounts(join(folder, 'none.json'))).toBeUndefined()
  expect(() => readCounts(report({ passed: 3 }))).toThrow()
})
