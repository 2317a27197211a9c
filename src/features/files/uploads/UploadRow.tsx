import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import { type Entry, isBlocked } from '../../../delivery/entries/Entry.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { useEntryState } from '../../unsent/EntryStatus.tsx'
import styles from './UploadPanel.module.css'

type UploadRowProps = { item: Entry; retry: () => void; cancel: () => void }

export function UploadRow({ item, retry, cancel }: UploadRowProps) {
  const t = useT('uploads')
  const format = useFormat()
  const describe = useEntryState()
  const { state, title, size = 0 } = item
  const name = sanitizeName(title)
  const isUndecided = isBlocked(item)
  const isSending = state === 'sending' && !item.error
  const PendingIcon = state === 'sending' ? IconUpload : IconClock
  const Icon = isUndecided ? IconAlertTriangle : state === 'done' ? IconCheck : PendingIcon
  return (
    <li className={styles.row} data-state={state}>
      <Icon aria-hidden />
      <FileName name={title} />
      <span className={styles.state}>
        {state === 'done'
          ? t('state.done')
          : isSending
            ? t('state.sending', { size: format.fileSize(size) })
            : describe(item)}
      </span>
      <span className={styles.buttons}>
        {isUndecided && (
          <Button
            size="sm"
            aria-label={t('retryOne', { name })}
            onClick={retry}
            leftSection={<IconRefresh aria-hidden />}
          >
            {t('retry')}
          </Button>
        )}
        {state !== 'done' && (
          <ActionIcon variant="subtle" size="sm" aria-label={t('cancelOne', { name })} onClick={cancel}>
            <IconX aria-hidden />
          </ActionIcon>
        )}
      </span>
    </li>
  )
}
