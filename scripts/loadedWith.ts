import type { BuildRecord, BuiltChunk } from './buildRecord.ts'

/**
 * Returns every chunk that these modules load statically. Throws if no chunk contains a module, so that a budget
 * can't pass because a screen was renamed.
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
    // The build may put an imported module into a chunk with others (`codeSplitting` in vite.config.ts).
    const start =
      chunks.find(chunk => chunk.importedModule === module) ??
      chunks.find(chunk => chunk.modules.includes(module))
    if (!start) throw new Error(`No chunk of the build contains ${module}.`)
    load(start)
  }
  return [...loaded]
}
