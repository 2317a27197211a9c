import { IconAlertTriangle, IconCheck, IconClock, IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import styles from './UploadPanel.module.css'
import { isStanding } from './uploadCounts.ts'
import type { UploadItem } from './uploadItems.ts'
import { useUploadWords } from './useUploadWords.ts'

const icons = {
  waiting: IconClock,
  sending: IconUpload,
  done: IconCheck,
  failed: IconAlertTriangle,
  uncertain: IconAlertTriangle,
  leaving: IconX,
}

type UploadRowProps = { item: UploadItem; retry: (id: string) => void; cancel: (id: string) => void }

/** One file or folder on its way: how far it is, and what can be done about it. */
export function UploadRow({ item, retry, cancel }: UploadRowProps) {
  const t = useT('uploads')
  const words = useUploadWords()
  const Icon = icons[item.state]
  const name = harmlessName(item.name)
  const said = isStanding(item) ? item.error?.said : undefined
  return (
    <li className={styles.row} data-state={item.state}>
      <Icon aria-hidden />
      <FileName name={item.name} />
      <span className={styles.state}>
        {words(item)}
        {said && <span className={styles.said}> {t('says', { said: harmlessName(said) })}</span>}
      </span>
      <span className={styles.buttons}>
        {isStanding(item) && (
          <Button size="small" aria-label={t('retryOne', { name })} onClick={() => retry(item.id)}>
            <IconRefresh aria-hidden />
            {t('retry')}
          </Button>
        )}
        {item.state !== 'done' && item.state !== 'leaving' && (
          <Button
            look="quiet"
            size="small"
            square
            aria-label={t('cancelOne', { name })}
            onClick={() => cancel(item.id)}
          >
            <IconX aria-hidden />
          </Button>
        )}
      </span>
    </li>
  )
}
