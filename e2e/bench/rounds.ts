import { withRatio } from './report.ts'

/** Arguments of the command line. */
export type BenchOptions = {
  /** By default, rounds are repeated for about two minutes. */
  rounds: number | undefined
  pages: number
  processes: number
  seconds: number
  events: boolean
  heic: string | undefined
}

/** Time from the start of the process until which rounds are repeated by default, in ms. */
const defaultEnd = 165_000
const maxRounds = 9

/** Cases of the same group are compared with its first one. */
type Case = { name: string; group?: string }

type RoundsOptions<C extends Case, Key extends string> = {
  cases: readonly C[]
  /** By default as many as fit in the time, 1 to 9. */
  rounds: number | undefined
  /** When the rounds end by default, in ms since the start of the process. */
  end?: number
  /** Measures that are printed after each sample. */
  printed: readonly NoInfer<Key>[]
  /** Measures whose maximum counts instead of the median. */
  maxima?: readonly NoInfer<Key>[]
  /** Whether a first round only warms the caches of browser and disk. */
  warmsUp?: boolean
  /** Measures a case. `round` is -1 for warming up. */
  take: (benchCase: C, round: number) => Promise<Partial<Record<Key, number>>>
}

/** Measures all cases in turn, in several rounds. Returns the medians by case, and a phrase with their number. */
export async function runRounds<C extends Case, Key extends string>(options: RoundsOptions<C, Key>) {
  const { cases, end = defaultEnd, printed, maxima = [], warmsUp = true, take } = options
  const measured = cases.map(benchCase => ({ benchCase, samples: [] as Partial<Record<Key, number>>[] }))
  const combine = ({ benchCase, samples }: (typeof measured)[number]) => {
    const keys = [...new Set(samples.flatMap(sample => Object.keys(sample) as Key[]))]
    const combineKey = (key: Key) => {
      const values = samples.flatMap(sample => sample[key] ?? [])
      return maxima.includes(key) ? Math.max(...values) : median(values)
    }
    const figures = Object.fromEntries(keys.map(key => [key, combineKey(key)])) as Record<Key, number>
    return { ...benchCase, ...figures }
  }
  let isLast = false
  let rounds = 0
  for (let round = warmsUp ? -1 : 0; !isLast; round += 1) {
    const startedAt = performance.now()
    for (let turn = 0; turn < cases.length; turn += 1) {
      const one = measured[(turn + round + cases.length) % cases.length]
      if (!one) continue
      const { benchCase, samples } = one
      const sample = await take(benchCase, round)
      if (round < 0) continue
      samples.push(sample)
      const base = combine(measured.find(other => other.benchCase.group === benchCase.group) ?? one)
      const row = combine(one)
      const figures = printed.map(key => `${key} ${withRatio(row[key], base[key])}`)
      console.log(
        `${round + 1}. ${[benchCase.name, benchCase.group ?? []].flat().join(', ')}: ${figures.join(', ')}`,
      )
    }
    rounds = round + 1
    const now = performance.now()
    const isTimeOver = rounds === maxRounds || now + (now - startedAt) > end
    isLast = rounds > 0 && (options.rounds === undefined ? isTimeOver : rounds >= options.rounds)
  }
  const medians = rounds === 1 ? 'of one round' : `medians of ${rounds} rounds`
  return { medians, rows: measured.map(combine) }
}

/** Returns the median. For an even number of values it is the mean of the two middle ones. */
export function median(sample: readonly number[]): number {
  const sorted = sample.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  const high = sorted[Math.floor(middle)] ?? Number.NaN
  return (low + high) / 2
}

/** Returns the row of a case. Throws if it was not measured. */
export function findRow<Row extends { name: string }>(rows: readonly Row[], name: string): Row {
  const row = rows.find(candidate => candidate.name === name)
  if (!row) throw new Error(`${name} was not measured`)
  return row
}
