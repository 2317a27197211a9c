import { useNow } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { LoadFailed, StaleDataNotice } from './LoadFailed.tsx'

type LoadErrorProps = { error: unknown; retry: () => void }

/** Replaces content that could not be loaded. */
export function LoadError({ title, error, retry }: LoadErrorProps & { title: string }) {
  const t = useT('errors')
  const formatReason = useFormatError()
  return (
    <LoadFailed title={title} reason={formatReason(error)} retry={{ label: t('tryAgain'), run: retry }} />
  )
}

/** Above content of the time `loadedAt` (Unix ms) that could not be refreshed. */
export function StaleNotice({ error, loadedAt, retry }: LoadErrorProps & { loadedAt: number }) {
  const t = useT('errors')
  const format = useFormat()
  const now = useNow()
  const formatReason = useFormatError()
  const sentence = t('stale', { when: format.moment(loadedAt, now), reason: formatReason(error) })
  return <StaleDataNotice sentence={sentence} retry={{ label: t('tryAgain'), run: retry }} />
}
