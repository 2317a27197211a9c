import styles from './Keys.module.css'

/** Keys as they are printed on a keyboard: `⌘K`, `?`. `hidden` where `aria-keyshortcuts` tells them. */
export function Keys({ children, hidden }: { children: string; hidden?: boolean }) {
  return (
    <kbd className={styles.keys} aria-hidden={hidden}>
      {children}
    </kbd>
  )
}
