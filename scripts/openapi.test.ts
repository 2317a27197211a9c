import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('prints no error if the reader stops early', () => {
  const command = '"$0" scripts/openapi.ts | head -c 10'
  const { stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['{\n  "opena', ''])
})
