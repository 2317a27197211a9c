import { VisuallyHidden } from '@mantine/core'
import styles from './FileName.module.css'
import { sanitizeName, splitName } from './sanitizeName.ts'

const rightToLeft = /[\p{Script=Hebr}\p{Script=Arab}\p{Script=Syrc}\p{Script=Thaa}\p{Script=Nkoo}]/u
const maxUncutLength = 16

/**
 * Shows a file's name, isolated from the direction of the text around it, and cut in the middle if space is short. The
 * extension always comes last, whatever characters the name contains (rule 14).
 */
export function FileName({ name }: { name: string }) {
  const shown = sanitizeName(name)
  if (shown.length <= maxUncutLength && !rightToLeft.test(shown)) {
    return (
      <bdi translate="no" className={styles.name} title={shown}>
        {shown}
      </bdi>
    )
  }
  const { stem, end } = splitName(shown)
  return (
    <span className={styles.name} title={shown}>
      <VisuallyHidden translate="no">{shown}</VisuallyHidden>
      <bdi translate="no" className={styles.stem} aria-hidden>
        {stem}
      </bdi>
      <bdi translate="no" className={styles.end} dir="ltr" aria-hidden>
        {end}
      </bdi>
    </span>
  )
}
