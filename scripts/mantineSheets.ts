import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const modules = join(import.meta.dirname, '../node_modules')
const core = '@mantine/core'
const dates = '@mantine/dates'
/** A named import of Mantine, in the source or in Mantine's own files. */
const namedImport = /^import \{([^}]*)\} from ['"](@mantine\/(?:core|dates))['"]/gm
const relativeImport = /^import (?:\{([^}]*)\}|\w+) from "(\.[^"]+)"/gm
/** A part as a property of a component: `Checkbox.Card = CheckboxCard`. */
const offeredPart = /^\w+\.(\w+) = (\w+);$/gm

/**
 * Imports the style sheets of the Mantine components that a module uses, in the cascade layer `mantine`
 * (docs/decisions/050).
 */
export function mantineSheets(): Plugin {
  return {
    name: 'staffroom:mantine-sheets',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.tsx?$/, exclude: /node_modules/ }, code: '@mantine/' },
      handler: code => ({ code: importSheets(code), map: null }),
    },
  }
}

/** Keeps the number of lines. */
export function importSheets(code: string): string {
  const found = new Set<string>()
  const seen = new Set<string>()
  for (const file of componentFiles(code)) collectSheets(file, code, found, seen)
  const sheets = [...found].toSorted((a, b) => rankOf(a) - rankOf(b))
  return sheets.map(sheet => `import '${sheet}';`).join('') + code
}

const componentFiles = (code: string): string[] =>
  [...code.matchAll(namedImport)].flatMap(([, names = '', from = '']) =>
    names.split(',').flatMap(name => {
      const [exported = ''] = name.trim().split(' as ')
      // Compilation removes imports of types.
      if (exported === '' || exported.startsWith('type ')) return []
      const file = exportsOf(from).get(exported)
      if (!file) throw new Error(`${from} does not export ${exported}.`)
      return [file]
    }),
  )

/**
 * Collects the sheets of a file and its imports. Class names are in `X.module.mjs`, their rules in
 * `styles/X.layer.css`. `@mantine/dates` has one sheet.
 */
function collectSheets(file: string, user: string, sheets: Set<string>, seen: Set<string>): void {
  if (file.endsWith('.module.mjs')) {
    const isCore = file.startsWith(join(modules, core))
    sheets.add(
      isCore ? `${core}/styles/${basename(file, '.module.mjs')}.layer.css` : `${dates}/styles.layer.css`,
    )
    return
  }
  const { code, imports, parts } = readMantine(file)
  const unused = parts.filter(({ pattern }) => !pattern.test(user)).map(({ name }) => name)
  // The imports depend on which parts are used.
  const key = `${file} ${unused.join()}`
  if (seen.has(key)) return
  seen.add(key)
  for (const { names, from } of imports) if (!unused.includes(names)) collectSheets(from, code, sheets, seen)
}

type MantineFile = {
  code: string
  imports: { names: string; from: string }[]
  /** Parts offered as properties, with the pattern of their use: `.Card` for `CheckboxCard`. */
  parts: { name: string; pattern: RegExp }[]
}

const mantineFiles = new Map<string, MantineFile>()

function readMantine(file: string): MantineFile {
  const known = mantineFiles.get(file)
  if (known) return known
  const code = readFileSync(file, 'utf8')
  const relative = [...code.matchAll(relativeImport)].map(([, names = '', path = '']) => ({
    names: names.trim(),
    from: join(dirname(file), path),
  }))
  const components = componentFiles(code).map(from => ({ names: '', from }))
  const ownCode = code.replaceAll(relativeImport, '').replaceAll(offeredPart, '')
  const parts = [...code.matchAll(offeredPart)]
    .filter(([, , name]) => !new RegExp(`\\b${name}\\b`).test(ownCode))
    .map(([, property, name = '']) => ({ name, pattern: new RegExp(`\\.${property}\\b`) }))
  const read = { code, imports: [...relative, ...components], parts }
  mantineFiles.set(file, read)
  return read
}

const filesByPackage = new Map<string, ReadonlyMap<string, string>>()

function exportsOf(from: string): ReadonlyMap<string, string> {
  const known = filesByPackage.get(from)
  if (known) return known
  const folder = join(modules, from, 'esm')
  const files = new Map<string, string>()
  for (const [, names = '', path = ''] of readFileSync(join(folder, 'index.mjs'), 'utf8').matchAll(
    relativeImport,
  )) {
    for (const name of names.split(',')) files.set(name.trim(), join(folder, path))
  }
  filesByPackage.set(from, files)
  return files
}

const ranks = new Map<string, number>()
let allRules: string | undefined

/**
 * Position in Mantine's sheet of all components, where a component follows those that it consists of and
 * overrides.
 */
function rankOf(sheet: string): number {
  const known = ranks.get(sheet)
  if (known !== undefined) return known
  allRules ??= readFileSync(join(modules, core, 'styles.layer.css'), 'utf8')
  const [firstClass = sheet] = /\.m_\w+/.exec(readFileSync(join(modules, sheet), 'utf8')) ?? []
  const at = allRules.indexOf(firstClass)
  // `@mantine/dates` is not in it and follows all others.
  const rank = at < 0 ? allRules.length : at
  ranks.set(sheet, rank)
  return rank
}
