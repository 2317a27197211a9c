import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FunnelBar } from '../../../ui/FunnelBar.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './HomeworkTable.module.css'
import type { FunnelState } from './useFunnels.ts'

const steps = ['seen', 'handedIn', 'corrected'] as const

/** The funnel of one homework as four cells of its row. Their places are kept while it is not known. */
export function FunnelCells({ funnel }: { funnel: FunnelState | undefined }) {
  const t = useT('homework')
  const format = useFormat()
  const known = funnel === 'failed' ? undefined : funnel
  const titleOf = (step: (typeof steps)[number]) => {
    if (funnel === 'failed') return t('funnelFailed')
    const without = step === 'handedIn' ? (known?.withoutHandIn ?? 0) : 0
    return without > 0 ? t('withoutHandIn', { count: format.number(without) }) : undefined
  }
  return (
    <>
      <td className={styles.funnel}>
        <FunnelBar parts={known?.bar ?? []} />
        {!known && (
          <VisuallyHidden>{funnel === 'failed' ? t('funnelFailed') : t('funnelWaits')}</VisuallyHidden>
        )}
      </td>
      {steps.map(step => (
        <td key={step} className={styles.number} title={titleOf(step)}>
          {known ? (
            <>
              <span className={styles.figure}>{format.number(known[step])}</span>
              <span className={styles.phrase}>{t(step, { count: format.number(known[step]) })}</span>
            </>
          ) : funnel === 'failed' ? (
            <span aria-hidden>–</span>
          ) : (
            <Skeleton width="1.25rem" />
          )}
        </td>
      ))}
    </>
  )
}
