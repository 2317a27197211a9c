import { Box, VisuallyHidden } from '@mantine/core'
import { IconChartHistogram } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DataTable } from '../../../ui/list/DataTable.tsx'
import styles from './Overview.module.css'
import type { OverviewModel, PointBin, PointBins } from './overviewModel.ts'

const maxLabels = 12

export function Points({ model, action }: { model: OverviewModel; action: ReactNode }) {
  const t = useT('overview')
  const { bins, withPoints, withoutPoints } = model
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
        <>
          <PointsChart bins={bins} />
          <VisuallyHidden>
            <PointsTable bins={bins} />
          </VisuallyHidden>
        </>
      )}
    </section>
  )
}

/** A row of bars, with the number of pupils above each. */
function PointsChart({ bins: { kind, bins } }: { bins: PointBins }) {
  const format = useFormat()
  const highest = Math.max(...bins.map(({ count }) => count))
  // On a phone, numbers below narrow bars would overlap.
  const labelled = Math.ceil(bins.length / maxLabels)
  return (
    <div className={styles.chart} data-kind={kind} aria-hidden>
      {bins.map(({ from, count }, index) => (
        <div key={from}>
          <span>{count > 0 && format.number(count)}</span>
          <div style={{ '--share': count / highest } as CSSProperties} />
          <span>{index % labelled === 0 && format.number(from)}</span>
        </div>
      ))}
    </div>
  )
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
