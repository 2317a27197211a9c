import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import main from '../../playwright.config.ts'
import { reservePort } from '../../src/testing/reservePort.ts'
import { browsers } from './browsers.ts'

const results = join(import.meta.dirname, '../../test-results/engines')
const sizes = [1280, 360].map(width => ({ width, height: 800 }))
// Workers load this file, too.
const isMainProcess = process.env.TEST_WORKER_INDEX === undefined

const projects: PlaywrightTestConfig['projects'] = sizes.map(viewport => ({
  name: `chromium ${viewport.width}`,
  testMatch: 'chromium.journeys.ts',
  use: { viewport },
}))
const webServer: PlaywrightTestConfig['webServer'] = []

for (const [browserName, { packages, programs, prepare }] of Object.entries(browsers)) {
  if (!programs.every(path => existsSync(path))) {
    if (isMainProcess) console.log(`Skipped ${browserName}. On Debian: apt-get install ${packages}`)
    continue
  }
  for (const size of sizes) {
    const name = `${browserName} ${size.width}`
    process.env[`port of ${name}`] ??= String((await reservePort()).port)
    const port = Number(process.env[`port of ${name}`])
    // A browser has one session at a time.
    const metadata = { browserName, port, ...size }
    projects.push({ name, testMatch: 'webDriver.journeys.ts', metadata, workers: 1 })
    if (!isMainProcess) continue
    const home = join(results, name)
    rmSync(home, { recursive: true, force: true })
    mkdirSync(home, { recursive: true })
    const { command, env } = prepare(port, size, home)
    webServer.push({
      command,
      port,
      cwd: home,
      env: { ...env, HOME: home, TZ: 'America/New_York', LANG: 'en_GB.UTF-8' },
      stderr: 'ignore',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    })
  }
}

/** The same journeys in each engine, in a wide window and in one as narrow as a phone. */
export default defineConfig({
  ...main,
  testDir: '.',
  testIgnore: [],
  outputDir: join(results, 'journeys'),
  workers: 2,
  reporter: [['list'], ['../../scripts/test/flakyReporter.ts']],
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  projects,
  webServer,
})
