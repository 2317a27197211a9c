import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import type { MarkedCopyError } from './markedCopies.ts'

/** Why a correction with marks was not returned, and what to do next. */
export function MarkedCopyNotice({ error: { fileName, reason, cause } }: { error: MarkedCopyError }) {
  const t = useT('correction')
  const formatError = useFormatError()
  const name = sanitizeName(fileName)
  return (
    <Notice tone="danger" role="alert">
      {t(`marked.${reason}`, { name, problem: formatError(cause) })}
    </Notice>
  )
}
