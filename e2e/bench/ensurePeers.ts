import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Installs what the benches are measured against, from its own lock file, once. */
export function ensurePeers() {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  if (existsSync(`${folder}node_modules/.package-lock.json`)) return
  console.log('Installing what the bench is measured against …')
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The packages of e2e/bench could not be installed.')
}
