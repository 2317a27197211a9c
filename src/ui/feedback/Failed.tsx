import { useNow } from '../../i18n/SchoolTime.tsx'
import { useErrorSentence } from '../../i18n/useErrorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { AsOf, LoadFailed } from './LoadFailed.tsx'

type FailedProps = { error: unknown; retry: () => void }

/** Message in place of content that could not be loaded, with a button to try again. */
export function Failed({ title, error, retry }: FailedProps & { title: string }) {
  const t = useT('errors')
  const said = useErrorSentence()
  return <LoadFailed title={title} reason={said(error)} retry={{ label: t('tryAgain'), run: retry }} />
}

/** Message above content of the time `asOf` (Unix ms) that could not be refreshed. */
export function Stale({ error, asOf, retry }: FailedProps & { asOf: number }) {
  const t = useT('errors')
  const format = useFormat()
  const now = useNow()
  const said = useErrorSentence()
  const sentence = t('stale', { when: format.moment(asOf, now), reason: said(error) })
  return <AsOf sentence={sentence} retry={{ label: t('tryAgain'), run: retry }} />
}
