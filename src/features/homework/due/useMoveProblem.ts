import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import type { MoveDueState } from './useMoveDue.ts'

export function useMoveProblem(state: MoveDueState): string | undefined {
  const t = useT('dueLesson')
  const formatError = useFormatError()
  if (state.kind === 'failed') return t('failed', { reason: formatError(state.error) })
  return state.kind === 'changed' || state.kind === 'uncertain' ? t(state.kind) : undefined
}
