import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { MarkingContext } from '../scheme/markedDraft.ts'

/** Returns the maximum, the scheme and the language, to compute points of a homework. */
export function useMarkingContext(
  { points }: Pick<Homework, 'points'>,
  lines: MarkingContext['lines'],
): MarkingContext {
  'use memo'
  const language = useLocale()
  return { lines, maxPoints: points || undefined, language }
}
