import styles from './Day.module.css'

export function ClassBadge({ name }: { name: string }) {
  return name ? (
    <bdi className={styles.class} translate="no">
      {name}
    </bdi>
  ) : null
}
