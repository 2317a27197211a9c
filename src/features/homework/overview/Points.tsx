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

// The chart library is most of the overview's code. Load it only if there are points.
const PointsChart = lazy(() =>
  loadChunk(async () => ({ default: (await import('./PointsChart.tsx')).PointsChart })),
)

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
        <ChartErrorBoundary
          fallback={
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
        </ChartErrorBoundary>
      )}
    </section>
  )
}

type ChartErrorBoundaryProps = { fallback: ReactNode; children: ReactNode }

class ChartErrorBoundary extends Component<ChartErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

function PointsTable({ bins: { bins } }: { bins: PointBins }) {
  const t = useT('overview')
  const format = useFormat()
  const formatRange = ({ from, to, includesTo }: PointBin) => {
    if (from === to) return format.number(from)
    return t(includesTo ? 'points.upTo' : 'points.under', {
      from: format.number(from),
      to: format.number(to),
    })
  }
  return (
    <DataTable
      label={t('points.table')}
      isLabelVisible
      density="compact"
      maw="24rem"
      mt="lg"
      columns={[
        { key: 'points', header: t('points.axis'), isRowHeader: true, cell: formatRange },
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
