import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { UploadItem } from './uploadItems.ts'

/** What is said of one upload: how far it is, or why it stands. */
export function useUploadWords(): (item: UploadItem) => string {
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
    return errorSentence(Object.assign(new Error('refused'), error), errors, format.time)
  }
}
