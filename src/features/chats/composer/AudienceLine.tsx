import { IconEye } from '@tabler/icons-react'
import styles from './Composer.module.css'

/** Who will see what is written. */
export function AudienceLine({ sentence }: { sentence: string }) {
  return (
    <p className={styles.audience}>
      <IconEye aria-hidden />
      <span>{sentence}</span>
    </p>
  )
}
