import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything a build is made of; what is installed is as package-lock.json says. */
const inputs = [
  'package.json',
  'package-lock.json',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'public/**/*',
  'src/**/*',
  'scripts/**/*.ts',
]
/** What no build reads. */
const beside = /\.test\.tsx?$|^scripts\/(?:test|pictures|photos|house)\//

/** Says in a few digits what a build would be made of now: of which files, by which Node, with which options. */
export function stampOf(root: string, options: readonly string[]): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([process.version, process.platform, process.arch, ...options]))
  const files = globSync(inputs, { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter(path => !beside.test(path))
    .toSorted()
  for (const path of files) {
    const content = readFileSync(join(root, path))
    // With the length, so that no two lists of files read alike.
    hash.update(`\n${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Beside the build, not in it: what is served is all that the build wrote. */
const fileOf = (output: string) => `${output}.stamp`

/** Whether what stands in `output` was built whole, of just this. */
export function isBuilt(output: string, stamp: string): boolean {
  const file = fileOf(output)
  return (
    existsSync(join(output, 'index.html')) && existsSync(file) && readFileSync(file, 'utf8').trim() === stamp
  )
}

/** Before a build: whatever comes of it, it is not taken for good until `markBuilt`. */
export const markBuilding = (output: string): void => rmSync(fileOf(output), { force: true })

export const markBuilt = (output: string, stamp: string): void => writeFileSync(fileOf(output), `${stamp}\n`)
