import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './AccessGone.module.css'

/** Long enough (ms) to be read twice. */
const shown = 12_000

/** Says, over the page one was led to, why one is not where one was. */
export function AccessGone({ said, close }: { said: string; close: () => void }) {
  const t = useT('access')
  const end = useEffectEvent(close)
  useEffect(() => {
    const timer = setTimeout(end, shown)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.gone} role="alert">
      <p>{said}</p>
      <Button look="quiet" size="small" square aria-label={t('gone.close')} onClick={close}>
        <IconX aria-hidden />
      </Button>
    </div>
  )
}
