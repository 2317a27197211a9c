import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const top = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(top, path), 'utf8')
const findFiles = (...patterns: string[]) =>
  globSync(patterns, { cwd: top, exclude: name => name === 'node_modules' }).map(path =>
    path.replaceAll('\\', '/'),
  )
const documents = findFiles('*.md', 'docs/**/*.md', 'src/**/*.md').map(path => ({ path, text: read(path) }))

/** Returns all matches of the first group of a pattern in all documents, each with its document. */
const findInDocuments = (pattern: RegExp) =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, name = '']) => ({ document: path, name })),
  )

it('documents name files and folders that exist', () => {
  const files = findFiles('{src,e2e,scripts,public}/**/*.*', 'docs/**/*', '*.*').map(path => `/${path}`)
  const named = findInDocuments(/`([\w./-]+(?:\.(?:tsx?|css|json|c?js|grit)|\w\/))`/g)
  expect(named.length).toBeGreaterThan(100)
  // `data/` is the folder of a running server.
  const wrong = named.filter(({ name }) => name !== 'data/' && !files.some(file => file.includes(`/${name}`)))
  expect(wrong).toEqual([])
})

it('documents link to files that exist', () => {
  const links = findInDocuments(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ document, name }) => !existsSync(join(top, dirname(document), name)))).toEqual([])
})

it('documents name npm scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json'))
  expect(findInDocuments(/npm run ([\w:-]+)/g).filter(({ name }) => !(name in scripts))).toEqual([])
})

it('docs/decisions/README.md lists every decision record with its title', () => {
  const rows = read('docs/decisions/README.md').matchAll(/^\| \[(\d+)\]\(([\w-]+\.md)\) \| (.*) \|$/gm)
  const listed = [...rows].map(([, number, file, title]) => [
    `docs/decisions/${file}`,
    `# ${number} ${title}`,
  ])
  const records = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path))
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(records.map(({ path, text }) => [path, text.split('\n')[0]])),
  )
})
