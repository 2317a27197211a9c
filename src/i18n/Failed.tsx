import { AsOf, LoadFailed } from '../ui/feedback/LoadFailed.tsx'
import { useNow } from '../ui/SchoolTime.tsx'
import { useErrorSentence } from './useErrorSentence.ts'
import { useFormat } from './useFormat.ts'
import { useT } from './useT.ts'

type FailedProps = { error: unknown; retry: () => void }

/** In the place of what could not be loaded. */
export function Failed({ title, error, retry }: FailedProps & { title: string }) {
  const t = useT('errors')
  const said = useErrorSentence()
  return <LoadFailed title={title} reason={said(error)} retry={{ label: t('tryAgain'), run: retry }} />
}

/** Above what is shown as of `asOf`, Unix ms, since asking again failed. */
export function Stale({ error, asOf, retry }: FailedProps & { asOf: number }) {
  const t = useT('errors')
  const format = useFormat()
  const now = useNow()
  const said = useErrorSentence()
  const sentence = t('stale', { when: format.moment(asOf, now), reason: said(error) })
  return <AsOf sentence={sentence} retry={{ label: t('tryAgain'), run: retry }} />
}
