import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../testing/testServer.ts'
import { createDiskCheck } from './diskCheck.ts'

function createCheckOfSmallDisk() {
  const directory = temporaryDirectory()
  let now = 1_000_000
  let writes = 0
  const disk = createDiskCheck(directory, { clock: () => now, enoughSpace: Number.POSITIVE_INFINITY })
  const check = async () => {
    await disk.check(async () => {
      writes += 1
    })
    return writes
  }
  const advance = (ms: number) => {
    now += ms
  }
  return { directory, check, notice: disk.recordError, advance }
}

it('writes every 5 s on low space, and always after a failure', async () => {
  const { check, notice, advance } = createCheckOfSmallDisk()
  expect([await check(), await check()]).toEqual([1, 1])
  advance(4999)
  expect(await check()).toBe(1)
  advance(1)
  expect([await check(), await check()]).toEqual([2, 2])
  notice(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
  expect([await check(), await check()]).toEqual([3, 3])
})

it('writes again right after a check that failed', async () => {
  const { directory, check } = createCheckOfSmallDisk()
  const obstacle = join(directory, 'write-check')
  mkdirSync(obstacle)
  for (const _ of [1, 2]) await expect(check()).rejects.toThrow()
  rmSync(obstacle, { recursive: true })
  expect([await check(), await check()]).toEqual([1, 1])
})

it('leaves no file, also after a crash during an earlier check', async () => {
  const { directory, check } = createCheckOfSmallDisk()
  writeFileSync(join(directory, 'write-check'), 'unfinished')
  await check()
  expect(readdirSync(directory)).toEqual([])
})
