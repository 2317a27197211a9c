import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/client/ApiError.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { CreationState } from './createChat.ts'

export const getNameError = (creationState: CreationState): string | undefined =>
  creationState.kind === 'form' && creationState.error instanceof ApiError
    ? creationState.error.fields.name
    : undefined

export function CreatingNotice({ creationState }: { creationState: CreationState }) {
  const t = useT('newChat')
  const tErrors = useT('errors')
  const format = useFormat()
  const { kind } = creationState
  if (kind === 'sending') return <SlowNotice />
  if (kind === 'checking') return <Notice role="status">{t('checking')}</Notice>
  if (kind === 'notApplied' || kind === 'uncertain' || kind === 'notStored') {
    return (
      <Notice tone="warn" role="alert">
        {t(kind)}
      </Notice>
    )
  }
  if (kind !== 'form' || creationState.error === undefined || getNameError(creationState)) return null
  const { error } = creationState
  const serviceMessage =
    error instanceof ApiError && error.kind === 'invalid' ? error.serviceMessage : undefined
  return (
    <Notice tone="danger" role="alert">
      {t('failed')}{' '}
      {serviceMessage ? t('refused', { said: serviceMessage }) : formatError(error, tErrors, format.time)}
    </Notice>
  )
}

/** Delay of the notice, in ms. */
const noticeDelay = 1500

function SlowNotice() {
  const t = useT('newChat')
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), noticeDelay)
    return () => clearTimeout(timer)
  }, [])
  return isSlow ? <Notice role="status">{t('goesOn')}</Notice> : null
}
