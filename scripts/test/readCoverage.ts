import { existsSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { z } from 'zod'

const Lines = z.object({ lines: z.object({ total: z.number(), covered: z.number() }) })
const Summary = z.record(z.string(), Lines)

/** In percent of lines. */
export type Coverage = { all: number; least: readonly { file: string; percent: number }[] }

/** Reads Vitest's `json-summary`. Returns undefined without a report. Paths become relative to `folder`. */
export function readCoverage(report: string, folder: string, howMany = 10): Coverage | undefined {
  if (!existsSync(report)) return undefined
  const { total, ...files } = Summary.parse(JSON.parse(readFileSync(report, 'utf8')))
  if (!total) return undefined
  const least = Object.entries(files)
    // Files with only types have no lines.
    .filter(([, { lines }]) => lines.total > 0)
    .map(([path, lines]) => ({
      file: relative(folder, path).split(sep).join('/'),
      percent: percentOf(lines),
    }))
    .sort((a, b) => a.percent - b.percent || a.file.localeCompare(b.file))
    .slice(0, howMany)
  return { all: percentOf(total), least }
}

const percentOf = ({ lines: { total, covered } }: z.infer<typeof Lines>) =>
  total === 0 ? 100 : Math.round((1000 * covered) / total) / 10
