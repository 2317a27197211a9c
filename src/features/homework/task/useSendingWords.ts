import { useSyncExternalStore } from 'react'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Write } from '../../../outbox/Writes.ts'
import { handInWrite } from './handInWrite.ts'
import { HandInSeen } from './judgeHandIn.ts'

/** One sentence for how far a write is, as its pupil reads it. */
export function useSendingWords(): (write: Write) => string {
  const t = useT('task')
  const tErrors = useT('errors')
  const format = useFormat()
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine)
  return ({ kind, state, error, theirs }) => {
    switch (state) {
      case 'waiting':
        if (!online || error?.kind === 'offline') return t('sending.offline')
        if (error?.kind === 'signedOut') return t('sending.signedOut')
        return t(error?.kind === 'busy' ? 'sending.busy' : 'sending.waiting')
      case 'sending':
        // With an error its answer was lost: it is being looked for.
        return t(error ? 'sending.checking' : 'sending.sending')
      case 'done':
        return t('sending.sending')
      case 'uncertain':
        return t('sending.uncertain')
      case 'conflict': {
        const empty = HandInSeen.safeParse(theirs).data?.comment.trim() === ''
        return t(empty ? 'sending.conflictEmpty' : 'sending.conflict')
      }
      case 'failed': {
        const reason = () => {
          if (error?.kind === 'tooLarge') return t('sending.tooLarge')
          if (error?.fields.file !== undefined && error.kind === 'notFound') return t('sending.gone')
          // The one thing the service refuses an open hand-in for (api.md § States).
          if (error?.kind === 'conflict') return t('sending.corrected')
          return errorSentence(error && asError(error), tErrors, format.time)
        }
        return t(kind === handInWrite.name ? 'sending.failed' : 'sending.fileFailed', { reason: reason() })
      }
    }
  }
}

/** A stored error is plain data; a sentence is made of the error itself. */
const asError = (error: NonNullable<Write['error']>): Error => Object.assign(new Error('refused'), error)

function followNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
