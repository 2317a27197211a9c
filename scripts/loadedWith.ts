import type { BuildRecord, BuiltChunk } from './buildRecord.ts'

/**
 * Every chunk the browser loads when these modules are asked for: theirs, and what those import, once each.
 * Throws for a module that starts no chunk, so that a renamed screen can't make a budget pass.
 */
export function loadedWith({ chunks }: BuildRecord, modules: readonly string[]): BuiltChunk[] {
  const byFile = new Map(chunks.map(chunk => [chunk.file, chunk]))
  const loaded = new Set<BuiltChunk>()
  const load = (chunk: BuiltChunk | undefined) => {
    if (!chunk || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const file of chunk.imports) load(byFile.get(file))
  }
  for (const module of modules) {
    const start = chunks.find(chunk => chunk.starts === module)
    if (!start) throw new Error(`No chunk of the build starts with ${module}.`)
    load(start)
  }
  return [...loaded]
}
