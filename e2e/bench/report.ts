import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const documentPath = 'docs/benchmarks.md'

/** Replaces the report of a benchmark in docs/benchmarks.md, if the page has a section for it. */
export function writeReport(name: string, report: string): void {
  const path = join(root, documentPath)
  const text = readFileSync(path, 'utf8')
  const begin = `<!-- bench:${name} -->\n`
  const start = text.indexOf(begin)
  const end = text.indexOf(`<!-- /bench:${name} -->`)
  if (start < 0 || end < start) return
  writeFileSync(path, `${text.slice(0, start + begin.length)}${report}\n${text.slice(end)}`)
}

/** Returns the current commit, and whether files differ from it. Benchmarks change their document themselves. */
export function describeCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const changes = git('status', '--porcelain', '--', '.', `:!${documentPath}`)
  return `Commit ${git('rev-parse', '--short=8', 'HEAD')}${changes === '' ? '' : ' with local changes'}`
}

/** Returns a Markdown table. The first column is text, the others are right-aligned figures. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map(cell => (typeof cell === 'number' ? formatNumber(cell) : cell)).join(' | ')} |`
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n')
}

/** Returns the number with at least two digits. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (Number.isInteger(value) || value >= 10) return value.toFixed(0)
  return value.toFixed(value >= 1 ? 1 : 2)
}

export const formatRatio = (value: number, base: number): string => `${(value / base).toFixed(2)} ×`

export const withRatio = (value: number, base: number): string =>
  `${formatNumber(value)} (${formatRatio(value, base)})`
