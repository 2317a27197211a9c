import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type RunReport, readRunReport } from './runReport.ts'

const root = join(import.meta.dirname, '../..')

/** Runs a test runner of this project on the given files. Returns its exit code and its report. */
async function run(
  command: readonly string[],
  files: Record<string, string>,
): Promise<{ code: unknown; report: RunReport | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), 'staffroom-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const file = join(folder, 'report.json')
  // Without the variables by which a runner recognises that it runs inside another one.
  const environment = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST|NODE_ENV)/.test(name))
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { ...Object.fromEntries(environment), RUN_REPORT: file },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  return { code, report: readRunReport(file) }
}

const vitest = (...options: string[]) => [
  join(root, 'node_modules/vitest/vitest.mjs'),
  ...['run', '--retry=1', `--reporter=${join(import.meta.dirname, 'vitestReporter.ts')}`, ...options],
]

it('Vitest: counts results and names failed, flaky and nameless failures', async () => {
  const { code, report } = await run(vitest(), {
    'tests.test.js': `
      import { afterAll, describe, it } from 'vitest'
      let tries = 0
      it('passes', () => {})
      it('is flaky', () => { if (++tries === 1) throw new Error('first try') })
      it('fails', () => { throw new Error('every try') })
      it.skip('is skipped', () => {})
      describe('a group', () => {
        it('passes too', () => {})
        afterAll(() => { throw new Error('in a hook') })
      })`,
    'broken.test.js': 'throw new Error("while loading")',
  })
  expect(code).toBe(1)
  expect(report).toMatchObject({ passed: 3, skipped: 1 })
  expect(report?.flaky).toEqual([{ name: expect.stringContaining('is flaky'), error: 'first try' }])
  const failures = report?.failures.map(({ name, error }) => `${name}: ${error}`).toSorted()
  expect(failures).toEqual([
    expect.stringMatching(/broken\.test\.js: while loading/),
    expect.stringMatching(/tests\.test\.js › a group: in a hook/),
    expect.stringMatching(/tests\.test\.js › fails: every try/),
  ])
})

it('Vitest: names an unhandled rejection, which fails a run in which every test passed', async () => {
  const { code, report } = await run(vitest(), {
    'tests.test.js': `
      import { it } from 'vitest'
      it('passes', async () => {
        Promise.reject(new Error('not awaited'))
        await new Promise(resolve => setTimeout(resolve))
      })`,
  })
  expect(code).toBe(1)
  expect(report).toMatchObject({ passed: 1, flaky: [] })
  expect(report?.failures).toEqual([
    { name: expect.stringMatching(/Unhandled Rejection.*tests\.test\.js/), error: 'not awaited' },
  ])
})

const playwright = [
  join(root, 'node_modules/@playwright/test/cli.js'),
  ...['test', '--retries=1', `--reporter=${join(import.meta.dirname, 'playwrightReporter.ts')}`],
]

it('Playwright: counts results and names failed and flaky tests', async () => {
  const { code, report } = await run(playwright, {
    'tests.spec.js': `
      const { test } = require('@playwright/test')
      test('passes', () => {})
      test('is flaky', ({}, { retry }) => { if (retry === 0) throw new Error('first try') })
      test('fails', () => { throw new Error('every try') })
      test.skip('is skipped', () => {})`,
  })
  expect(code).toBe(1)
  expect(report).toMatchObject({ passed: 2, skipped: 1 })
  expect(report?.flaky).toEqual([
    { name: 'tests.spec.js › is flaky', error: expect.stringContaining('first try') },
  ])
  expect(report?.failures).toEqual([
    { name: 'tests.spec.js › fails', error: expect.stringContaining('every try') },
  ])
})

it('Playwright: names a file that can’t be loaded', async () => {
  const { code, report } = await run(playwright, {
    'broken.spec.js': 'throw new Error("while loading")',
    // Playwright reports "No tests found" as well if there is no other file.
    'tests.spec.js': "require('@playwright/test').test('passes', () => {})",
  })
  expect(code).toBe(1)
  expect(report?.failures).toEqual([
    { name: expect.stringContaining('broken.spec.js'), error: expect.stringContaining('while loading') },
  ])
})
