import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
const isRoot = process.getuid?.() === 0

/** Quiet, and without a sandbox only as root, where Chromium refuses to start with one. */
export const browserArguments = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * Path of a Chromium: CHROME_PATH, else one on this machine, else one installed now by Playwright, else by the system's
 * package manager when root. Throws one sentence when there is none.
 */
export function ensureBrowser(): string {
  const given = process.env.CHROME_PATH
  if (given) {
    if (runs(given)) return given
    throw new Error(`CHROME_PATH is ${given}, which is not a browser that starts.`)
  }
  const found = onThisMachine()
  if (found) return found
  run('npx', ['playwright', 'install', 'chromium'])
  if (runs(chromium.executablePath())) return chromium.executablePath()
  if (isRoot && process.platform === 'linux') {
    run('apt-get', ['update'])
    run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'])
    const installed = onThisMachine()
    if (installed) return installed
  }
  throw new Error(
    'The tests need Chromium and none could be installed: install it, or name one in CHROME_PATH.',
  )
}

function onThisMachine(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const inPath = commands.flatMap(command => folders.map(folder => join(folder, command)))
  return [...inPath, ...usualPlaces, chromium.executablePath()].find(path => existsSync(path) && runs(path))
}

/** A stub, a snap without its daemon or a browser without its libraries is there and does not run. */
function runs(path: string): boolean {
  // Windows' browsers open a window when asked for their version.
  if (process.platform === 'win32') return existsSync(path)
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
}
