import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Subject.module.css'

const widths = ['80%', '63%', '46%', '69%', '52%']

/** Rows that are on their way, at most five. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.skeleton} aria-hidden>
      {widths.slice(0, rows).map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
