import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { recordsDirectory } from '../e2e/support/controls/recordControls.ts'
import { type Control, readRecords } from './controls/readRecords.ts'

// `npm run controls`: runs all journeys, and reports which journeys use which controls. Fails if a control is not
// used. With arguments, only these files run again. With `--again`, the report uses the last run.
const report = 'test-results/controls.md'
const args = process.argv.slice(2)

if (!args.includes('--again')) {
  if (args.length === 0) rmSync(recordsDirectory, { recursive: true, force: true })
  const { status } = spawnSync('playwright', ['test', '--reporter=dot', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, CONTROLS: '1' },
  })
  if (status !== 0) console.error('Some journeys failed. Controls that only these use are listed as unused.')
}

const controls = await readRecords(recordsDirectory)
const unused = controls.filter(({ usedBy, reason }) => usedBy.size === 0 && reason === undefined)
mkdirSync(dirname(report), { recursive: true })
writeFileSync(report, list(controls))
for (const { place, control, seenBy } of unused) console.log(`${place}: ${control}, met by ${seenBy}`)
console.log(`${controls.length} controls, ${unused.length} used by no journey: ${report}`)
process.exitCode = unused.length === 0 ? 0 : 1

function list(all: readonly Control[]): string {
  const lines = [
    '# Controls and the journeys that use them',
    '',
    'Written by `npm run controls`. `{name}` is a placeholder, and `.row` the style of a control named by its content.',
    'Each control is listed with one journey that uses it. Controls with the same name and style on several screens',
    'count once. A control that no journey displays is not listed.',
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
