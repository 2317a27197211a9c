import { readFileSync } from 'node:fs'

/** One JavaScript file of the build: what it holds and what it needs. Paths of modules are relative to the project. */
export type BuiltChunk = {
  file: string
  entry: boolean
  /** The module whose import makes this chunk load; null for chunks that others share. */
  starts: string | null
  /** Files loaded with it. */
  imports: string[]
  /** Files it may load later. */
  loads: string[]
  css: string[]
  modules: string[]
}
export type BuildRecord = { chunks: BuiltChunk[] }

export const appRecord = 'dist/app-build.json'
export const demoRecord = 'dist/demo-build.json'

/** Reads what `recordBuild` wrote. Throws when the app was not built. */
export function readBuildRecord(file: string): BuildRecord {
  const record: BuildRecord = JSON.parse(readFileSync(file, 'utf8'))
  return record
}
