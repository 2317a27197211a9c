import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('.', import.meta.url)

/** Writes the table of a benchmark between its markers in docs/benchmarks.md, and its figures to `results/` as JSON. */
export function record(name: string, figures: unknown, table: string) {
  writeFileSync(new URL(`results/${name}.json`, folder), `${JSON.stringify(figures, null, 2)}\n`)
  const document = fileURLToPath(new URL('../../docs/benchmarks.md', folder))
  const text = readFileSync(document, 'utf8')
  const begin = `<!-- bench:${name} -->`
  const end = `<!-- /bench:${name} -->`
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md has no section ${begin} … ${end}`)
  writeFileSync(document, `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`)
}

/** Returns a Markdown table. The first column is text, the others are right-aligned figures. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(head),
    `|---|${head
      .slice(1)
      .map(() => '---:|')
      .join('')}`,
    ...rows.map(line),
  ].join('\n')
}
