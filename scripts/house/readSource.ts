import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import { mustBePortable } from './importTable.ts'

/** How a file imports another: statically, with `import()`, for its types, or as an address (`new URL`). */
export type ImportKind = 'static' | 'lazy' | 'type' | 'address'
export type Import = { specifier: string; kind: ImportKind }

export type Source = {
  /** Path below `src/`, with slashes. */
  path: string
  imports: Import[]
  /** Imports that the rules can't follow: `import(name)`, `import.meta.glob` and `require`. */
  unreadable: string[]
  /** Names that the file uses and does not declare. Only read from portable files, because no other rule needs them. */
  globals: string[]
  defaultExport: boolean
  lines: number
}

/**
 * Parses a file and returns the facts that the rules need. Throws if it can't be parsed, because no rule could be
 * checked.
 */
export function readSource(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`)
  const source: Source = {
    path,
    imports: [],
    unreadable: [],
    globals: mustBePortable(path) ? readGlobals(program) : [],
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

/**
 * Returns the names that the file uses and never declares. Scopes are ignored: a local variable `document` hides the
 * global one in the whole file. So the check may miss a use, but never reports a wrong one.
 */
function readGlobals(program: ESTree.Program): string[] {
  const globals = new Set<string>()
  const used = new Set<string>()
  const declared = new Set<string>()
  walk(program, undefined, '', (node, parent, place) => {
    if (node.type === 'MemberExpression' && isName(node.object, 'globalThis', 'self')) {
      const property = node.property
      const name = node.computed ? literal(property) : isNamed(property) ? property.name : undefined
      if (name !== undefined) globals.add(name)
    }
    if (node.type !== 'Identifier' || !isNamed(node)) return
    const role = roleOf(parent, place)
    if (role === 'declared') declared.add(node.name)
    if (role === 'used') used.add(node.name)
  })
  for (const name of used) if (!declared.has(name)) globals.add(name)
  return [...globals]
}

type Node = { type: string } & Record<string, unknown>

/**
 * Returns the role of an identifier in its parent: a declaration, a use, or only a word, e.g. the name of a property.
 */
function roleOf(parent: Node | undefined, place: string): 'declared' | 'used' | 'word' {
  switch (parent?.type) {
    case 'MemberExpression':
      return place === 'property' && !parent.computed ? 'word' : 'used'
    case 'Property':
      // In a pattern, `{ document }` declares the name. In an object, it uses the name.
      if (place === 'value') return parent.pattern ? 'declared' : 'used'
      return parent.computed ? 'used' : 'word'
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return place === 'value' || parent.computed ? 'used' : 'word'
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
      return place === 'id' || place === 'params' ? 'declared' : 'used'
    case 'ArrowFunctionExpression':
      return place === 'params' ? 'declared' : 'used'
    case 'AssignmentPattern':
      return place === 'left' ? 'declared' : 'used'
    case 'ArrayPattern':
    case 'RestElement':
    case 'CatchClause':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return 'declared'
    case 'ImportSpecifier':
      return place === 'local' ? 'declared' : 'word'
    case 'ExportSpecifier':
      return 'word'
    default:
      // Type names are checked by the compiler and do not exist at run time.
      return parent === undefined || (parent.type.startsWith('TS') && !tsValues.has(parent.type))
        ? 'word'
        : 'used'
  }
}

const tsValues = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

type Visit = (node: Node, parent: Node | undefined, place: string) => void

function walk(node: unknown, parent: Node | undefined, place: string, visit: Visit) {
  if (!isNode(node)) return
  visit(node, parent, place)
  for (const [key, value] of Object.entries(node)) {
    const child = node.type === 'ObjectPattern' && key === 'properties' ? asPatterns(value) : value
    if (Array.isArray(child)) for (const each of child) walk(each, node, key, visit)
    else walk(child, node, key, visit)
  }
}

const asPatterns = (properties: unknown): unknown =>
  Array.isArray(properties)
    ? properties.map(each => (isNode(each) && each.type === 'Property' ? { ...each, pattern: true } : each))
    : properties

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isNamed = (value: unknown): value is { name: string } =>
  isNode(value) && value.type === 'Identifier' && typeof value.name === 'string'

const isName = (value: unknown, ...names: string[]) => isNamed(value) && names.includes(value.name)

/** Whether the node is `import.meta.url` or `import.meta.glob`. */
const isImportMeta = (value: unknown, property: string) =>
  isNode(value) &&
  value.type === 'MemberExpression' &&
  isNode(value.object) &&
  value.object.type === 'MetaProperty' &&
  isName(value.property, property)

/** Returns the text of a string, or of a template without placeholders. */
function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value
  if (value.type !== 'TemplateLiteral' || !Array.isArray(value.quasis) || value.quasis.length !== 1)
    return undefined
  const [part] = value.quasis as { value: { cooked: string } }[]
  return part?.value.cooked
}
