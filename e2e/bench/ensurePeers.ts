import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Installs the peer packages of the benchmarks from their own lock file, unless they are up to date. */
export function ensurePeers() {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  if (areUpToDate(folder)) return
  console.log('Installing the libraries that the benchmarks compare with …')
  // Some peer packages require an older React than the benchmarks use.
  const { status } = spawnSync('npm', ['ci', '--legacy-peer-deps', '--prefix', folder], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The packages of e2e/bench could not be installed.')
}

/**
 * Checks whether the installed packages have the versions of package.json, which may be newer than the last
 * installation.
 */
function areUpToDate(folder: string): boolean {
  const installed = `${folder}node_modules/.package-lock.json`
  if (!existsSync(installed)) return false
  const { dependencies }: { dependencies: Record<string, string> } = readJson(`${folder}package.json`)
  const { packages }: { packages: Record<string, { version?: string }> } = readJson(installed)
  return Object.entries(dependencies).every(
    ([name, version]) => packages[`node_modules/${name}`]?.version === version,
  )
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
