import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../testing/testServer.ts'

it.runIf(process.platform === 'linux')(
  'drops lines that can’t be written above a limit, and writes again later',
  () => {
    const path = join(temporaryDirectory(), 'log')
    const script = `
      import { truncateSync } from 'node:fs'
      const { createLog } = await import(${JSON.stringify(join(import.meta.dirname, 'log.ts'))})
      const log = createLog()
      const write = event => log.info(event.padEnd(200))
      for (let count = 0; count < 5000; count += 1) write('early ' + count)
      truncateSync(process.argv[1])
      for (let count = 0; count < 3; count += 1) write('late ' + count)`
    // 256 blocks of 512 bytes.
    const shell = ['-c', 'ulimit -f 256 && exec "$0" --input-type=module -e "$1" "$2" 2>>"$2"']
    const { status } = spawnSync('/bin/sh', [...shell, process.execPath, script, path])
    const written = readFileSync(path, 'utf8')
    expect(status).toBe(0)
    expect(written).toContain('late 2')
    expect(written.length).toBeLessThan(70_000)
  },
)
