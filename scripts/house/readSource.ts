import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

/** Statically, with `import()`, for types, or as an address (`new URL`). */
export type ImportKind = 'static' | 'lazy' | 'type' | 'address'
export type Import = { specifier: string; kind: ImportKind }

export type Source = {
  path: string
  imports: Import[]
  /** Imports that the rules can't follow: `import(name)`, `import.meta.glob` and `require`. */
  unreadable: string[]
  defaultExport: boolean
  lines: number
}

/** Throws if the file can't be parsed, because no rule could be checked. */
export function readSource(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`)
  const source: Source = {
    path,
    imports: [],
    unreadable: [],
    defaultExport: module.staticExports.some(({ entries }) =>
      entries.some(({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default'),
    ),
    lines: text.trimEnd().split('\n').length,
  }
  readImports(program, source)
  return source
}

function readImports(program: ESTree.Program, source: Source) {
  const add = (specifier: string, kind: ImportKind) => source.imports.push({ specifier, kind })
  new Visitor({
    ImportDeclaration: node => add(node.source.value, node.importKind === 'type' ? 'type' : 'static'),
    ExportAllDeclaration: node => add(node.source.value, node.exportKind === 'type' ? 'type' : 'static'),
    ExportNamedDeclaration: node => {
      if (node.source) add(node.source.value, node.exportKind === 'type' ? 'type' : 'static')
    },
    TSImportType: node => add(node.source.value, 'type'),
    ImportExpression: node => {
      const specifier = literal(node.source)
      if (specifier === undefined) source.unreadable.push('import() of a name that is not written out')
      else add(specifier, 'lazy')
    },
    NewExpression: node => {
      const [address, base] = node.arguments
      if (!isName(node.callee, 'URL') || !base || !isImportMeta(base, 'url')) return
      const specifier = address && literal(address)
      if (specifier?.startsWith('.')) add(specifier, 'address')
    },
    CallExpression: node => {
      if (isImportMeta(node.callee, 'glob')) source.unreadable.push('import.meta.glob')
      if (isName(node.callee, 'require')) source.unreadable.push('require()')
    },
    TSImportEqualsDeclaration: () => {
      source.unreadable.push('import x = require()')
    },
  }).visit(program)
}

type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isName = (value: unknown, name: string) =>
  isNode(value) && value.type === 'Identifier' && value.name === name

const isImportMeta = (value: unknown, property: string) =>
  isNode(value) &&
  value.type === 'MemberExpression' &&
  isNode(value.object) &&
  value.object.type === 'MetaProperty' &&
  isName(value.property, property)

function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value
  if (value.type !== 'TemplateLiteral' || !Array.isArray(value.quasis) || value.quasis.length !== 1)
    return undefined
  const [part] = value.quasis as { value: { cooked: string } }[]
  return part?.value.cooked
}
