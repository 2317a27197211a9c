import { fileURLToPath } from 'node:url'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import babel from '@rolldown/plugin-babel'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { browserArguments, ensureBrowser } from '../../scripts/browser.ts'
import { ensurePeers } from './ensurePeers.ts'
import { median } from './median.ts'
import { markdownTable, record } from './results.ts'

/**
 * Mounts the timetable beside three calendars and a bare grid: same ten weeks, production builds, one fresh page per
 * sample, candidates in turn. Times are medians in milliseconds; on a noisy machine the ratios are what holds.
 */
const names = ['bare grid', 'staffroom', 'fullcalendar', 'react-big-calendar', 'schedule-x'] as const
const peers = names.slice(2)
type Sample = { mount: number; next: number; dom: number }
const rounds = Number(process.argv[2] ?? 15)

ensurePeers()
const root = fileURLToPath(new URL('timetable', import.meta.url))
const outDir = fileURLToPath(new URL('../../dist/bench-timetable', import.meta.url))
const shared = { root, configFile: false, logLevel: 'warn', build: { outDir, emptyOutDir: true } } as const
await build({ ...shared, plugins: [react(), babel({ presets: [reactCompilerPreset()] })] })
const server = await preview({ ...shared, preview: { port: 0, host: '127.0.0.1' } })
const address = server.resolvedUrls?.local[0] ?? ''

const executablePath = ensureBrowser()
const browser = await chromium.launch({ executablePath, args: browserArguments })
const samples = new Map(names.map(name => [name, { mount: [] as number[], next: [] as number[], dom: 0 }]))
try {
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round + names.length) % names.length] ?? 'bare grid'
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      await page.goto(`${address}?candidate=${encodeURIComponent(name)}`)
      const result = await page.evaluate<Sample>('window.result')
      await context.close()
      // The first round warms caches of browser and disk and is not counted.
      const sample = samples.get(name)
      if (round < 0 || !sample) continue
      sample.mount.push(result.mount)
      sample.next.push(result.next)
      sample.dom = result.dom
    }
  }
} finally {
  await browser.close()
  await server.close()
}

const figures = names.map(name => {
  const sample = samples.get(name) ?? { mount: [], next: [], dom: 0 }
  return { name, mount: median(sample.mount), next: median(sample.next), dom: sample.dom }
})
const of = (name: string) => figures.find(figure => figure.name === name) ?? { name, mount: Number.NaN, next: Number.NaN, dom: 0 }
const grid = of('bare grid')
const ours = of('staffroom')
const bestPeer = Math.min(...peers.map(name => of(name).mount))
const ratios = {
  'mount / bare grid': ours.mount / grid.mount,
  'mount / best peer': ours.mount / bestPeer,
  'next week / bare grid': ours.next / grid.next,
}
const table = markdownTable(
  ['', 'mount ms', '× grid', 'next week ms', '× grid', 'DOM'],
  figures.map(({ name, mount, next, dom }) => [
    name,
    mount.toFixed(1),
    (mount / grid.mount).toFixed(2),
    next.toFixed(1),
    (next / grid.next).toFixed(2),
    String(dom),
  ]),
)
console.log(table)
console.log(Object.entries(ratios).map(([name, ratio]) => `${name}: ${ratio.toFixed(2)}`).join('\n'))
record('timetable', { rounds, figures, ratios }, `${table}\n\nMedians of ${rounds} runs; mounting takes ${ratios['mount / best peer'].toFixed(2)} × the best peer.`)
