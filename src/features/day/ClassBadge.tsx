import styles from './Day.module.css'

/** A long name is truncated. Its tooltip shows the whole name. */
export function ClassBadge({ name }: { name: string }) {
  return name ? (
    <bdi className={styles.class} translate="no" title={name}>
      {name}
    </bdi>
  ) : null
}
