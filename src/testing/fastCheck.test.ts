import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseSeed } from './fastCheck.ts'

const file = JSON.stringify(join(import.meta.dirname, 'fastCheck.ts'))
const program = `const { fc } = await import(${file})
fc.assert(fc.property(fc.integer(), fc.integer(), (one, other) => one === other))`

/** Runs a failing property in a separate process. Returns what fast-check prints. */
function failureWith(environment: Record<string, string>): string {
  const { PATH = '' } = process.env
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { PATH, ...environment },
  })
  expect(status).toBe(1)
  return /\{ seed: .*\}\n.*/.exec(stderr)?.[0] ?? stderr
}

it('uses one fixed seed by default', () => {
  expect(failureWith({})).toBe(failureWith({}))
})

it('uses the seed of FAST_CHECK_SEED', () => {
  expect(failureWith({ FAST_CHECK_SEED: '-77' })).toMatch(/^\{ seed: -77,/)
})

it('uses a new seed in each run if FAST_CHECK_SEED is "random"', () => {
  expect(failureWith({ FAST_CHECK_SEED: 'random' })).not.toBe(failureWith({ FAST_CHECK_SEED: 'random' }))
})

it.each(['x', '1.5', 'Random'])('rejects %j as a seed', text => {
  expect(() => parseSeed(text)).toThrow('FAST_CHECK_SEED')
})
