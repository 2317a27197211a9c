import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files that a build depends on. package-lock.json represents the installed packages. */
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
const ignoredFiles = /\.test\.tsx?$|^scripts\/(?:test|pictures)\//

/** Hashes everything that a build depends on: files, Node version, platform and options. */
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
    .filter(path => !ignoredFiles.test(path))
    .toSorted()
  for (const path of files) {
    const content = readFileSync(join(root, path))
    // With the length, so that different lists of files never produce the same input.
    hash.update(`\n${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Not inside the build, because all its files are served. */
const fileOf = (output: string) => `${output}.stamp`

/** Whether `output` is a complete build with this stamp. */
export function isBuilt(output: string, stamp: string): boolean {
  const file = fileOf(output)
  return (
    existsSync(join(output, 'index.html')) && existsSync(file) && readFileSync(file, 'utf8').trim() === stamp
  )
}

/** Marks the output as incomplete until `markBuilt` is called. */
export const markBuilding = (output: string): void => rmSync(fileOf(output), { force: true })

export const markBuilt = (output: string, stamp: string): void => writeFileSync(fileOf(output), `${stamp}\n`)
