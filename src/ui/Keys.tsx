import styles from './Keys.module.css'

/** Keys as they are printed on a keyboard: `⌘K`, `?`. */
export function Keys({ children }: { children: string }) {
  return <kbd className={styles.keys}>{children}</kbd>
}
