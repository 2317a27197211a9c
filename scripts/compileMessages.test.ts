import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { compileMessages } from './compileMessages.ts'

it('compiles the texts of every language in src/i18n', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'staffroom-texts-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const { load } = compileMessages()
  if (typeof load !== 'function') throw new Error('the plugin has no load function')
  for (const language of ['en', 'fr']) {
    const folder = join(directory, 'src/i18n', language)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'shell.ts'), "export const shell = { hello: '{name}!' }\n")
    const result = await Reflect.apply(load, undefined, [join(folder, 'shell.ts')])
    expect(result).toMatchObject({ code: 'export const shell = {"hello":[["name"],"!"]}' })
  }
})
