import { Box, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconChartHistogram } from '@tabler/icons-react'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { loadChunk } from '../../../lib/loadChunk.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { DataTable } from '../../../ui/list/DataTable.tsx'
import styles from './Overview.module.css'
import type { OverviewModel, PointBin, PointBins } from './overviewModel.ts'

/** The chart library is most of the overview's code, so it is loaded only if there are points. */
const PointsChart = lazy(() =>
  loadChunk(async () => ({ default: (await import('./PointsChart.tsx')).PointsChart })),
)

/** Points of the class, as a chart and as a table. `action` is at the end of the heading. */
export function Points({ model, action }: { model: OverviewModel; action: ReactNode }) {
  const t = useT('overview')
  const { bins, withPoints, withoutPoints } = model
  // recharts' own container logs a warning while its size is 0.
  const { ref, width, height } = useElementSize()
  const table = <PointsTable bins={bins} />
  return (
    <section aria-labelledby="overview-points" className={styles.points}>
      <header>
        <h2 id="overview-points" className={styles.heading}>
          {t('points.title')}{' '}
          <span>
            {withPoints > 0 && t('points.lead', { count: String(withPoints), without: withoutPoints })}
          </span>
        </h2>
        {action}
      </header>
      {withPoints === 0 ? (
        <Box py="xl">
          <EmptyState icon={<IconChartHistogram aria-hidden />} title={t('points.noneTitle')}>
            {t('points.noneLead')}
          </EmptyState>
        </Box>
      ) : (
        <WithoutChart
          instead={
            <>
              <Notice tone="warn">{t('points.failed')}</Notice>
              {table}
            </>
          }
        >
          <div ref={ref} className={styles.chart} aria-hidden>
            <Suspense fallback={null}>
              {width > 0 && <PointsChart bins={bins} width={Math.floor(width)} height={Math.floor(height)} />}
            </Suspense>
          </div>
          <VisuallyHidden>{table}</VisuallyHidden>
        </WithoutChart>
      )}
    </section>
  )
}

/** Error boundary. If the chart can't be loaded, only the chart is replaced by `instead`. */
class WithoutChart extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}

/** Numbers of the chart, for screen readers and for everyone if the chart can't be loaded. */
function PointsTable({ bins: { bins } }: { bins: PointBins }) {
  const t = useT('overview')
  const format = useFormat()
  const range = ({ from, to, closed }: PointBin) => {
    if (from === to) return format.number(from)
    return t(closed ? 'points.upTo' : 'points.under', { from: format.number(from), to: format.number(to) })
  }
  return (
    <DataTable
      label={t('points.table')}
      isLabelVisible
      density="compact"
      maw="24rem"
      mt="lg"
      columns={[
        { key: 'points', header: t('points.axis'), isRowHeader: true, cell: range },
        {
          key: 'pupils',
          header: t('points.pupils'),
          align: 'right',
          cell: bin => format.number(bin.count),
        },
      ]}
      rows={bins}
      getKey={bin => bin.from}
    />
  )
}
