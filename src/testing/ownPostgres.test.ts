import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('leaves a process that failed its own exit code', () => {
  const file = JSON.stringify(join(import.meta.dirname, 'ownPostgres.ts'))
  const program = `const { ownPostgres } = await import(${file}); await (await ownPostgres()).end(); process.exitCode = 3`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([3, ''])
})
