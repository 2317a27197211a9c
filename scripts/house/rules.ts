import {
  emptyNames,
  entry,
  isTest,
  longFiles,
  maxFileLines,
  type Room,
  roomOf,
  rooms,
  separated,
  sharedParts,
} from './importTable.ts'
import type { Import, Source } from './readSource.ts'

/** Returns all violations of the architecture rules, one sentence each. */
export function violations(sources: Source[]): string[] {
  if (sources.length === 0) return ['no file was read: the check itself is broken']
  return [...sources.flatMap(violationsOf), ...fileCycles(sources), ...folderCycles(sources)]
}

function violationsOf(source: Source): string[] {
  const fileViolations = [...nameRules(source), ...lengthRule(source)]
  if (source.defaultExport) fileViolations.push('has a default export')
  if (!isTest(source.path)) {
    fileViolations.push(...source.unreadable.map(text => `hides what it loads: ${text}`))
    fileViolations.push(...source.imports.flatMap(each => importRules(source.path, each)))
  }
  return fileViolations.map(sentence => `${source.path} ${sentence}`)
}

function nameRules({ path }: Source): string[] {
  const words = path.split('/').map(part => part.replace(/(\.test)?\.tsx?$/, ''))
  return words
    .filter(word => emptyNames.includes(word.toLowerCase()))
    .map(word => `has a name that says nothing: ${word}`)
}

function lengthRule({ path, lines }: Source): string[] {
  if (lines <= maxFileLines || path in longFiles) return []
  return [`has ${lines} lines: look for its second subject, or list it in longFiles with the reason`]
}

function importRules(path: string, { specifier, kind }: Import): string[] {
  const room = roomOf(path)
  const may: Room | undefined = path === entry.file ? entry : rooms[room]
  if (!may) return [`is in no room of the import table`]
  if (!specifier.startsWith('.')) {
    if (/^@mantine\/.*\.css$/.test(specifier)) {
      return [`imports ${specifier}, which scripts/mantineSheets.ts adds for the components of a module`]
    }
    const allowed = kind === 'type' ? [...may.packages, ...(may.types ?? [])] : may.packages
    const known = allowed.some(each => isPackage(specifier, each))
    return known ? [] : [`imports ${specifier}, which ${room} may not`]
  }
  const target = resolve(path, specifier)
  if (target === undefined) return [`imports ${specifier}, outside src/`]
  if (isTest(target)) return [`imports ${target}, which is for tests`]
  const targetRoom = roomOf(target)
  if (targetRoom === room) {
    const feature = (file: string) => file.split('/')[1] ?? ''
    const isShared = sharedParts[feature(path)]?.some(part => target.startsWith(part))
    return room === separated && feature(path) !== feature(target) && !isShared
      ? [`imports ${target}: a feature may not import another feature`]
      : []
  }
  if (may.rooms.includes(targetRoom) || may.rooms.includes(target)) return []
  if ((kind === 'lazy' || kind === 'type') && may.lazyRooms?.includes(targetRoom)) return []
  return [`imports ${target}, which ${room} may not`]
}

function isPackage(specifier: string, allowed: string): boolean {
  if (allowed === 'node:') return specifier.startsWith(allowed)
  const prefix = allowed.endsWith('/*') ? allowed.slice(0, -1) : `${allowed}/`
  return specifier === allowed || specifier.startsWith(prefix)
}

/**
 * Resolves `features/a/b.ts` + `../../lib/c.ts?worker` to `lib/c.ts`. Returns undefined outside of `src/`.
 */
function resolve(from: string, specifier: string): string | undefined {
  const parts = from.split('/').slice(0, -1)
  for (const part of (specifier.split('?')[0] ?? '').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/**
 * Cycles of imports between files, including types. `import()` and addresses do not count, because they load
 * later.
 */
function fileCycles(sources: Source[]): string[] {
  return findCycles(importGraph(sources)).map(cycle => `circle of imports: ${cycle.join(' -> ')}`)
}

/** Cycles between folders, without tests. Imports between a folder and its own subfolders do not count. */
function folderCycles(sources: Source[]): string[] {
  const folders = new Map<string, Set<string>>()
  for (const [path, targets] of importGraph(sources.filter(({ path }) => !isTest(path)))) {
    const from = dirname(path)
    const otherFolders = targets.map(dirname).filter(to => !isWithin(from, to) && !isWithin(to, from))
    folders.set(from, new Set([...(folders.get(from) ?? []), ...otherFolders]))
  }
  const next = new Map([...folders].map(([folder, targets]) => [folder, [...targets]]))
  return findCycles(next).map(cycle => `circle of folders: ${cycle.join(' -> ')}`)
}

const dirname = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Whether `folder` is `parent` or below it. '' is `src/`. */
const isWithin = (folder: string, parent: string) => parent === '' || `${folder}/`.startsWith(`${parent}/`)

function importGraph(sources: Source[]): Map<string, string[]> {
  const paths = new Set(sources.map(({ path }) => path))
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      imports
        .filter(({ specifier, kind }) => specifier.startsWith('.') && (kind === 'static' || kind === 'type'))
        .flatMap(({ specifier }) => resolve(path, specifier) ?? [])
        .filter(target => paths.has(target)),
    ]),
  )
}

/** Each cycle ends with its first node. */
function findCycles(next: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const visited = new Set<string>()
  const path: string[] = []
  const visit = (node: string) => {
    const at = path.indexOf(node)
    if (at >= 0) cycles.push([...path.slice(at), node])
    if (at >= 0 || visited.has(node)) return
    path.push(node)
    for (const target of next.get(node) ?? []) visit(target)
    path.pop()
    visited.add(node)
  }
  for (const node of next.keys()) visit(node)
  return cycles
}
