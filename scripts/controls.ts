import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { recordsDirectory } from '../e2e/controls/recordControls.ts'
import { type Control, readRecords } from './controls/readRecords.ts'

// `npm run controls`: runs all journeys, and writes to docs/controls.md which controls the app has and which journey
// uses each. Fails if a control is not used. With arguments, only the journeys of these files run again, with `--again`
// none.
const document = 'docs/controls.md'
const given = process.argv.slice(2)

if (!given.includes('--again')) {
  if (given.length === 0) rmSync(recordsDirectory, { recursive: true, force: true })
  const { status } = spawnSync('playwright', ['test', '--reporter=dot', ...given], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, CONTROLS: '1' },
  })
  if (status !== 0) console.error('Some journeys failed: what they would have used is missing below.')
}

const controls = await readRecords(recordsDirectory)
const unused = controls.filter(({ usedBy, reason }) => usedBy.size === 0 && reason === undefined)
writeFileSync(document, list(controls))
for (const { place, control, metBy } of unused) console.log(`${place}: ${control}, met by ${metBy}`)
console.log(`${controls.length} controls, ${unused.length} used by no journey: ${document}`)
process.exitCode = unused.length === 0 ? 0 : 1

function list(all: readonly Control[]): string {
  const lines = [
    '# Controls and the journeys that use them',
    '',
    'Made by `npm run controls`. `{name}` stands for what is filled in, `.row` for the style of what is named by what it',
    'shows. A control is named with one of the journeys that use it, by its file. One of the same name and style that',
    'stands on several screens counts once; one that no journey ever brought on a screen is not in the list.',
    '',
    `${all.length} controls, ${unused.length} used by no journey.`,
  ]
  for (const place of new Set(all.map(each => each.place))) {
    lines.push('', `## ${place}`, '', '| Control | Journey |', '| --- | --- |')
    for (const { control, usedBy, reason } of all.filter(each => each.place === place)) {
      const [journey = reason ?? 'none'] = [...usedBy].sort((a, b) => a.length - b.length)
      lines.push(`| ${escaped(control)} | ${escaped(journey)} |`)
    }
  }
  return `${lines.join('\n')}\n`
}

function escaped(text: string): string {
  return text.replace(/[\\|<>*_`]/g, '\\$&')
}
