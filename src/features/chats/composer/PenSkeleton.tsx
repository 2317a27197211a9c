import styles from './Composer.module.css'

/** The place of the pen while what was typed before is being opened. */
export function PenSkeleton() {
  return (
    <div className={styles.composer} aria-hidden>
      <div className={`${styles.pen} ${styles.unopened}`} />
      <p className={styles.audience} />
    </div>
  )
}
