import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import styles from './UploadPanel.module.css'
import { isStanding, type UploadItem } from './uploadItems.ts'

const icons = {
  waiting: IconClock,
  sending: IconUpload,
  done: IconCheck,
  failed: IconAlertTriangle,
  uncertain: IconAlertTriangle,
  leaving: IconX,
}

type UploadRowProps = { item: UploadItem; retry: (id: string) => void; cancel: (id: string) => void }

/** A file or folder of an upload, with its state and actions. */
export function UploadRow({ item, retry, cancel }: UploadRowProps) {
  const t = useT('uploads')
  const words = useUploadWords()
  const Icon = icons[item.state]
  const name = sanitizeName(item.name)
  const said = isStanding(item) ? item.error?.said : undefined
  return (
    <li className={styles.row} data-state={item.state}>
      <Icon aria-hidden />
      <FileName name={item.name} />
      <span className={styles.state}>
        {words(item)}
        {said && <span className={styles.said}> {t('says', { said: sanitizeName(said) })}</span>}
      </span>
      <span className={styles.buttons}>
        {isStanding(item) && (
          <Button
            size="sm"
            aria-label={t('retryOne', { name })}
            onClick={() => retry(item.id)}
            leftSection={<IconRefresh aria-hidden />}
          >
            {t('retry')}
          </Button>
        )}
        {item.state !== 'done' && item.state !== 'leaving' && (
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

/** Returns the state of an upload in words, or the reason why it failed. */
function useUploadWords(): (item: UploadItem) => string {
  const t = useT('uploads')
  const errors = useT('errors')
  const format = useFormat()
  return ({ state, error, isFolder, size, upload }) => {
    switch (state) {
      case 'done':
        return isFolder ? t('state.made') : t('state.done')
      case 'leaving':
        return t('state.leaving')
      case 'uncertain':
        return t('state.uncertain')
      case 'sending':
        if (upload?.error && upload.state === 'waiting') return waiting(error)
        return isFolder ? t('state.making') : t('state.sending', { size: format.fileSize(size) })
      case 'waiting':
        return waiting(error)
      case 'failed':
        return failed(error)
    }
  }

  function waiting(error: UploadItem['error']): string {
    if (error?.kind === 'offline') return t('state.offline')
    if (error?.kind === 'busy' && error.retryAt !== undefined) {
      return t('state.busy', { time: format.time(error.retryAt) })
    }
    return t('state.waiting')
  }

  function failed(error: UploadItem['error']): string {
    if (!error) return t('state.failed')
    if (error.status === 507) return t('why.full')
    if (error.kind === 'tooLarge') return t('why.tooLarge')
    if (error.kind === 'unsupported') return t('why.unsupported')
    if (error.kind === 'notFound') return error.fields.file ? t('why.gone') : t('why.noFolder')
    return formatError(Object.assign(new Error('refused'), error), errors, format.time)
  }
}
