import { Bar, BarChart, LabelList, XAxis, YAxis } from 'recharts'
import { useFormat } from '../../../i18n/useFormat.ts'
import type { PointBins } from './overviewModel.ts'

/** `width` and `height` are in px. */
type PointsChartProps = { bins: PointBins; width: number; height: number }

const axisText = { fill: 'var(--text-3)', fontSize: 'var(--text-xs)' }

export function PointsChart({ bins: { kind, step, bins }, width, height }: PointsChartProps) {
  const format = useFormat()
  const halfStep = step / 2
  const first = bins[0]?.from ?? 0
  const last = bins.at(-1)?.from ?? 0
  const end = Math.min(last + step, Number.MAX_VALUE)
  const bars = bins.map(bin => ({ at: kind === 'single' ? bin.from : bin.from + halfStep, count: bin.count }))
  // A single value is labelled below the middle of its bar, a range below its edges.
  const [domain, ticks] =
    kind === 'single'
      ? [[first - halfStep, last + halfStep], bins.map(bin => bin.from)]
      : [
          [first, end],
          [...bins.map(bin => bin.from), end],
        ]
  return (
    <BarChart
      width={width}
      height={height}
      data={bars}
      accessibilityLayer={false}
      barCategoryGap="14%"
      margin={{ top: 20, right: 12, bottom: 0, left: 12 }}
    >
      <XAxis
        dataKey="at"
        type="number"
        domain={domain}
        ticks={ticks}
        interval="equidistantPreserveStart"
        minTickGap={6}
        tickFormatter={format.number}
        tick={axisText}
        tickLine={kind === 'range'}
        stroke="var(--rule-strong)"
        height={28}
      />
      <YAxis hide domain={[0, 'dataMax']} />
      <Bar dataKey="count" fill="var(--funnel-3)" isAnimationActive={false} radius={[2, 2, 0, 0]}>
        <LabelList
          dataKey="count"
          position="top"
          fill="var(--text)"
          fontSize="var(--text-xs)"
          formatter={count => (typeof count === 'number' && count > 0 ? format.number(count) : '')}
        />
      </Bar>
    </BarChart>
  )
}
