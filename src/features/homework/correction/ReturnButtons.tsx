import { Button, Kbd } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import { commandKey } from '../../../ui/focus/useShortcuts.ts'
import styles from './CorrectionPanel.module.css'
import type { ReturnTo } from './useReturn.ts'

type ReturnButtonsProps = {
  name: string
  /** The pupil may hand in again until it is returned. */
  stillOpen: boolean
  returning: boolean
  onReturn: (to: ReturnTo) => void
}

/** What returning means, and returning. */
export function ReturnButtons({ name, stillOpen, returning, onReturn }: ReturnButtonsProps) {
  const t = useT('correction')
  return (
    <footer className={styles.foot}>
      {stillOpen && (
        <p className={styles.before}>
          <IconInfoCircle aria-hidden />
          <span>{t('stillOpen', { name })}</span>
        </p>
      )}
      <div className={styles.go}>
        <Button
          variant="filled"
          className={styles.big}
          aria-disabled={returning || undefined}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={() => onReturn('next')}
        >
          {returning ? t('returning') : t('returnNext')}
          <Kbd aria-hidden>{`${commandKey}⏎`}</Kbd>
        </Button>
      </div>
      <p className={styles.after}>{t('nothingBefore', { name })}</p>
      <Button
        variant="subtle"
        size="sm"
        className={styles.stay}
        aria-disabled={returning || undefined}
        aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
        onClick={() => onReturn('stay')}
      >
        {t('returnStay')}
      </Button>
    </footer>
  )
}
