import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { browserArguments, ensureBrowser } from './scripts/browser.ts'
import { freePort } from './scripts/freePort.ts'

// Every worker reads this file again: what was decided the first time is handed down in the environment.
process.env.CHROME_PATH = ensureBrowser()
process.env.E2E_NODE_PORT ??= String(await freePort())
process.env.E2E_DEMO_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'staffroom-e2e-'))

const nodeUrl = `http://localhost:${process.env.E2E_NODE_PORT}`
const demoUrl = `http://localhost:${process.env.E2E_DEMO_PORT}`

/** `x.spec.ts` runs in both hosts, `x.node.spec.ts` and `x.demo.spec.ts` in one. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'bench/**',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Not the school's: whatever shows a time must show Berlin's (cases 32).
    timezoneId: 'America/New_York',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env.CHROME_PATH, args: browserArguments },
  },
  projects: [
    { name: 'node', testMatch: '**/*.spec.ts', testIgnore: '**/*.demo.spec.ts', use: { baseURL: nodeUrl } },
    { name: 'demo', testMatch: '**/*.spec.ts', testIgnore: '**/*.node.spec.ts', use: { baseURL: demoUrl } },
  ],
  webServer: [
    {
      command: 'node src/server/main.ts',
      url: `${nodeUrl}/healthz`,
      env: { PORT: process.env.E2E_NODE_PORT, DATA_DIR: process.env.E2E_DATA_DIR },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
    {
      command: 'node scripts/serveDemo.ts',
      url: `${demoUrl}/`,
      env: { PORT: process.env.E2E_DEMO_PORT },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
  ],
})
