import { readFileSync } from 'node:fs'

/** A JavaScript file of the build. Paths of modules are relative to the project. */
export type BuiltChunk = {
  file: string
  entry: boolean
  /** Module whose import loads this chunk. Null for shared chunks. */
  importedModule: string | null
  /** Files that load with it. */
  imports: string[]
  /** Files that it can load later. */
  loads: string[]
  css: string[]
  modules: string[]
}
export type BuildRecord = { chunks: BuiltChunk[] }

export const appRecord = 'dist/app-build.json'
export const demoRecord = 'dist/demo-build.json'

/** Throws if the app was not built. */
export function readBuildRecord(file: string): BuildRecord {
  const record: BuildRecord = JSON.parse(readFileSync(file, 'utf8'))
  return record
}
