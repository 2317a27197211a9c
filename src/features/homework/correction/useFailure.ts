import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Write } from '../../../outbox/Writes.ts'
import { keptFileOf } from './storedCorrection.ts'

/** Why a write of a correction stands still, as one sentence. `name`: the pupil's. */
export function useFailure(): (write: Write, name: string) => string {
  const t = useT('correction')
  const tErrors = useT('errors')
  const format = useFormat()
  return (write, name) => {
    const isFile = keptFileOf(write) !== undefined
    if (write.state === 'uncertain') {
      return isFile ? t('onWay.fileUncertain', { file: t('files.one') }) : t('onWay.uncertain', { name })
    }
    const said = write.error?.kind === 'tooLarge' ? write.error.said : undefined
    const reason = said ?? errorSentence(write.error && asError(write.error), tErrors, format.time)
    return isFile ? t('onWay.fileFailed', { reason }) : t('onWay.failed', { reason })
  }
}

/** A stored error is plain data; a sentence is made of the error itself. */
const asError = (error: NonNullable<Write['error']>): Error => Object.assign(new Error('refused'), error)
