import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { SendingMessage } from './useSendingMessages.ts'

/** Why a message was not sent, as one sentence. */
export function useSendingError(): (message: Pick<SendingMessage, 'error' | 'fileRefused'>) => string {
  const t = useT('composer')
  const errors = useT('errors')
  const format = useFormat()
  return ({ error, fileRefused }) => {
    if (!error || error.kind === 'offline') return t('sending.noAnswer')
    if (error.kind === 'notFound') return t(error.fields.file ? 'sending.fileGone' : 'sending.chatGone')
    if (error.fields.with_files) return t('sending.filesGone')
    if (fileRefused) {
      if (error.kind === 'tooLarge') return t('sending.fileTooLarge')
      if (error.status === 415) return t('sending.fileKind')
      if (error.kind === 'unsupported') return t('sending.filesUnsupported')
    }
    const reason = errorSentence(Object.assign(new Error('refused'), error), errors, format.time)
    return t(fileRefused ? 'sending.fileFailed' : 'sending.failed', { reason })
  }
}
