import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of the first of these programs that is in PATH. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
}

/** Returns the first match of a pattern that can be executed. */
export const findProgramAt = (pattern: string): string | undefined =>
  globSync(pattern).toSorted().findLast(isExecutable)

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
