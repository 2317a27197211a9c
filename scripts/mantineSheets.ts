import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const modules = join(import.meta.dirname, '../node_modules')
const core = '@mantine/core'
const dates = '@mantine/dates'
/** A named import from `@mantine/core` or `@mantine/dates`, in the source or in Mantine's own files. */
const namedImport = /^import \{([^}]*)\} from ['"](@mantine\/(?:core|dates))['"]/gm
const relativeImport = /^import (?:\{([^}]*)\}|\w+) from "(\.[^"]+)"/gm
/** A part that a component also offers as its property, for example `Checkbox.Card = CheckboxCard`. */
const offeredPart = /^\w+\.(\w+) = (\w+);$/gm

/**
 * Imports the style sheets of the Mantine components that a module imports, and of the components that those render.
 * All sheets are in the cascade layer `mantine` (docs/decisions/050).
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

/** Adds imports of the sheets in front of the code. Keeps the number of lines. */
export function importSheets(code: string): string {
  const found = new Set<string>()
  const seen = new Set<string>()
  for (const file of componentFiles(code)) collectSheets(file, code, found, seen)
  const sheets = [...found].toSorted((a, b) => rankOf(a) - rankOf(b))
  return sheets.map(sheet => `import '${sheet}';`).join('') + code
}

/** Returns the files of the components that the code imports by name from Mantine's packages. */
const componentFiles = (code: string): string[] =>
  [...code.matchAll(namedImport)].flatMap(([, names = '', from = '']) =>
    names.split(',').flatMap(name => {
      const [exported = ''] = name.trim().split(' as ')
      // Imports of types are removed during compilation.
      if (exported === '' || exported.startsWith('type ')) return []
      const file = exportsOf(from).get(exported)
      if (!file) throw new Error(`${from} does not export ${exported}.`)
      return [file]
    }),
  )

/**
 * Collects the sheets of a file of Mantine that `user` imports, and of the files that it imports. A component has its
 * class names from `X.module.mjs`. `styles/X.layer.css` contains the rules of these classes. `@mantine/dates` has one
 * sheet.
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
  // The imports of a component depend on which of its parts are used.
  const key = `${file} ${unused.join()}`
  if (seen.has(key)) return
  seen.add(key)
  for (const { names, from } of imports) if (!unused.includes(names)) collectSheets(from, code, sheets, seen)
}

type MantineFile = {
  code: string
  /** Imported names, as in the code, and the imported file. */
  imports: { names: string; from: string }[]
  /** Parts that the component only offers as properties, and the pattern of their use: `.Card` for `CheckboxCard`. */
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

/** Returns the file of each export of a package. */
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
 * Returns the position of a sheet in the sheet of all components. There the sheet of a component follows those of the
 * components it consists of, so that it overrides them.
 */
function rankOf(sheet: string): number {
  const known = ranks.get(sheet)
  if (known !== undefined) return known
  allRules ??= readFileSync(join(modules, core, 'styles.layer.css'), 'utf8')
  const [firstClass = sheet] = /\.m_\w+/.exec(readFileSync(join(modules, sheet), 'utf8')) ?? []
  const at = allRules.indexOf(firstClass)
  // The sheet of `@mantine/dates` is not in it and follows all others.
  const rank = at < 0 ? allRules.length : at
  ranks.set(sheet, rank)
  return rank
}
