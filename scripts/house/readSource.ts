import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import { mustBePortable } from './importTable.ts'

/** How a file imports another: at its start, when it gets there, for its types only, or as an address (`new URL`). */
export type ImportKind = 'static' | 'lazy' | 'type' | 'address'
export type Import = { specifier: string; kind: ImportKind }

export type Source = {
  /** Below `src/`, with slashes. */
  path: string
  imports: Import[]
  /** What loads something this check can't follow: `import(name)`, `import.meta.glob`, `require`. */
  unreadable: string[]
  /** Names that the file uses and does not declare. Read only from files that must be portable: no other rule needs them. */
  globals: string[]
  defaultExport: boolean
  lines: number
}

/** Reads what the rules need to know about a file. Throws if the file can't be parsed, because no rule is checked then. */
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
 * Returns the names that the file uses and declares nowhere. Scopes are ignored: a local variable `document` hides the
 * global in the whole file, so the check may miss a use but never reports a wrong one.
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

/** What an identifier is by its place in its parent: a declaration, a use, or only a word (a property's name). */
function roleOf(parent: Node | undefined, place: string): 'declared' | 'used' | 'word' {
  switch (parent?.type) {
    case 'MemberExpression':
      return place === 'property' && !parent.computed ? 'word' : 'used'
    case 'Property':
      // In a pattern `{ document }` the value declares; in an object `{ document }` it is used.
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
      // Names of types are checked by the compiler, and gone when the program runs.
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

/** `import.meta.url`, `import.meta.glob`. */
const isImportMeta = (value: unknown, property: string) =>
  isNode(value) &&
  value.type === 'MemberExpression' &&
  isNode(value.object) &&
  value.object.type === 'MetaProperty' &&
  isName(value.property, property)

/** The text of a string, or of a template without holes. */
function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value
  if (value.type !== 'TemplateLiteral' || !Array.isArray(value.quasis) || value.quasis.length !== 1)
    return undefined
  const [part] = value.quasis as { value: { cooked: string } }[]
  return part?.value.cooked
}
