import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import styles from './UploadPanel.module.css'
import { needsDecision, type UploadItem } from './uploadItems.ts'

const icons = {
  waiting: IconClock,
  sending: IconUpload,
  done: IconCheck,
  failed: IconAlertTriangle,
  uncertain: IconAlertTriangle,
  cancelling: IconX,
}

type UploadRowProps = { item: UploadItem; retry: (id: string) => void; cancel: (id: string) => void }

export function UploadRow({ item, retry, cancel }: UploadRowProps) {
  const t = useT('uploads')
  const getStateText = useStateText()
  const Icon = icons[item.state]
  const name = sanitizeName(item.name)
  const isUndecided = needsDecision(item)
  const serviceMessage = isUndecided ? item.error?.serviceMessage : undefined
  return (
    <li className={styles.row} data-state={item.state}>
      <Icon aria-hidden />
      <FileName name={item.name} />
      <span className={styles.state}>
        {getStateText(item)}
        {serviceMessage && (
          <span className={styles.serviceMessage}> {t('says', { said: sanitizeName(serviceMessage) })}</span>
        )}
      </span>
      <span className={styles.buttons}>
        {isUndecided && (
          <Button
            size="sm"
            aria-label={t('retryOne', { name })}
            onClick={() => retry(item.id)}
            leftSection={<IconRefresh aria-hidden />}
          >
            {t('retry')}
          </Button>
        )}
        {item.state !== 'done' && item.state !== 'cancelling' && (
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('cancelOne', { name })}
            onClick={() => cancel(item.id)}
          >
            <IconX aria-hidden />
          </ActionIcon>
        )}
      </span>
    </li>
  )
}

function useStateText(): (item: UploadItem) => string {
  const t = useT('uploads')
  const errors = useT('errors')
  const format = useFormat()
  return ({ state, error, isFolder, size, upload }) => {
    switch (state) {
      case 'done':
        return isFolder ? t('state.made') : t('state.done')
      case 'cancelling':
        return t('state.leaving')
      case 'uncertain':
        return t('state.uncertain')
      case 'sending':
        if (upload?.error && upload.state === 'waiting') return describeWaiting(error)
        return isFolder ? t('state.making') : t('state.sending', { size: format.fileSize(size) })
      case 'waiting':
        return describeWaiting(error)
      case 'failed':
        return describeFailure(error)
    }
  }

  function describeWaiting(error: UploadItem['error']): string {
    if (error?.kind === 'offline') return t('state.offline')
    if (error?.kind === 'busy' && error.retryAt !== undefined) {
      return t('state.busy', { time: format.time(error.retryAt) })
    }
    return t('state.waiting')
  }

  function describeFailure(error: UploadItem['error']): string {
    if (!error) return t('state.failed')
    if (error.status === 507) return t('why.full')
    if (error.kind === 'tooLarge') return t('why.tooLarge')
    if (error.kind === 'unsupported') return t('why.unsupported')
    if (error.kind === 'notFound') return error.fields.file ? t('why.gone') : t('why.noFolder')
    return formatError(error, errors, format.time)
  }
}
