import styles from './Skeleton.module.css'

type SkeletonProps = { width: string; height?: string }

/** A line of what is still loading, in the size it will have. Silent: the screen says once that it loads. */
export function Skeleton({ width, height = '0.75rem' }: SkeletonProps) {
  return <span aria-hidden className={styles.skeleton} style={{ width, height }} />
}
