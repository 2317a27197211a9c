import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importSingleIcons } from './singleIcons.ts'

const project = join(import.meta.dirname, '..')
const folder = '@tabler/icons-react/dist/esm/icons'

it('imports each icon from its own file, and keeps the number of lines', () => {
  const code =
    "import {\n  IconA,\n  IconB as B,\n  type Icon,\n} from '@tabler/icons-react'\nimport { c } from './c.ts'"
  expect(importSingleIcons(code)).toBe(
    `import IconA from '${folder}/IconA.mjs';import B from '${folder}/IconB.mjs'\n\n\n\n\nimport { c } from './c.ts'`,
  )
})

it('finds a file for every icon of the app, with no other import of the package', () => {
  const codes = globSync('src/**/*.{ts,tsx}', { cwd: project })
    .map(path => readFileSync(join(project, path), 'utf8'))
    .filter(code => code.includes("from '@tabler/icons-react'") && !/^import type .*icons-react'/m.test(code))
    .map(importSingleIcons)
  expect(codes.length).toBeGreaterThan(50)
  const files = codes.flatMap(code =>
    [...code.matchAll(/'(@tabler\/icons-react[^']*)'/g)].map(([, file = '']) => file),
  )
  expect(files.filter(file => !existsSync(join(project, 'node_modules', file)))).toEqual([])
  expect(files.filter(file => !file.startsWith(`${folder}/`))).toEqual([])
})
