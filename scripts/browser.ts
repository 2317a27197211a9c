import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const shellCommands = ['chromium-headless-shell', 'chrome-headless-shell']
const browserCommands = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const usualPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
const isRoot = process.getuid?.() === 0

/** Prevent background traffic. Chromium does not start as root with a sandbox. */
export const browserArguments = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * Returns a browser for the journeys: CHROME_PATH, Chromium's headless shell, or Chromium. Installs the shell if no
 * browser is found. Throws an error of one sentence if that fails.
 */
export function ensureHeadlessShell(): string {
  return (
    fromEnvironment() ??
    findShell() ??
    findBrowser() ??
    install(['playwright', 'install', '--only-shell', 'chromium'], 'chromium-headless-shell', findShell)
  )
}

/** Like `ensureHeadlessShell` for a full Chromium, for pictures and benchmarks. */
export function ensureBrowser(): string {
  return (
    fromEnvironment() ??
    findBrowser() ??
    install(['playwright', 'install', 'chromium'], 'chromium', findBrowser)
  )
}

function fromEnvironment(): string | undefined {
  const path = process.env.CHROME_PATH
  if (path && !starts(path)) throw new Error(`CHROME_PATH is ${path}, which is not a browser that starts.`)
  return path || undefined
}

function install(command: string[], debianPackage: string, find: () => string | undefined): string {
  run('npx', command)
  let found = find()
  if (!found && isRoot && process.platform === 'linux') {
    run('apt-get', ['update'])
    run('apt-get', ['install', '--yes', '--no-install-recommends', debianPackage])
    found = find()
  }
  if (!found) {
    throw new Error(
      'The tests need Chromium and none could be installed: install it, or name one in CHROME_PATH.',
    )
  }
  return found
}

const findShell = () => [...inPath(shellCommands), ...playwrightShells()].find(starts)
const findBrowser = () => [...inPath(browserCommands), ...usualPaths, chromium.executablePath()].find(starts)

function inPath(commands: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return commands.flatMap(command => folders.map(folder => join(folder, command)))
}

/** Playwright only knows the path of Chromium. The shell is in a sibling folder. */
function playwrightShells(): string[] {
  const folder = chromium.executablePath().replace(/\bchromium-(\d+)\b.*$/, 'chromium_headless_shell-$1')
  return globSync('*/chrome-headless-shell{,.exe}', { cwd: folder }).map(path => join(folder, path))
}

/** Whether the file can be started. A snap without its daemon or a browser without its libraries can't. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false
  // On Windows, browsers open a window when asked for their version.
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
}
