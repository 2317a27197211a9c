import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isBuilt, markBuilding, markBuilt, stampOf } from './buildStamp.ts'

// Builds the app or the demo if an input has changed: node scripts/build.ts app | demo | site [--base /below/] [--out
// folder]
const root = join(import.meta.dirname, '..')
const targets = {
  app: { name: 'the app', mode: 'production', output: 'dist/app' },
  demo: { name: 'the demo', mode: 'demo', output: 'dist/demo' },
  site: { name: 'the demo for a static host', mode: 'demo', output: 'dist/site' },
}
const isTarget = (name: string | undefined): name is keyof typeof targets =>
  name !== undefined && name in targets

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string', default: '/' }, out: { type: 'string' } },
})
const [target] = positionals
if (!isTarget(target)) fail('Say what to build: app, demo or site.')
const { base } = values
if (!/^\/(?:[\w.~-]+\/)*$/.test(base)) {
  fail(`--base is "${base}", but it is a path with a slash at both ends, such as /staffroom/.`)
}
const { name, mode, output: usual } = targets[target]
const output = values.out ?? usual
const outputPath = join(root, output)
const stamp = stampOf(root, [mode, base])
if (isBuilt(outputPath, stamp)) {
  console.log(`Nothing changed since ${name} was built.`)
} else {
  console.log(`Building ${name}, which takes half a minute or so …`)
  const startedAt = performance.now()
  markBuilding(outputPath)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = ['build', '--mode', mode, '--base', base, '--outDir', output, '--logLevel', 'warn']
  const { status } = spawnSync(process.execPath, [vite, ...options], { cwd: root, stdio: 'inherit' })
  if (status !== 0) fail(`Building ${name} failed.`)
  // If a file changed during the build, the next start builds again.
  if (stampOf(root, [mode, base]) === stamp) markBuilt(outputPath, stamp)
  console.log(`Built ${name} in ${Math.round((performance.now() - startedAt) / 1000)} s.`)
}
if (target === 'site') {
  console.log(`${output} holds it: put what is in there on any static host, below ${base}.`)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
