import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { DueChangedError } from './useMoveDue.ts'

export function useMoveProblem(error: Error | null): string | undefined {
  const t = useT('dueLesson')
  const formatError = useFormatError()
  if (!error) return undefined
  return error instanceof DueChangedError ? t('changed') : t('failed', { reason: formatError(error) })
}
