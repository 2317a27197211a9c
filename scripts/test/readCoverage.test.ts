import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readCoverage } from './readCoverage.ts'

function report(files: Record<string, [covered: number, total: number]>): string {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-coverage-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'coverage-summary.json')
  const lines = Object.entries(files).map(([name, [covered, total]]) => [name, { lines: { covered, total } }])
  writeFileSync(path, JSON.stringify(Object.fromEntries(lines)))
  return path
}

it('lists the files with the lowest line coverage, lowest first', () => {
  const path = report({
    total: [75, 120],
    '/app/src/half.ts': [10, 20],
    '/app/src/types.ts': [0, 0],
    '/app/src/none.ts': [0, 40],
    '/app/src/all.ts': [60, 60],
  })
  expect(readCoverage(path, '/app', 2)).toEqual({
    all: 62.5,
    least: [
      { file: 'src/none.ts', percent: 0 },
      { file: 'src/half.ts', percent: 50 },
    ],
  })
})

it('returns undefined if there is no report', () => {
  expect(readCoverage('/not/there.json', '/app')).toBeUndefined()
})
