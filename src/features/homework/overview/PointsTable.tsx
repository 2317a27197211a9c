import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { PointBin, PointBins } from './pointBins.ts'

/** The numbers of the chart, for who can't see it, and for everybody where it can't be drawn. */
export function PointsTable({ bins: { bins } }: { bins: PointBins }) {
  const t = useT('overview')
  const format = useFormat()
  const range = ({ from, to, closed }: PointBin) => {
    if (from === to) return format.number(from)
    return t(closed ? 'points.upTo' : 'points.under', { from: format.number(from), to: format.number(to) })
  }
  return (
    <table>
      <caption>{t('points.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('points.axis')}</th>
          <th scope="col">{t('points.pupils')}</th>
        </tr>
      </thead>
      <tbody>
        {bins.map(bin => (
          <tr key={bin.from}>
            <th scope="row">{range(bin)}</th>
            <td>{format.number(bin.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
