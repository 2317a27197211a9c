import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importSheets } from './mantineSheets.ts'

const project = join(import.meta.dirname, '..')

const sheetsOf = (code: string) =>
  [...importSheets(code).matchAll(/import '@mantine\/(?:core\/styles\/)?([\w/]+)\.layer\.css';/g)].map(
    ([, name]) => name,
  )
const imports = (names: string, from = 'core') => `import { ${names} } from '@mantine/${from}'\n`

it('imports the sheets of the imported components and of those they consist of, these first', () => {
  expect(sheetsOf(imports('Button'))).toEqual(['UnstyledButton', 'Loader', 'Button'])
  const modal = sheetsOf(imports('Modal'))
  expect(modal).toEqual(expect.arrayContaining(['Paper', 'Overlay', 'CloseButton', 'ModalBase']))
  expect(modal.at(-1)).toBe('Modal')
})

it('uses the order of the package, whatever the order of the imports', () => {
  expect(sheetsOf(imports('Button, UnstyledButton, Text, Group'))).toEqual(
    sheetsOf(imports('Group, Text, UnstyledButton, Button')),
  )
})

it('leaves out the sheets of parts that are not used', () => {
  expect(sheetsOf(imports('Checkbox'))).not.toContain('CheckboxCard')
  expect(sheetsOf(`${imports('Checkbox')}const card = Checkbox.Card`)).toContain('CheckboxCard')
  expect(sheetsOf(imports('CheckboxCard'))).toContain('CheckboxCard')
  expect(sheetsOf(imports('Table'))).toEqual(['Table'])
})

it('imports the sheet of the calendar after those of the components it uses', () => {
  expect(sheetsOf(imports('DatePicker', 'dates'))).toEqual(['UnstyledButton', 'dates/styles'])
})

it('follows names that are imported under another name, and no types', () => {
  expect(sheetsOf(imports('type ButtonProps, Text as MantineText'))).toEqual(['Text'])
  expect(sheetsOf("import type { ButtonProps } from '@mantine/core'\n")).toEqual([])
  expect(sheetsOf(imports('createTheme, useCombobox'))).toEqual([])
})

it('reads imports on several lines, and keeps the number of lines', () => {
  const code = "import {\n  Group,\n  Stack,\n} from '@mantine/core'\nconst x = 1\n"
  expect(sheetsOf(code)).toEqual(['Group', 'Stack'])
  expect(importSheets(code).split('\n')).toHaveLength(code.split('\n').length)
  expect(importSheets(code).endsWith(code)).toBe(true)
})

it('fails for a name that the package does not export', () => {
  expect(() => importSheets(imports('Buton'))).toThrow('@mantine/core does not export Buton.')
})

it('finds a file for every sheet of the app', () => {
  const codes = globSync('src/**/*.{ts,tsx}', { cwd: project }).map(path =>
    readFileSync(join(project, path), 'utf8'),
  )
  const sheets = new Set(
    codes.flatMap(code =>
      [...importSheets(code).matchAll(/import '(@mantine\/[^']+\.css)';/g)].map(([, path = '']) => path),
    ),
  )
  expect(sheets.size).toBeGreaterThan(20)
  expect([...sheets].filter(path => !existsSync(join(project, 'node_modules', path)))).toEqual([])
})

it('understands every import of Mantine in the app', () => {
  const imports = globSync('src/**/*.{ts,tsx}', { cwd: project }).flatMap(path =>
    [
      ...readFileSync(join(project, path), 'utf8').matchAll(
        /^import[^'"]*['"]@mantine\/(?:core|dates)['"]/gm,
      ),
    ].map(([text]) => text),
  )
  expect(imports.length).toBeGreaterThan(100)
  expect(imports.filter(text => !/^import (?:type )?\{/.test(text))).toEqual([])
})
